import { readFileSync } from "node:fs";
import { parseIntegrations } from "./actions/integrations/settings.ts";
import type { IntegrationSettings } from "./actions/integrations/settings.ts";
import { channelAddresses } from "./channels/settings.ts";
import type { ChannelSettings } from "./channels/settings.ts";
import type { OrganizationMakers } from "./accounts/mayCreate.ts";
import { parseDomains } from "./accounts/registration.ts";
import type { RegistrationSettings } from "./accounts/registration.ts";
import { describeSocial, readSocialSettings } from "./accounts/socialSettings.ts";
import type { SocialSettings } from "./accounts/socialSettings.ts";
import { timeOfDay } from "../shared/domain/zoneTime.ts";
import { CannotStart } from "./database/cannotStart.ts";
import type { TrustedProxies } from "./requests/address.ts";
import { createNameServers } from "./egress/nameServers.ts";
import { parseAllowedRanges } from "./egress/ranges.ts";
import type { ConsoleSettings } from "./http/configuration.ts";
import { googleAuthUrl, googleDriveUrl, googleTokenUrl, notionUrl } from "./knowledge/connected/settings.ts";
import type { ConnectedSettings } from "./knowledge/connected/settings.ts";
import type { MailSettings } from "./mail/mail.ts";
import type { ModelSettings } from "./models/providers.ts";
import type { BackupSettings } from "./backup/nightly.ts";
import type { StripeSettings } from "./billing/stripe/settings.ts";
import type { S3Settings } from "./storage/s3/settings.ts";

/** Everything that the environment decides. Nothing else in the product reads it. */
export interface Config {
  host: string;
  port: number;
  /** The origin under which people reach this server, where that is not what their request says. */
  publicOrigin: string | null;
  /** Whether the promise of https (HSTS) holds for subdomains too. */
  coversSubdomains: boolean;
  trustedProxies: TrustedProxies;
  /** In which header, in small letters, they tell a visitor's country. */
  countryHeader: string | null;
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
  registration: RegistrationSettings;
  organizationMakers: OrganizationMakers;
  models: ModelSettings;
  /** Credits that each organization may spend on the installation's own model keys a day; null for no bound. */
  modelCreditsPerDay: number | null;
  /** Payments by Stripe; null where nothing is paid. */
  stripe: StripeSettings | null;
  /** Whether strangers may try agents without an account. */
  hasTrials: boolean;
  /** The object store that files lie in; null for the data folder. */
  s3: S3Settings | null;
  /** The backups of every night; null where none are made. */
  backup: BackupSettings | null;
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
  logLevel: "error" | "warn" | "info";
  /** Names that look like a slip of ours: a sentence each, for the log. */
  warnings: string[];
}

interface Setting {
  /** What it does, for the README and .env.example. */
  what: string;
  /** What holds when it is not set; left out where nothing does. */
  default?: string;
  /** Never printed; better given as a file. */
  secret?: true;
}

/** Every setting there is, in the order people read them. README and .env.example are compared with it by a test. */
export const settings = {
  HOST: { what: "The address to listen on; `0.0.0.0` for all of the machine's.", default: "127.0.0.1" },
  PORT: { what: "The port to listen on; 0 takes a free one.", default: "3000" },
  PUBLIC_URL: { what: "The origin by which people reach the server, such as `https://agents.example.com`." },
  HSTS_SUBDOMAINS: {
    what: "`on`: tells browsers to use https for all subdomains of this host too, for a year.",
    default: "off",
  },
  TRUST_PROXY: {
    what: "How many proxies stand in front, or their networks (`10.0.0.0/8,...`): their forwarding headers are believed.",
    default: "0",
  },
  COUNTRY_HEADER: {
    what: "With `TRUST_PROXY`: the header in which the proxy tells from which country somebody comes, such as `CF-IPCountry`.",
  },
  DATA_DIR: { what: "The folder for the database, files and the secret key.", default: "./data" },
  DATABASE_URL: {
    what: "`postgres://...`, to keep the rows in Postgres instead of SQLite in the data folder; `sslmode` as psql takes it.",
    secret: true,
  },
  SECRET_KEY: {
    what: "At least 32 characters that seal what is secret; made in the data folder when not set.",
    secret: true,
  },
  S3_ENDPOINT: {
    what: "The address of an S3-compatible store, to keep files there instead of in the data folder.",
  },
  S3_REGION: { what: "The store's region.", default: "us-east-1" },
  S3_BUCKET: { what: "The bucket that files are kept in; with `S3_ENDPOINT`." },
  S3_ACCESS_KEY_ID: { what: "The store's access key; it may read, write, delete and list in the bucket." },
  S3_SECRET_ACCESS_KEY: { what: "The access key's secret.", secret: true },
  S3_PUBLIC_URL: {
    what: "Where browsers reach the store: they then send files straight to it, which its CORS rules have to allow.",
  },
  S3_PATH_STYLE: {
    what: "`off` puts the bucket's name before the host's, not into the path.",
    default: "on",
  },
  EGRESS_ALLOW: {
    what: "Private networks that crawler, actions and models may reach, such as `10.1.0.0/16,127.0.0.0/8`.",
  },
  DNS_SERVERS: {
    what: "The name servers by which domains of hosted pages are looked up, such as `1.1.1.1,9.9.9.9:53`; else the machine's own.",
  },
  CRAWL_RATE: {
    what: "How often a crawl asks one host at most, in requests a second; a site's own Crawl-delay is kept where it is slower.",
    default: "2",
  },
  STOP_SECONDS: {
    what: "In this time the server has ended once it is told to (SIGTERM), most of it for answers to go on; whatever kills it must wait longer.",
    default: "9",
  },
  ADMIN_EMAIL: {
    what: "With `ADMIN_PASSWORD`: makes the first owner at the first start, without the screen.",
  },
  ADMIN_PASSWORD: { what: "The first owner's password, 8 characters at least.", secret: true },
  SMTP_URL: {
    what: "The mail server, such as `smtp://user:password@mail.example.com:587`; without it links are shown instead of sent.",
    secret: true,
  },
  MAIL_FROM: { what: "The sender's address of mails; the SMTP user's where that is one." },
  PUSH_CONTACT: {
    what: "Whom push services may write to about notifications, `mailto:ops@example.com` or an https address; else MAIL_FROM, else PUBLIC_URL.",
  },
  REGISTRATION: {
    what: "Who may make an account: `invite`, whoever was invited; `open`, everybody, by a code where there is a mail server.",
    default: "invite",
  },
  CREATE_ORGANIZATIONS: {
    what: "Who may create organizations: `everybody` with an account, or the `operator`: the first owner and super admins.",
    default: "everybody",
  },
  MODEL_CREDITS_PER_DAY: {
    what: "How many credits a day (UTC) each organization may spend on the model keys below, or `unlimited`; else 1000 with `REGISTRATION=open` and unlimited without.",
  },
  REGISTRATION_DOMAINS: {
    what: "With `open`: takes only addresses of these domains, such as `example.com,example.org`.",
  },
  GOOGLE_CLIENT_ID: {
    what: "Lets people sign in with Google, or the provider of `OIDC_ISSUER`; register `/api/webhooks/v1.0/authentication/google/return` there.",
  },
  GOOGLE_CLIENT_SECRET: {
    what: "The client's secret; none for a client that the provider knows as public.",
    secret: true,
  },
  OIDC_ISSUER: {
    what: "Another OpenID provider in Google's place, such as `https://login.example.com/realms/team`.",
    default: "https://accounts.google.com",
  },
  OIDC_TRUST_EMAILS: {
    what: "`on`: the provider's e-mail addresses count as verified where it does not say, as a tenant's own Entra ID; only where it gives out just your own.",
    default: "off",
  },
  OIDC_NAME: {
    what: "What its button is called after, such as `Keycloak`; `Google`, or the provider's host.",
  },
  OIDC_END_SESSION_URL: {
    what: "Where signing out leads, to end the provider's session too, where its discovery does not say it.",
  },
  OIDC_ONE_TAP_URL: {
    what: "The provider's FedCM configuration, by which browsers offer sign-in themselves; with Google its own; `off` for none.",
  },
  GOOGLE_DRIVE_CLIENT_ID: {
    what: "Lets people read knowledge from Google Drive; allow its client the Drive API, and register `/api/webhooks/v1/google-token` there.",
  },
  GOOGLE_DRIVE_CLIENT_SECRET: { what: "The secret of that client.", secret: true },
  GOOGLE_DRIVE_AUTH_URL: { what: "Another page than Google's own on which people agree." },
  GOOGLE_DRIVE_TOKEN_URL: { what: "Another token endpoint than Google's." },
  GOOGLE_DRIVE_BASE_URL: { what: "Another address for the Drive API." },
  NOTION_CLIENT_ID: {
    what: "Lets people connect Notion by signing in there, not by a token alone; register `/api/webhooks/v1/notion-token` there.",
  },
  NOTION_CLIENT_SECRET: { what: "The secret of that client.", secret: true },
  NOTION_BASE_URL: { what: "Another address for the Notion API." },
  INTEGRATIONS: {
    what: 'Clients for all connections, by service: `{"slack":{"clientId":"…","clientSecret":"…"}}`; register `/api/webhooks/v1/oauth-return` there.',
    secret: true,
  },
  OPENAI_API_KEY: { what: "Makes OpenAI's models available.", secret: true },
  OPENAI_BASE_URL: { what: "Any server that speaks as OpenAI does, such as `http://localhost:11434/v1`." },
  ANTHROPIC_API_KEY: { what: "Makes Anthropic's models available.", secret: true },
  ANTHROPIC_BASE_URL: { what: "Another address for Anthropic's models." },
  GOOGLE_GENERATIVE_AI_API_KEY: { what: "Makes Google's models available.", secret: true },
  DEEPSEEK_API_KEY: { what: "Makes DeepSeek's models available.", secret: true },
  ALIBABA_API_KEY: { what: "Makes Alibaba's models available.", secret: true },
  STRIPE_SECRET_KEY: {
    what: "Has organizations pay by card with Stripe: plans are its products that say `agents` in their metadata, and `credits` a month or `characters` where they have a limit.",
    secret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    what: "The signing secret of the webhook that you register there for `/api/webhooks/v1/stripe`, with the events of subscriptions, invoices and Checkout.",
    secret: true,
  },
  STRIPE_TRIAL_DAYS: {
    what: "How many days an organization goes on with one agent before it chooses a plan.",
    default: "14",
  },
  STRIPE_GRACE_DAYS: {
    what: "How many days its agents go on after a payment failed.",
    default: "7",
  },
  TRIAL: {
    what: "`on`: everybody can try an agent of their own website at `/try-for-free`, for a day, with the built-in model.",
    default: "off",
  },
  CAPTCHA: {
    what: "`on`: sign-in, registration and forgotten passwords ask the browser for a small proof of work first.",
    default: "off",
  },
  MEETING_URL: { what: "Shows Book a Demo in the console, which opens this address." },
  SUPPORT_WIDGET_TOKEN: {
    what: "Shows Get Help in the console: the token of the chat widget that opens, whose allowed domains name this server.",
  },
  SUPPORT_WIDGET_ORIGIN: { what: "The server of that widget, where it is another one than this." },
  DOCUMENTATION_URL: { what: "Where the console's Documentation leads.", default: "/api/docs" },
  TAG_MANAGER_ID: {
    what: "Loads Google Tag Manager into the console and hands it the product's events, such as `GTM-ABC1234`.",
  },
  TELEGRAM_BASE_URL: { what: "Another address for Telegram's Bot API, such as a server of its own." },
  META_BASE_URL: { what: "Another address for WhatsApp, Messenger and Instagram, with the version." },
  SLACK_BASE_URL: { what: "Another address for Slack." },
  TWILIO_BASE_URL: { what: "Another address for Twilio." },
  DISCORD_BASE_URL: { what: "Another address for Discord." },
  BACKUP_DIR: {
    what: "Where a backup is made every night; on another disk than the data. None is made without it.",
  },
  BACKUP_AT: { what: "When, in UTC.", default: "03:00" },
  BACKUP_KEEP: { what: "How many backups stay there.", default: "7" },
  BACKUP_BEFORE_UPGRADE: {
    what: "`off`: a newer version changes the tables at its first start without keeping their rows in `DATA_DIR/upgrades` first.",
    default: "on",
  },
  BACKUP_PASSPHRASE: {
    what: "At least 12 characters: puts the secret key into backups, sealed with them; restoring asks for the same.",
    secret: true,
  },
  METRICS_TOKEN: {
    what: "At least 16 characters: `/metrics` answers Prometheus that sends them as a bearer token. Off without.",
    secret: true,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    what: "Sends traces to an OpenTelemetry collector, such as `http://collector:4318`; the other `OTEL_` names hold too.",
  },
  SLOW_MS: {
    what: "Logs requests and database statements that take longer than so many milliseconds.",
  },
  SECURITY_LOG: {
    what: "A file to which security events are also written, as lines of JSON.",
  },
  PILOTHOUSE_URL: {
    what: "For `npm run cli -- pull`, `plan`, `apply` and `test`: the server that they are about.",
  },
  PILOTHOUSE_API_KEY: { what: "An API key there, which may change agents.", secret: true },
  PILOTHOUSE_ORG: { what: "The ID of its organization, as Your Organization shows it." },
  LOG_LEVEL: { what: "How much the log tells: `error`, `warn` or `info`.", default: "info" },
} satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

type Environment = Record<string, string | undefined>;

const names = Object.keys(settings) as SettingName[]; // the keys of the object above
const shortestSecret = 32;
const shortestPassphrase = 12;
const openCreditsPerDay = 1000;
const s3Names = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

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
  const social = readSocial(reader);
  const stripe = readStripe(reader);
  const connected = readConnected(reader);
  const publicOrigin = take("PUBLIC_URL", parseOrigin) ?? null;
  const from = take("MAIL_FROM", parseEmail);
  const config: Config = {
    host: take("HOST", parseText) ?? "",
    port: take("PORT", parsePort) ?? 0,
    publicOrigin,
    coversSubdomains: take("HSTS_SUBDOMAINS", parseSwitch) ?? false,
    trustedProxies: take("TRUST_PROXY", parseProxies) ?? 0,
    countryHeader: take("COUNTRY_HEADER", parseHeaderName) ?? null,
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
    models: readModels(reader),
    modelCreditsPerDay: readAllowance(take("MODEL_CREDITS_PER_DAY", parseCredits), registration),
    stripe,
    hasTrials: take("TRIAL", parseSwitch) ?? false,
    s3,
    social,
    connected,
    integrations: take("INTEGRATIONS", parseIntegrations) ?? {},
    channels: readChannels(reader),
    backup: readBackup(reader),
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
  if (config.countryHeader !== null && config.trustedProxies === 0)
    problems.push("COUNTRY_HEADER needs TRUST_PROXY beside it: else everybody could say what they like.");
  if (problems.length > 0) {
    throw new CannotStart(
      `The settings are not right:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`,
    );
  }
  return config;
}

/** Where strangers make accounts, what they spend is bounded unless the operator says otherwise. */
function readAllowance(given: number | undefined, { isOpen }: RegistrationSettings): number | null {
  const credits = given ?? (isOpen ? openCreditsPerDay : Infinity);
  return credits === Infinity ? null : credits;
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

function readBackup({ take }: Reader): Config["backup"] {
  const dir = take("BACKUP_DIR", parseText);
  const at = take("BACKUP_AT", parseTimeOfDay) ?? "";
  const keep = take("BACKUP_KEEP", parseCount) ?? 0;
  return dir === undefined ? null : { dir, at, keep };
}

function readCodeTarget({ take }: Reader): Config["codeTarget"] {
  const url = take("PILOTHOUSE_URL", parseOrigin);
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
    discord: take("DISCORD_BASE_URL", parseBaseUrl) ?? channelAddresses.discord,
  };
}

function readModels({ take }: Reader): Config["models"] {
  return {
    openaiApiKey: take("OPENAI_API_KEY", parseText),
    openaiBaseUrl: take("OPENAI_BASE_URL", parseBaseUrl),
    anthropicApiKey: take("ANTHROPIC_API_KEY", parseText),
    anthropicBaseUrl: take("ANTHROPIC_BASE_URL", parseBaseUrl),
    googleApiKey: take("GOOGLE_GENERATIVE_AI_API_KEY", parseText),
    deepseekApiKey: take("DEEPSEEK_API_KEY", parseText),
    alibabaApiKey: take("ALIBABA_API_KEY", parseText),
  };
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

function parseText(text: string): string {
  return text;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error("must be a number from 0 to 65535.");
}

function parseRate(text: string): number {
  const rate = Number(text);
  if (rate >= 0.01 && rate <= 1000) return rate;
  throw new Error("must be a number of requests a second from 0.01 to 1000.");
}

function parseTimeOfDay(text: string): string {
  if (!timeOfDay.test(text)) throw new Error("is a time of day such as 03:00.");
  return text;
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 1000) throw new Error("is a number from 1 to 1000.");
  return count;
}

function parseDays(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new Error("is a number of days from 0 to 999.");
}

function parseStripeKey(text: string): string {
  if (/^(sk|rk)_(test|live)_\w+$/.test(text)) return text;
  throw new Error("must be a secret or restricted key of Stripe, such as sk_test_…");
}

function parseStripeSecret(text: string): string {
  if (/^whsec_\S+$/.test(text)) return text;
  throw new Error("must be the signing secret of a webhook at Stripe, which begins with whsec_.");
}

function parsePassphrase(text: string): string {
  if (text.length < shortestPassphrase) throw new Error(`needs at least ${shortestPassphrase} characters.`);
  return text;
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (seconds >= 1 && seconds <= 3600) return seconds;
  throw new Error("must be a number of seconds from 1 to 3600.");
}

function parseMetricsToken(text: string): string {
  if (/^\S{16,}$/.test(text)) return text;
  throw new Error("must have 16 characters at least and no spaces; `openssl rand -hex 16` makes a good one.");
}

function parseMs(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new Error("must be a number of milliseconds, such as 500.");
}

function parseOrigin(text: string): string {
  const url = URL.parse(text);
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search && !url.hash;
  if (isOrigin && !url.username && !url.password) return url.origin;
  throw new Error("must be an origin such as https://agents.example.com, without a path.");
}

function parseProxies(text: string): TrustedProxies {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  return parseNetworks(
    text,
    "must be a number of proxies, or their networks such as 10.0.0.0/8,192.168.1.4.",
  );
}

function parseHeaderName(text: string): string {
  if (!/^[\w-]{1,100}$/.test(text)) throw new Error("must be a header's name, such as CF-IPCountry.");
  return text.toLowerCase();
}

function parseRanges(text: string): string[] {
  return parseNetworks(text, "must be networks such as 10.1.0.0/16,127.0.0.0/8.");
}

function parseNameServers(text: string): string[] {
  const servers = text.split(",").map((part) => part.trim());
  try {
    createNameServers(servers);
    return servers;
  } catch {
    throw new Error("must be addresses of name servers, such as 1.1.1.1,9.9.9.9:53.");
  }
}

function parseNetworks(text: string, message: string): string[] {
  const networks = text.split(",").map((part) => part.trim());
  try {
    parseAllowedRanges(networks);
  } catch {
    throw new Error(message);
  }
  return networks;
}

function parseSmtpUrl(text: string): string {
  if (URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol)) return text;
  throw new Error("has to begin with smtp:// or smtps://, as in smtp://user:password@mail.example.com:587.");
}

function parseRegistration(text: string): boolean {
  if (text === "invite" || text === "open") return text === "open";
  throw new Error("must be invite or open.");
}

function parseMakers(text: string): OrganizationMakers {
  if (text === "everybody" || text === "operator") return text;
  throw new Error("must be everybody or operator.");
}

function parseCredits(text: string): number {
  if (text === "unlimited") return Infinity;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error("must be a number of credits, or unlimited.");
}

function parseDatabaseUrl(text: string): string {
  const url = URL.parse(text);
  if (url && /^postgres(ql)?:$/.test(url.protocol)) return text;
  throw new Error("must be the address of a Postgres database: postgres://user:password@host:5432/name");
}

function parseSecret(text: string): string {
  if (text.length >= shortestSecret) return text;
  throw new Error(
    `must have ${shortestSecret} characters at least; \`openssl rand -base64 32\` makes a good one.`,
  );
}

function parseEmail(text: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return text;
  throw new Error("must be an e-mail address.");
}

function parseContact(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol === "https:" || (url?.protocol === "mailto:" && text.includes("@"))) return text;
  throw new Error("must be mailto: and an e-mail address, or an address that begins with https://.");
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

/** The bounds of the contract's own password. */
function parsePassword(text: string): string {
  if (text.length >= 8 && text.length <= 200) return text;
  throw new Error("must have 8 to 200 characters.");
}

function parseBaseUrl(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return text.replace(/\/+$/, "");
  throw new Error("must be an address such as http://localhost:11434/v1");
}

function parseSwitch(text: string): boolean {
  if (text === "on" || text === "off") return text === "on";
  throw new Error("must be on or off.");
}

function parsePageUrl(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url.href;
  throw new Error("must be an address such as https://meet.example.com/us");
}

/** A page anywhere, or one of this server's own. */
function parseDocumentationUrl(text: string): string {
  return /^\/(?![/\\])/.test(text) ? text : parsePageUrl(text);
}

function parseToken(text: string): string {
  if (/^[\w-]{1,200}$/.test(text)) return text;
  throw new Error("must be a widget's token, as its snippet in Deploy shows it.");
}

function parseTagManagerId(text: string): string {
  if (/^GTM-[A-Z0-9]{1,20}$/.test(text)) return text;
  throw new Error("must be the id of a container, such as GTM-ABC1234.");
}

function parseBucket(text: string): string {
  if (/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i.test(text)) return text;
  throw new Error("must be the name of a bucket: 3 to 63 letters, digits, hyphens and dots.");
}

/** Compared with what the provider says of itself, so it stays as it is written. */
function parseIssuer(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) return text;
  throw new Error("must be the provider's issuer, such as https://login.example.com/realms/team");
}

function parseOneTapUrl(text: string): string {
  const url = URL.parse(text);
  // Browsers ask no other; what runs on this machine is as good.
  const isAsked = url?.protocol === "https:" || /^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(text);
  if (text === "off" || isAsked) return text;
  throw new Error("must be an address on https, or off.");
}

function parseLogLevel(text: string): Config["logLevel"] {
  if (text === "error" || text === "warn" || text === "info") return text;
  throw new Error("must be error, warn or info.");
}

/** Gives a sentence for each name that nobody reads but that is hardly different from one of ours. */
function findSlips(env: Environment): string[] {
  const known = names.flatMap((name) => [name, `${name}_FILE`]);
  const knownParts = new Map(known.map((name) => [sortParts(name), name]));
  return Object.keys(env).flatMap((given) => {
    if (known.includes(given)) return [];
    const asOurs = given.toUpperCase();
    const meant = knownParts.get(sortParts(asOurs)) ?? known.find((name) => isSlipOf(asOurs, name));
    return meant ? [`${given} is not a setting and is not read. Did you mean ${meant}?`] : [];
  });
}

/** The same for names whose words stand in another order. */
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
