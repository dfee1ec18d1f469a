import { readFileSync } from "node:fs";
import { keyProviders } from "../shared/domain/providers.ts";
import { describeSettings } from "./describeSettings.ts";
import { parseIntegrations } from "./actions/integrations/settings.ts";
import type { IntegrationSettings } from "./actions/integrations/settings.ts";
import { channelAddresses } from "./channels/settings.ts";
import type { ChannelSettings, SlackApp } from "./channels/settings.ts";
import type { OrganizationMakers } from "./accounts/mayCreate.ts";
import { parseDomains } from "./accounts/registration.ts";
import type { RegistrationSettings } from "./accounts/registration.ts";
import { describeSocial, readSocialSettings } from "./accounts/socialSettings.ts";
import type { SocialSettings } from "./accounts/socialSettings.ts";
import { CannotStart } from "./database/cannotStart.ts";
import type { LogLevel } from "./requests/log.ts";
import type { TrustedProxies } from "./requests/address.ts";
import type { ConsoleSettings } from "./http/configuration.ts";
import type { Role } from "./http/role.ts";
import { googleAuthUrl, googleDriveUrl, googleTokenUrl, notionUrl } from "./knowledge/connected/settings.ts";
import type { ConnectedSettings } from "./knowledge/connected/settings.ts";
import type { MailSettings } from "./mail/mail.ts";
import { keySettings } from "./models/providers.ts";
import type { ModelSettings } from "./models/providers.ts";
import type { BackupSettings } from "./backup/nightly.ts";
import type { StripeSettings } from "./billing/stripe/settings.ts";
import type { BackupStore } from "./backup/place.ts";
import type { OrganizationLimits } from "./requests/limits.ts";
import type { S3Settings } from "./storage/s3/settings.ts";
import {
  parseBasePath,
  parseBaseUrl,
  parseBound,
  parseBucket,
  parseCommand,
  parseContact,
  parseCount,
  parseDatabaseUrl,
  parseDays,
  parseDocumentationUrl,
  parseEmail,
  parseHeaderName,
  parseIssuer,
  parseLogLevel,
  parseMakers,
  parseMetricsToken,
  parseMs,
  parseNameServers,
  parseOneTapUrl,
  parseOrigin,
  parsePageUrl,
  parsePassphrase,
  parsePassword,
  parsePort,
  parseProxies,
  parsePublicUrl,
  parseRanges,
  parseRate,
  parseRequests,
  parseRegistration,
  parseRole,
  parseSeconds,
  parseSecret,
  parseSmtpUrl,
  parseStripeKey,
  parseStripeSecret,
  parseSwitch,
  parseTagManagerId,
  parseText,
  parseTimeOfDay,
  parseToken,
} from "./parseSettings.ts";
import { settings } from "./settings.ts";
import type { Setting, SettingName } from "./settings.ts";

/** Everything that the environment decides. Nothing else in the product reads it. */
export interface Config {
  host: string;
  port: number;
  /** The origin under which people reach this server, where that is not what their request says. */
  publicOrigin: string | null;
  /** The path of that origin below which everything lies, such as `/helm`; empty at the root. */
  basePath: string;
  /** Whether the promise of https (HSTS) holds for subdomains too. */
  coversSubdomains: boolean;
  trustedProxies: TrustedProxies;
  /** In which header, in small letters, they tell a visitor's country. */
  countryHeader: string | null;
  /** What this process does of all that the installation does. */
  role: Role;
  dataDir: string;
  databaseUrl: string | undefined;
  secretKey: string | undefined;
  egressAllow: string[];
  /** Name servers that a team's own domains are looked up by; the machine's own where there is none. */
  dnsServers: string[];
  /** How often a crawl asks one host, in requests a second. */
  crawlRate: number;
  /** In what time the process has ended once it is told to. */
  stopWithinMs: number;
  /** Made at the first start, so that nobody needs a screen. */
  firstOwner: { email: string; password: string } | null;
  mail: MailSettings;
  /** Whom push services may write to about what we send them: `mailto:` or `https:`. */
  pushContact: string;
  /** The OpenID provider that people may sign in with. */
  social: SocialSettings | null;
  /** How accounts at providers are connected, to read sources with. */
  connected: ConnectedSettings;
  /** Clients and addresses of the services that agents are connected to. */
  integrations: IntegrationSettings;
  channels: ChannelSettings;
  /** The installation's own Slack app; null where there is none. */
  slackApp: SlackApp | null;
  registration: RegistrationSettings;
  organizationMakers: OrganizationMakers;
  models: ModelSettings;
  /** Credits that each organization may spend on the installation's own model keys a day; null for no bound. */
  modelCreditsPerDay: number | null;
  organizationLimits: OrganizationLimits;
  /** Payments by Stripe; null where nothing is paid. */
  stripe: StripeSettings | null;
  /** Whether strangers may try agents without an account. */
  hasTrials: boolean;
  /** The object store that files lie in; null for the data folder. */
  s3: S3Settings | null;
  /** The backups of every night; null where none are made. */
  backup: BackupSettings | null;
  /** The object store of backups in a bucket; null where none is set. */
  backupS3: BackupStore | null;
  /** Whether rows are kept before a newer version changes their tables. */
  backsUpBeforeUpgrade: boolean;
  /** What the secret key is sealed with in backups; undefined where they have none. */
  backupPassphrase: string | undefined;
  /** What the console shows of this installation. */
  console: ConsoleSettings;
  /** By which `/metrics` is asked; null for none. */
  metricsToken: string | null;
  /** Requests and statements that take longer are logged; null for none. */
  slowMs: number | null;
  /** Where security events are written besides the log. */
  securityLog: string | undefined;
  /** Whether a collector of OpenTelemetry is named; its SDK reads the rest itself. */
  hasTraces: boolean;
  /** The server and organization that pull, plan, apply and test are about; null where none is named. */
  codeTarget: { url: string; apiKey: string; organizationId: string } | null;
  logLevel: LogLevel;
  /** Names that look like a slip of ours: a sentence each, for the log. */
  warnings: string[];
}

type Environment = Record<string, string | undefined>;

const names = Object.keys(settings) as SettingName[]; // the keys of the object above
/** Where strangers make accounts, what one organization uses is bounded unless the operator says otherwise. */
const openBounds = { creditsPerDay: 1000, gigabytes: 10 };
const noBounds = { creditsPerDay: null, gigabytes: null };
const backupS3Names = [
  "BACKUP_S3_ENDPOINT",
  "BACKUP_S3_ACCESS_KEY_ID",
  "BACKUP_S3_SECRET_ACCESS_KEY",
] as const;
const s3Names = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

/** Checks the environment like readConfig, and lists the settings that are set, one a line, without secrets. */
export function describeConfig(env: Environment = process.env): string {
  return describeSettings(env, readConfig(env).warnings);
}

/** Reads the environment. Throws CannotStart that names everything that is wrong, at once and without any value. */
export function readConfig(env: Environment = process.env): Config {
  const reader = createReader(env);
  const { take, problems } = reader;
  const firstOwner = readFirstOwner(reader);
  const registration = {
    isOpen: take("REGISTRATION", parseRegistration) ?? false,
    domains: take("REGISTRATION_DOMAINS", parseDomains) ?? [],
  };
  const s3 = readS3(reader);
  const backupS3 = readBackupS3(reader, s3);
  const social = readSocial(reader);
  const stripe = readStripe(reader);
  const connected = readConnected(reader);
  const publicOrigin = take("PUBLIC_URL", parsePublicUrl) ?? null;
  const from = take("MAIL_FROM", parseEmail);
  const usualBounds = registration.isOpen ? openBounds : noBounds;
  const config: Config = {
    host: take("HOST", parseText) ?? "",
    port: take("PORT", parsePort) ?? 0,
    publicOrigin,
    basePath: take("BASE_PATH", parseBasePath) ?? "",
    coversSubdomains: take("HSTS_SUBDOMAINS", parseSwitch) ?? false,
    trustedProxies: take("TRUST_PROXY", parseProxies) ?? 0,
    countryHeader: take("COUNTRY_HEADER", parseHeaderName) ?? null,
    role: take("ROLE", parseRole) ?? "all",
    dataDir: take("DATA_DIR", parseText) ?? "",
    databaseUrl: take("DATABASE_URL", parseDatabaseUrl),
    secretKey: take("SECRET_KEY", parseSecret),
    egressAllow: take("EGRESS_ALLOW", parseRanges) ?? [],
    dnsServers: take("DNS_SERVERS", parseNameServers) ?? [],
    crawlRate: take("CRAWL_RATE", parseRate) ?? 0,
    stopWithinMs: (take("STOP_SECONDS", parseSeconds) ?? 0) * 1000,
    firstOwner,
    mail: { smtpUrl: take("SMTP_URL", parseSmtpUrl), from },
    pushContact: take("PUSH_CONTACT", parseContact) ?? choosePushContact({ from, publicOrigin }),
    registration,
    organizationMakers: take("CREATE_ORGANIZATIONS", parseMakers) ?? "everybody",
    models: readModels(reader, env["PATH"] ?? ""),
    modelCreditsPerDay: readBound(reader, "MODEL_CREDITS_PER_DAY", usualBounds.creditsPerDay),
    organizationLimits: {
      bytes: toBytes(readBound(reader, "STORAGE_GB_PER_ORGANIZATION", usualBounds.gigabytes)),
      requestsPerMinute: take("REQUESTS_PER_MINUTE", parseRequests) ?? null,
    },
    stripe,
    hasTrials: take("TRIAL", parseSwitch) ?? false,
    s3,
    social,
    connected,
    integrations: take("INTEGRATIONS", parseIntegrations) ?? {},
    channels: readChannels(reader),
    slackApp: readSlackApp(reader),
    backup: readBackup(reader, backupS3),
    backupS3,
    backsUpBeforeUpgrade: take("BACKUP_BEFORE_UPGRADE", parseSwitch) ?? true,
    backupPassphrase: take("BACKUP_PASSPHRASE", parsePassphrase),
    console: readConsole(reader, { registration, social }),
    metricsToken: take("METRICS_TOKEN", parseMetricsToken) ?? null,
    slowMs: take("SLOW_MS", parseMs) ?? null,
    securityLog: take("SECURITY_LOG", parseText),
    hasTraces: take("OTEL_EXPORTER_OTLP_ENDPOINT", parseBaseUrl) !== undefined,
    codeTarget: readCodeTarget(reader),
    logLevel: take("LOG_LEVEL", parseLogLevel) ?? "info",
    warnings: findSlips(env),
  };
  if (config.role !== "all" && config.databaseUrl === undefined)
    problems.push(`ROLE ${config.role} needs DATABASE_URL: with SQLite one process does everything.`);
  if (config.countryHeader !== null && config.trustedProxies === 0)
    problems.push("COUNTRY_HEADER needs TRUST_PROXY beside it: else everybody could say what they like.");
  if (problems.length > 0) {
    throw new CannotStart(
      `The settings are not right:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`,
    );
  }
  return config;
}

function readBound({ take }: Reader, name: SettingName, usual: number | null): number | null {
  const given = take(name, parseBound);
  return given === undefined ? usual : given;
}

function toBytes(gigabytes: number | null): number | null {
  return gigabytes === null ? null : gigabytes * 1024 ** 3;
}

/** The settings as text, and what is wrong with them so far. */
interface Reader {
  values: Partial<Record<SettingName, string>>;
  problems: string[];
  /** Gives what `parse` makes of the setting, or of its default; a sentence it throws becomes a problem. */
  take<Value>(name: SettingName, parse: (text: string) => Value): Value | undefined;
}

function createReader(env: Environment): Reader {
  const problems: string[] = [];
  const values = readValues(env, problems);
  return {
    values,
    problems,
    take(name, parse) {
      const setting: Setting = settings[name];
      const text = values[name] ?? setting.default;
      if (text === undefined) return undefined;
      try {
        return parse(text);
      } catch (error) {
        problems.push(`${name} ${error instanceof Error ? error.message : String(error)}`);
        return undefined;
      }
    },
  };
}

function readBackup({ take, problems }: Reader, s3: BackupStore | null): Config["backup"] {
  const dir = take("BACKUP_DIR", parseText);
  const at = take("BACKUP_AT", parseTimeOfDay) ?? "";
  const keep = take("BACKUP_KEEP", parseCount) ?? 0;
  if (dir?.startsWith("s3://") && s3 === null)
    problems.push("BACKUP_DIR names a bucket, so BACKUP_S3_ENDPOINT and its access key are needed.");
  return dir === undefined ? null : { dir, at, keep, s3 };
}

/** Its own where they are set, else the store of uploaded files. */
function readBackupS3({ take, values, problems }: Reader, files: S3Settings | null): BackupStore | null {
  const endpoint = take("BACKUP_S3_ENDPOINT", parseBaseUrl);
  const accessKeyId = take("BACKUP_S3_ACCESS_KEY_ID", parseText);
  const secretAccessKey = take("BACKUP_S3_SECRET_ACCESS_KEY", parseText);
  const region = take("BACKUP_S3_REGION", parseText) ?? "";
  if (backupS3Names.every((name) => values[name] === undefined)) return files;
  if (!endpoint || !accessKeyId || !secretAccessKey) {
    problems.push(`${backupS3Names.join(", ")} belong together: set all three or none.`);
    return null;
  }
  return { endpoint, region, accessKeyId, secretAccessKey, isPathStyle: true };
}

function readCodeTarget({ take }: Reader): Config["codeTarget"] {
  const url = take("PILOTHOUSE_URL", parseBaseUrl);
  const apiKey = take("PILOTHOUSE_API_KEY", parseText);
  const organizationId = take("PILOTHOUSE_ORG", parseText);
  const isWhole = url !== undefined && apiKey !== undefined && organizationId !== undefined;
  return isWhole ? { url, apiKey, organizationId } : null;
}

function readFirstOwner({ take, values, problems }: Reader): Config["firstOwner"] {
  const email = take("ADMIN_EMAIL", parseEmail);
  const password = take("ADMIN_PASSWORD", parsePassword);
  if ((values.ADMIN_EMAIL === undefined) !== (values.ADMIN_PASSWORD === undefined)) {
    problems.push("ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither.");
  }
  return email !== undefined && password !== undefined ? { email, password } : null;
}

function readS3({ take, values, problems }: Reader): S3Settings | null {
  const endpoint = take("S3_ENDPOINT", parseBaseUrl);
  const bucket = take("S3_BUCKET", parseBucket);
  const accessKeyId = take("S3_ACCESS_KEY_ID", parseText);
  const secretAccessKey = take("S3_SECRET_ACCESS_KEY", parseText);
  const region = take("S3_REGION", parseText) ?? "";
  const publicUrl = take("S3_PUBLIC_URL", parseBaseUrl) ?? null;
  const isPathStyle = take("S3_PATH_STYLE", parseSwitch) ?? true;
  if (s3Names.every((name) => values[name] === undefined)) return null;
  if (s3Names.some((name) => values[name] === undefined))
    problems.push(`${s3Names.join(", ")} belong together: set all four or none.`);
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  return { endpoint, region, bucket, accessKeyId, secretAccessKey, publicUrl, isPathStyle };
}

function readStripe({ take, values, problems }: Reader): Config["stripe"] {
  const secretKey = take("STRIPE_SECRET_KEY", parseStripeKey);
  const webhookSecret = take("STRIPE_WEBHOOK_SECRET", parseStripeSecret);
  const trialDays = take("STRIPE_TRIAL_DAYS", parseDays) ?? 0;
  const graceDays = take("STRIPE_GRACE_DAYS", parseDays) ?? 0;
  if ((values.STRIPE_SECRET_KEY === undefined) !== (values.STRIPE_WEBHOOK_SECRET === undefined))
    problems.push("STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together: set both or neither.");
  if (secretKey === undefined || webhookSecret === undefined) return null;
  return { secretKey, webhookSecret, trialDays, graceDays };
}

function readSocial({ take, values, problems }: Reader): Config["social"] {
  const social = readSocialSettings({
    clientId: take("GOOGLE_CLIENT_ID", parseText),
    clientSecret: take("GOOGLE_CLIENT_SECRET", parseText),
    issuer: take("OIDC_ISSUER", parseIssuer) ?? "",
    trustsEmails: take("OIDC_TRUST_EMAILS", parseSwitch) ?? false,
    name: take("OIDC_NAME", parseText),
    endSessionUrl: take("OIDC_END_SESSION_URL", parsePageUrl),
    oneTapUrl: take("OIDC_ONE_TAP_URL", parseOneTapUrl),
  });
  if (values.GOOGLE_CLIENT_SECRET !== undefined && social === null)
    problems.push("GOOGLE_CLIENT_SECRET needs GOOGLE_CLIENT_ID beside it.");
  return social;
}

function readConnected({ take }: Reader): ConnectedSettings {
  return {
    googleDrive: {
      clientId: take("GOOGLE_DRIVE_CLIENT_ID", parseText),
      clientSecret: take("GOOGLE_DRIVE_CLIENT_SECRET", parseText),
      authUrl: take("GOOGLE_DRIVE_AUTH_URL", parseBaseUrl) ?? googleAuthUrl,
      tokenUrl: take("GOOGLE_DRIVE_TOKEN_URL", parseBaseUrl) ?? googleTokenUrl,
      baseUrl: take("GOOGLE_DRIVE_BASE_URL", parseBaseUrl) ?? googleDriveUrl,
    },
    notion: {
      clientId: take("NOTION_CLIENT_ID", parseText),
      clientSecret: take("NOTION_CLIENT_SECRET", parseText),
      baseUrl: take("NOTION_BASE_URL", parseBaseUrl) ?? notionUrl,
    },
  };
}

/** Where the providers of channels are asked. */
function readChannels({ take }: Reader): ChannelSettings {
  return {
    telegram: take("TELEGRAM_BASE_URL", parseBaseUrl) ?? channelAddresses.telegram,
    meta: take("META_BASE_URL", parseBaseUrl) ?? channelAddresses.meta,
    slack: take("SLACK_BASE_URL", parseBaseUrl) ?? channelAddresses.slack,
    twilio: take("TWILIO_BASE_URL", parseBaseUrl) ?? channelAddresses.twilio,
    telnyx: take("TELNYX_BASE_URL", parseBaseUrl) ?? channelAddresses.telnyx,
    discord: take("DISCORD_BASE_URL", parseBaseUrl) ?? channelAddresses.discord,
    sns: take("SNS_BASE_URL", parseBaseUrl) ?? channelAddresses.sns,
  };
}

function readSlackApp({ take, problems }: Reader): SlackApp | null {
  const app = {
    clientId: take("SLACK_CLIENT_ID", parseText),
    clientSecret: take("SLACK_CLIENT_SECRET", parseText),
    signingSecret: take("SLACK_SIGNING_SECRET", parseText),
  };
  const { clientId, clientSecret, signingSecret } = app;
  if (clientId && clientSecret && signingSecret) return { clientId, clientSecret, signingSecret };
  if (Object.values(app).some((value) => value !== undefined))
    problems.push(
      "SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and SLACK_SIGNING_SECRET belong together: set all three or none.",
    );
  return null;
}

function readModels(reader: Reader, path: string): Config["models"] {
  const { take } = reader;
  const keys = keyProviders.map((name) => [`${name}ApiKey`, take(keySettings[name], parseText)] as const);
  return {
    ...(Object.fromEntries(keys) as ModelSettings), // one for each provider
    openaiBaseUrl: take("OPENAI_BASE_URL", parseBaseUrl),
    anthropicBaseUrl: take("ANTHROPIC_BASE_URL", parseBaseUrl),
    programs: readPrograms(reader, path),
  };
}

function readPrograms({ take, problems }: Reader, path: string): ModelSettings["programs"] {
  const hear = take("HEARING_COMMAND", parseCommand);
  const speak = take("SPEAKING_COMMAND", parseCommand);
  if (hear && speak) return { hear, speak, path };
  if (hear ?? speak) problems.push("Set HEARING_COMMAND and SPEAKING_COMMAND, or neither.");
  return undefined;
}

function readConsole(
  { take }: Reader,
  { registration, social }: Pick<Config, "registration" | "social">,
): Config["console"] {
  return {
    googleSignIn: social && describeSocial(social),
    registration: registration.isOpen ? "open" : "invitation",
    registrationDomains: registration.domains,
    captcha: take("CAPTCHA", parseSwitch) ?? false,
    meetingUrl: take("MEETING_URL", parsePageUrl) ?? null,
    supportBotToken: take("SUPPORT_WIDGET_TOKEN", parseToken) ?? null,
    supportBotOrigin: take("SUPPORT_WIDGET_ORIGIN", parseOrigin) ?? null,
    documentationUrl: take("DOCUMENTATION_URL", parseDocumentationUrl),
    tagManagerId: take("TAG_MANAGER_ID", parseTagManagerId) ?? null,
  };
}

/** Takes each value from NAME or from the file of NAME_FILE. An empty one counts as not set, as in compose files. */
function readValues(env: Environment, problems: string[]): Partial<Record<SettingName, string>> {
  const values: Partial<Record<SettingName, string>> = {};
  for (const name of names) {
    const given = env[name]?.trim() || undefined;
    const path = env[`${name}_FILE`]?.trim() || undefined;
    if (given !== undefined && path !== undefined)
      problems.push(`${name} and ${name}_FILE are both set: remove one.`);
    const value = path === undefined ? given : readValueFile(name, path, problems);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function readValueFile(name: string, path: string, problems: string[]): string | undefined {
  try {
    const text = readFileSync(path, "utf8").trim();
    if (text) return text;
    problems.push(`${name}_FILE names a file that is empty: ${path}`);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    problems.push(`${name}_FILE names a file that can't be read (${code}): ${path}`);
  }
  return undefined;
}

/** Push services want one; where the install has none they still get something of the right form. */
function choosePushContact({
  from,
  publicOrigin,
}: {
  from: string | undefined;
  publicOrigin: string | null;
}) {
  if (from !== undefined) return `mailto:${from}`;
  return publicOrigin?.startsWith("https:") ? publicOrigin : "mailto:push@localhost";
}

/** Gives a sentence for each name that nobody reads but that is hardly different from one of ours. */
function findSlips(env: Environment): string[] {
  const known = names.flatMap((name) => [name, `${name}_FILE`]);
  const knownParts = new Map(known.map((name) => [sortParts(name), name]));
  return Object.keys(env).flatMap((given) => {
    if (known.includes(given)) return [];
    const asOurs = given.toUpperCase();
    const meant = knownParts.get(sortParts(asOurs)) ?? known.find((name) => isSlipOf(asOurs, name));
    return meant ? [`${given} is not a setting. Did you mean ${meant}?`] : [];
  });
}

/** The same for names whose words are in another order. */
function sortParts(name: string): string {
  return name.split("_").toSorted().join();
}

function isSlipOf(given: string, name: string): boolean {
  const allowed = name.length > 6 ? 2 : 1;
  return Math.abs(given.length - name.length) <= allowed && countEdits(given, name, allowed) <= allowed;
}

/**
 * Counts the letters to put in, take out, replace or swap with the next one to make one text of the other. It gives up once
 * there are more than `most`: every start compares each name of the environment with each of ours.
 */
function countEdits(one: string, other: string, most: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const at = (from: number[], index: number) => from[index] ?? Infinity;
      const cost = one[row - 1] === other[column - 1] ? 0 : 1;
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      line[column] = Math.min(
        at(last, column) + 1,
        at(line, column - 1) + 1,
        at(last, column - 1) + cost,
        isSwap ? at(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    if (Math.min(...line) > most && Math.min(...last) > most) return Infinity;
    beforeLast = last;
    last = line;
  }
  return last[other.length] ?? Infinity;
}
