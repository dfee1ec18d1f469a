import type { BackupSettings } from "../backup/nightly.ts";
import type { Integrity } from "../database/integrity.ts";
import type { Secrets } from "../database/secrets.ts";
import type { Store } from "../database/store.ts";
import type { MailSettings } from "../mail/mail.ts";
import type { TrustedProxies } from "../requests/address.ts";

/** The settings that checks read. */
export interface InstallationSettings {
  host: string;
  port: number;
  publicOrigin: string | null;
  basePath: string;
  trustedProxies: TrustedProxies;
  dataDir: string;
  databaseUrl: string | undefined;
  egressAllow: string[];
  mail: MailSettings;
  backup: BackupSettings | null;
}

/** What each check gets. */
export interface CheckDeps {
  settings: InstallationSettings;
  store: Store;
  secrets: Secrets;
  version: string;
  now: () => number;
  /** Whether the database has every step of this version. */
  isMigrated: () => Promise<boolean>;
  /** Reaches the installation's own public address. */
  fetch: typeof fetch;
  /** A shared check of the database's pages. Default: a new check each time. */
  lookAtPages?: () => Integrity;
  /** Whether requests came with forwarding headers while no proxy is trusted. Undefined outside of a server. */
  isForwardingIgnored?: () => boolean;
  /** The free bytes on a folder's disk. */
  findFreeBytes?: (folder: string) => Promise<number>;
  /** Reads a file of `/proc/self`, such as `limits`. Throws where there is none. */
  readProcess?: (name: string) => Promise<string>;
}
