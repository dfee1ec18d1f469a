import { readFileSync } from "node:fs";
import { CannotStart } from "./database/cannotStart.ts";
import type { TrustedProxies } from "./door/address.ts";
import { parseAllowedRanges } from "./egress/ranges.ts";
import type { MailSettings } from "./mail/mail.ts";
import type { ModelSettings } from "./models/providers.ts";

/** Everything that the environment decides. Nothing else in the product reads it. */
export interface Config {
  host: string;
  port: number;
  /** The origin under which people reach this server, where that is not what their request says. */
  publicOrigin: string | null;
  trustedProxies: TrustedProxies;
  dataDir: string;
  databaseUrl: string | undefined;
  secretKey: string | undefined;
  egressAllow: string[];
  /** Made at the first start, so that nobody needs a screen. */
  firstOwner: { email: string; password: string } | null;
  mail: MailSettings;
  models: ModelSettings;
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
  TRUST_PROXY: {
    what: "How many proxies stand in front, or their networks (`10.0.0.0/8,...`): their forwarding headers are believed.",
    default: "0",
  },
  DATA_DIR: { what: "The folder for the database, files and the secret key.", default: "./data" },
  DATABASE_URL: {
    what: "`postgres://...`, to keep the rows in Postgres instead of SQLite in the data folder.",
    secret: true,
  },
  SECRET_KEY: {
    what: "At least 32 characters that seal what is secret; made in the data folder when not set.",
    secret: true,
  },
  EGRESS_ALLOW: {
    what: "Private networks that crawler, actions and models may reach, such as `10.1.0.0/16,127.0.0.0/8`.",
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
  OPENAI_API_KEY: { what: "Makes OpenAI's models available.", secret: true },
  OPENAI_BASE_URL: { what: "Any server that speaks as OpenAI does, such as `http://localhost:11434/v1`." },
  ANTHROPIC_API_KEY: { what: "Makes Anthropic's models available.", secret: true },
  ANTHROPIC_BASE_URL: { what: "Another address for Anthropic's models." },
  DEEPSEEK_API_KEY: { what: "Makes DeepSeek's models available.", secret: true },
  ALIBABA_API_KEY: { what: "Makes Alibaba's models available.", secret: true },
  LOG_LEVEL: { what: "How much the log tells: `error`, `warn` or `info`.", default: "info" },
} satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

type Environment = Record<string, string | undefined>;

const names = Object.keys(settings) as SettingName[]; // the keys of the object above
const shortestSecret = 32;

/** Reads the environment. Throws CannotStart that names everything that is wrong, at once and without any value. */
export function readConfig(env: Environment = process.env): Config {
  const problems: string[] = [];
  const values = readValues(env, problems);

  /** Gives what `parse` makes of the setting, or of its default; a sentence it throws becomes a problem. */
  function take<Value>(name: SettingName, parse: (text: string) => Value): Value | undefined {
    const setting: Setting = settings[name];
    const text = values[name] ?? setting.default;
    if (text === undefined) return undefined;
    try {
      return parse(text);
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  const email = take("ADMIN_EMAIL", parseEmail);
  const password = take("ADMIN_PASSWORD", parsePassword);
  if ((values.ADMIN_EMAIL === undefined) !== (values.ADMIN_PASSWORD === undefined)) {
    problems.push("ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither.");
  }
  const config: Config = {
    host: take("HOST", parseText) ?? "",
    port: take("PORT", parsePort) ?? 0,
    publicOrigin: take("PUBLIC_URL", parseOrigin) ?? null,
    trustedProxies: take("TRUST_PROXY", parseProxies) ?? 0,
    dataDir: take("DATA_DIR", parseText) ?? "",
    databaseUrl: take("DATABASE_URL", parseDatabaseUrl),
    secretKey: take("SECRET_KEY", parseSecret),
    egressAllow: take("EGRESS_ALLOW", parseRanges) ?? [],
    firstOwner: email !== undefined && password !== undefined ? { email, password } : null,
    mail: { smtpUrl: take("SMTP_URL", parseSmtpUrl), from: take("MAIL_FROM", parseEmail) },
    models: {
      openaiApiKey: take("OPENAI_API_KEY", parseText),
      openaiBaseUrl: take("OPENAI_BASE_URL", parseBaseUrl),
      anthropicApiKey: take("ANTHROPIC_API_KEY", parseText),
      anthropicBaseUrl: take("ANTHROPIC_BASE_URL", parseBaseUrl),
      deepseekApiKey: take("DEEPSEEK_API_KEY", parseText),
      alibabaApiKey: take("ALIBABA_API_KEY", parseText),
    },
    logLevel: take("LOG_LEVEL", parseLogLevel) ?? "info",
    warnings: findSlips(env),
  };
  if (problems.length > 0) {
    throw new CannotStart(
      `The settings are not right:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`,
    );
  }
  return config;
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

function parseRanges(text: string): string[] {
  return parseNetworks(text, "must be networks such as 10.1.0.0/16,127.0.0.0/8.");
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

function parseLogLevel(text: string): Config["logLevel"] {
  if (text === "error" || text === "warn" || text === "info") return text;
  throw new Error("must be error, warn or info.");
}

/** Gives a sentence for each name that nobody reads but that is hardly different from one of ours. */
function findSlips(env: Environment): string[] {
  const known = names.flatMap((name) => [name, `${name}_FILE`]);
  return Object.keys(env).flatMap((given) => {
    if (known.includes(given)) return [];
    const meant = known.find((name) => isSlipOf(given.toUpperCase(), name));
    return meant ? [`${given} is not a setting and is not read. Did you mean ${meant}?`] : [];
  });
}

function isSlipOf(given: string, name: string): boolean {
  if (given.split("_").toSorted().join() === name.split("_").toSorted().join()) return true;
  const allowed = name.length > 6 ? 2 : 1;
  return Math.abs(given.length - name.length) <= allowed && countEdits(given, name) <= allowed;
}

/** Counts the letters to put in, take out, replace or swap with the next one to make one text of the other. */
function countEdits(one: string, other: string): number {
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
    beforeLast = last;
    last = line;
  }
  return last[other.length] ?? Infinity;
}
