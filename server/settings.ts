import { providers } from "../shared/domain/providers.ts";
import { keySettings } from "./models/providers.ts";

export interface Setting {
  /** What it does, for the README and .env.example. */
  what: string;
  /** What holds when it is not set; left out where nothing does. */
  default?: string;
  /** Never printed; better given as a file. */
  secret?: true;
}

/** Every setting there is, in the order people read them. README and .env.example are compared with it by a test. */
export const settings = {
  HOST: {
    what: "The address to listen on; `0.0.0.0` for all addresses of the machine.",
    default: "127.0.0.1",
  },
  PORT: { what: "The port to listen on; 0 picks a free one.", default: "3000" },
  PUBLIC_URL: { what: "The address where people reach the server, such as `https://agents.example.com`." },
  BASE_PATH: {
    what: "The path below which everything is, such as `/helm` for `https://example.com/helm/`. Proxies pass it on.",
  },
  HSTS_SUBDOMAINS: {
    what: "`on`: browsers use https for all subdomains of this host too, for a year.",
    default: "off",
  },
  TRUST_PROXY: {
    what: "The number of proxies in front of the server, or their networks (`10.0.0.0/8,...`). Their forwarding headers are trusted.",
    default: "0",
  },
  COUNTRY_HEADER: {
    what: "With `TRUST_PROXY`: the proxy's header with the visitor's country, such as `CF-IPCountry`.",
  },
  ROLE: {
    what: "What this process does: `web` answers requests, `worker` does jobs, schedules and sending, and `all` does both. Two roles need `DATABASE_URL`.",
    default: "all",
  },
  DATA_DIR: { what: "The folder for the database, files and the secret key.", default: "./data" },
  DATABASE_URL: {
    what: "`postgres://...`: keeps rows in Postgres instead of SQLite; `sslmode` as in psql.",
    secret: true,
  },
  SECRET_KEY: {
    what: "At least 32 characters that encrypt secrets; generated in the data folder if not set.",
    secret: true,
  },
  S3_ENDPOINT: {
    what: "The address of an S3-compatible store for files, instead of the data folder.",
  },
  S3_REGION: { what: "The store's region.", default: "us-east-1" },
  S3_BUCKET: { what: "The bucket for files; with `S3_ENDPOINT`." },
  S3_ACCESS_KEY_ID: { what: "The store's access key. It needs read, write, delete and list in the bucket." },
  S3_SECRET_ACCESS_KEY: { what: "The access key's secret.", secret: true },
  S3_PUBLIC_URL: {
    what: "The store's address for browsers, which then upload straight to it; its CORS rules must allow that.",
  },
  S3_PATH_STYLE: {
    what: "`off` puts the bucket's name in the host instead of the path.",
    default: "on",
  },
  EGRESS_ALLOW: {
    what: "Private networks that crawler, actions and models can reach, such as `10.1.0.0/16,127.0.0.0/8`.",
  },
  DNS_SERVERS: {
    what: "Name servers that look up the domains of hosted pages, such as `1.1.1.1,9.9.9.9:53`; by default the machine's.",
  },
  CRAWL_RATE: {
    what: "Requests a second that a crawl sends to one host at most. A slower Crawl-delay of the site applies.",
    default: "2",
  },
  STOP_SECONDS: {
    what: "Seconds to stop after SIGTERM, mostly to finish answers. Whatever kills the process must wait longer.",
    default: "9",
  },
  ADMIN_EMAIL: {
    what: "With `ADMIN_PASSWORD`: creates the first owner at the first start.",
  },
  ADMIN_PASSWORD: { what: "The first owner's password, at least 8 characters.", secret: true },
  SMTP_URL: {
    what: "The mail server, such as `smtp://user:password@mail.example.com:587`. Without it, links are shown instead of sent.",
    secret: true,
  },
  MAIL_FROM: { what: "The sender's address; by default the SMTP user if it is an address." },
  PUSH_CONTACT: {
    what: "Contact for push services, `mailto:ops@example.com` or an https address; by default MAIL_FROM, then PUBLIC_URL.",
  },
  REGISTRATION: {
    what: "Sign-up: `invite` for invited people only, or `open` for everyone, with a code if there is a mail server.",
    default: "invite",
  },
  CREATE_ORGANIZATIONS: {
    what: "People who can create organizations: `everybody` with an account, or the `operator` (first owner and super admins).",
    default: "everybody",
  },
  MODEL_CREDITS_PER_DAY: {
    what: "Credits a day (UTC) that each organization can spend on the model keys below, or `unlimited`. By default 1000 with `REGISTRATION=open`, otherwise unlimited.",
  },
  STORAGE_GB_PER_ORGANIZATION: {
    what: "Gigabytes of files that each organization can store, or `unlimited`. By default 10 with `REGISTRATION=open`, otherwise unlimited.",
  },
  REQUESTS_PER_MINUTE: {
    what: "Requests a minute of each organization's members and keys together, and as many of its visitors, or `unlimited`.",
    default: "unlimited",
  },
  REGISTRATION_DOMAINS: {
    what: "With `open`: only addresses of these domains can sign up, such as `example.com,example.org`.",
  },
  GOOGLE_CLIENT_ID: {
    what: "Sign-in with Google, or with the provider of `OIDC_ISSUER`. Register `/api/webhooks/v1.0/authentication/google/return` there.",
  },
  GOOGLE_CLIENT_SECRET: {
    what: "The client's secret; not needed for a public client.",
    secret: true,
  },
  OIDC_ISSUER: {
    what: "Another OpenID provider instead of Google, such as `https://login.example.com/realms/team`.",
    default: "https://accounts.google.com",
  },
  OIDC_TRUST_EMAILS: {
    what: "`on`: treats e-mail addresses as verified if the provider does not say, as with your own Entra ID tenant. Only for a provider that issues only your own addresses.",
    default: "off",
  },
  OIDC_NAME: {
    what: "The name on its button, such as `Keycloak`; by default `Google` or the provider's host.",
  },
  OIDC_END_SESSION_URL: {
    what: "The provider's sign-out page, if its discovery does not name one.",
  },
  OIDC_ONE_TAP_URL: {
    what: "The provider's FedCM configuration, so that browsers offer sign-in; Google's by default; `off` for none.",
  },
  GOOGLE_DRIVE_CLIENT_ID: {
    what: "Sources from Google Drive. Enable the Drive API for the client and register `/api/webhooks/v1/google-token` there.",
  },
  GOOGLE_DRIVE_CLIENT_SECRET: { what: "That client's secret.", secret: true },
  GOOGLE_DRIVE_AUTH_URL: { what: "Another consent page than Google's." },
  GOOGLE_DRIVE_TOKEN_URL: { what: "Another token endpoint than Google's." },
  GOOGLE_DRIVE_BASE_URL: { what: "Another address for the Drive API." },
  NOTION_CLIENT_ID: {
    what: "Sign-in to Notion, in addition to tokens. Register `/api/webhooks/v1/notion-token` there.",
  },
  NOTION_CLIENT_SECRET: { what: "That client's secret.", secret: true },
  NOTION_BASE_URL: { what: "Another address for the Notion API." },
  INTEGRATIONS: {
    what: 'Clients for all connections, by service: `{"slack":{"clientId":"…","clientSecret":"…"}}`; register `/api/webhooks/v1/oauth-return` there.',
    secret: true,
  },
  ...describeModelKeys(),
  OPENAI_BASE_URL: { what: "Any OpenAI-compatible server, such as `http://localhost:11434/v1`." },
  ANTHROPIC_BASE_URL: { what: "Another address for Anthropic's models." },
  HEARING_COMMAND: {
    what: "A program that understands calls without a key, such as `pocketsphinx_continuous -logfn /dev/null -infile {file}`. Needs `SPEAKING_COMMAND`.",
  },
  SPEAKING_COMMAND: {
    what: "A program that speaks in calls, such as `espeak-ng -v {voice} --stdin --stdout`. It writes WAV. Needs `HEARING_COMMAND`.",
  },
  STRIPE_SECRET_KEY: {
    what: "Paid plans with Stripe: your products with `agents` in their metadata, and `credits` a month or `characters` as limits.",
    secret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    what: "The signing secret of the webhook `/api/webhooks/v1/stripe`, with the events of subscriptions, invoices and Checkout.",
    secret: true,
  },
  STRIPE_TRIAL_DAYS: {
    what: "Days that a new organization can use one agent before it chooses a plan.",
    default: "14",
  },
  STRIPE_GRACE_DAYS: {
    what: "Days that agents keep working after a failed payment.",
    default: "7",
  },
  TRIAL: {
    what: "`on`: anyone can try an agent of their own website at `/try-for-free`, for a day, with the built-in model.",
    default: "off",
  },
  CAPTCHA: {
    what: "`on`: sign-in, registration and forgotten passwords require a small proof of work from the browser.",
    default: "off",
  },
  MEETING_URL: { what: "Shows Book a Demo in the console, which opens this address." },
  SUPPORT_WIDGET_TOKEN: {
    what: "Shows Get Help in the console, with the chat widget of this token. Its allowed domains must include this server.",
  },
  SUPPORT_WIDGET_ORIGIN: { what: "The server of that widget, if it is another one." },
  DOCUMENTATION_URL: { what: "The address of Documentation in the console.", default: "/api/docs" },
  TAG_MANAGER_ID: {
    what: "Loads Google Tag Manager into the console with the product's events, such as `GTM-ABC1234`.",
  },
  TELEGRAM_BASE_URL: { what: "Another address for Telegram's Bot API, such as your own Bot API server." },
  META_BASE_URL: { what: "Another address for WhatsApp, Messenger and Instagram, with the version." },
  SLACK_CLIENT_ID: {
    what: "Shows Add to Slack in Deploy. The client ID of your Slack app, which serves all workspaces; the guide “Add to Slack” has its manifest.",
  },
  SLACK_CLIENT_SECRET: { what: "That app's client secret.", secret: true },
  SLACK_SIGNING_SECRET: { what: "That app's signing secret.", secret: true },
  SLACK_BASE_URL: { what: "Another address for Slack." },
  TWILIO_BASE_URL: { what: "Another address for Twilio." },
  TELNYX_BASE_URL: { what: "Another address for Telnyx." },
  DISCORD_BASE_URL: { what: "Another address for Discord." },
  SNS_BASE_URL: { what: "Another address for Amazon SNS, which delivers the mail of Amazon SES." },
  BACKUP_DIR: {
    what: "The place for nightly backups: a folder on another disk, or `s3://BUCKET/PREFIX`. Without it there are none.",
  },
  BACKUP_S3_ENDPOINT: {
    what: "The S3-compatible store of backups at `s3://...`; by default the `S3_` settings above.",
  },
  BACKUP_S3_REGION: { what: "That store's region.", default: "us-east-1" },
  BACKUP_S3_ACCESS_KEY_ID: {
    what: "That store's access key. It needs read, write, delete and list in the bucket.",
  },
  BACKUP_S3_SECRET_ACCESS_KEY: { what: "That access key's secret.", secret: true },
  BACKUP_AT: { what: "The time of the nightly backup, in UTC.", default: "03:00" },
  BACKUP_KEEP: { what: "The number of backups to keep.", default: "7" },
  BACKUP_BEFORE_UPGRADE: {
    what: "`off`: an upgrade changes the tables without saving their rows in `DATA_DIR/upgrades` first.",
    default: "on",
  },
  BACKUP_PASSPHRASE: {
    what: "At least 12 characters: includes the secret key in backups, encrypted with this passphrase. Restoring needs it.",
    secret: true,
  },
  METRICS_TOKEN: {
    what: "At least 16 characters: enables `/metrics` for Prometheus, with this bearer token.",
    secret: true,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    what: "Sends traces to an OpenTelemetry collector, such as `http://collector:4318`. The other `OTEL_` settings apply too.",
  },
  SLOW_MS: {
    what: "Logs requests and database statements that take longer than this many milliseconds.",
  },
  SECURITY_LOG: {
    what: "A file that also receives security events, as lines of JSON.",
  },
  PILOTHOUSE_URL: {
    what: "For `npm run cli -- pull`, `plan`, `apply` and `test`: the server to use.",
  },
  PILOTHOUSE_API_KEY: { what: "An API key of that server, with the right to change agents.", secret: true },
  PILOTHOUSE_ORG: { what: "The ID of its organization, shown in Settings." },
  LOG_LEVEL: { what: "How much the log tells: `error`, `warn` or `info`.", default: "info" },
} satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

function describeModelKeys(): Record<(typeof keySettings)[keyof typeof keySettings], Setting> {
  const described = providers.map(({ value, label }): [string, Setting] => [
    keySettings[value],
    { what: `Enables ${label}'s models.`, secret: true },
  ]);
  return Object.fromEntries(described) as ReturnType<typeof describeModelKeys>; // one for each provider
}
