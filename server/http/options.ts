import type { OrganizationLimits } from "../requests/limits.ts";
import type { IntegrationSettings } from "../actions/integrations/settings.ts";
import type { OrganizationMakers } from "../accounts/mayCreate.ts";
import type { Clock } from "../knowledge/crawl/clock.ts";
import type { Parser } from "../knowledge/parsing/createParser.ts";
import type { RegistrationSettings } from "../accounts/registration.ts";
import type { SocialSettings } from "../accounts/socialSettings.ts";
import type { ChannelSettings, SlackApp } from "../channels/settings.ts";
import type { Plans } from "../billing/plans.ts";
import type { StripePlansOptions } from "../billing/stripe/createStripePlans.ts";
import type { Secrets } from "../database/secrets.ts";
import type { Store } from "../database/store.ts";
import type { TrustedProxies } from "../requests/address.ts";
import type { BackupSettings } from "../backup/nightly.ts";
import type { Log, LogEntry } from "../requests/log.ts";
import type { ConnectedSettings } from "../knowledge/connected/settings.ts";
import type { MailSettings } from "../mail/mail.ts";
import type { ModelsOptions } from "../models/models.ts";
import type { ModelSettings } from "../models/providers.ts";
import type { S3Settings } from "../storage/s3/settings.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { FindScript } from "../surfaces/writeDocument.ts";
import type { ConsoleSettings } from "./configuration.ts";
import type { Role } from "./role.ts";

/** What a server is opened with: the configuration, and what tests put in the place of the world outside. */
export interface ServerOptions {
  store: Store;
  /** What this process does; everything where it is left out. */
  role?: Role;
  /** Whether no damage of the database was found so far. */
  isIntact?: () => boolean;
  secrets: Secrets;
  log: Log;
  /** Receivers of reports about the server; none if omitted. */
  telemetry?: Telemetry;
  /** The backups of every night; null or left out where none are made. */
  backup?: BackupSettings | null;
  /** Makes a backup, where it is not the command line. */
  makeBackup?: (name: string) => Promise<void>;
  /** The newest lines of the log, the oldest first. */
  readLog?: () => readonly LogEntry[];
  /** Where it listens, and the address of Postgres, as the settings have them. */
  host?: string;
  port?: number;
  databaseUrl?: string | undefined;
  now: () => number;
  dataDir: string;
  /** Where the bundles lie. */
  distDir: string;
  version: string;
  publicOrigin: string | null;
  /** BASE_PATH; the root where it is left out. */
  basePath?: string;
  /** Whether the promise of https (HSTS) holds for subdomains too. */
  coversSubdomains?: boolean;
  trustedProxies: TrustedProxies;
  /** In which header, in small letters, they tell a visitor's country. */
  countryHeader: string | null;
  /** Private ranges that the way out may reach. */
  egressAllow: string[];
  /** Name servers that a team's own domains are looked up by; the machine's own where there is none. */
  dnsServers: string[];
  /** How often a crawl asks one host, in requests a second. */
  crawlRate: number;
  /** Time as crawls see it, where it is not the machine's own. */
  crawlClock?: Clock;
  /** A parser of documents that the caller ends, where the server does not start one itself. */
  parser?: Parser;
  mail: MailSettings;
  /** Whom push services may write to. */
  pushContact: string;
  registration: RegistrationSettings;
  /** The people who may create organizations, if not everybody. */
  organizationMakers?: OrganizationMakers;
  models: ModelSettings;
  /** Credits that each organization may spend on the installation's own model keys a day; null or left out for no bound. */
  modelCreditsPerDay?: number | null;
  /** What one organization may use of the installation; nothing is bounded where it is left out. */
  organizationLimits?: OrganizationLimits;
  /** The object store that files lie in; null for the data folder. */
  s3: S3Settings | null;
  /** How accounts at providers are connected, to read sources with. */
  connected: ConnectedSettings;
  /** What the operator set of the services that agents are connected to. */
  integrations: IntegrationSettings;
  /** Where the providers of channels are asked, where it is not at their own addresses. */
  channels?: ChannelSettings;
  /** The installation's own Slack app; null or left out where there is none. */
  slackApp?: SlackApp | null;
  /** The OpenID provider that people may sign in with; null where none is set up. */
  social: SocialSettings | null;
  /** What the console's document tells of this installation. */
  console: ConsoleSettings;
  /** The source of plans, if not the installation itself. */
  plans?: Plans;
  /** Payments by Stripe, and the way to it; null or left out where nothing is paid. */
  stripe?: Pick<StripePlansOptions, "settings" | "fetch"> | null | undefined;
  /** Whether strangers may try agents without an account. */
  hasTrials?: boolean;
  /** The chat's script where it is not the built one, as in tests that need no build. */
  findFrameScript?: FindScript;
  /** The way to model providers. */
  fetch: typeof fetch;
  /** Whether models are asked by a thread of their own, by the usual ways out. */
  hasModelThread: boolean;
  /** How long they may be silent, where it is not as usual. */
  modelLimits?: ModelsOptions["limits"];
  /** See Gates. */
  checksAnswers: boolean;
}
