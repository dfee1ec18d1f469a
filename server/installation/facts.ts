import type { BackupSettings } from "../backup/nightly.ts";
import type { Secrets } from "../database/secrets.ts";
import type { Store } from "../database/store.ts";
import type { MailSettings } from "../mail/mail.ts";
import type { TrustedProxies } from "../requests/address.ts";

/** The settings that are looked at. */
export interface InstallationSettings {
  host: string;
  port: number;
  publicOrigin: string | null;
  trustedProxies: TrustedProxies;
  dataDir: string;
  databaseUrl: string | undefined;
  egressAllow: string[];
  mail: MailSettings;
  backup: BackupSettings | null;
}

/** What checks are made with. */
export interface CheckDeps {
  settings: InstallationSettings;
  store: Store;
  secrets: Secrets;
  version: string;
  now: () => number;
  /** Whether the database has every step of this version. */
  isMigrated: () => Promise<boolean>;
  /** The way to the installation's own public address. */
  fetch: typeof fetch;
  /** Whether requests came with forwarding headers that nobody is trusted to set; undefined where none are watched. */
  isForwardingIgnored?: () => boolean;
  /** How many bytes a folder's disk has left. */
  findFreeBytes?: (folder: string) => Promise<number>;
  /** A file of this process's own facts, such as `/proc/self/limits`; throws where there is none. */
  readProcess?: (name: string) => Promise<string>;
}
