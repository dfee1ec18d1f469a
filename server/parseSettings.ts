import type { OrganizationMakers } from "./accounts/mayCreate.ts";
import { timeOfDay } from "../shared/domain/zoneTime.ts";
import type { TrustedProxies } from "./requests/address.ts";
import { createNameServers } from "./egress/nameServers.ts";
import { parseAllowedRanges } from "./egress/ranges.ts";
import { roles } from "./http/role.ts";
import type { Role } from "./http/role.ts";
import type { LogLevel } from "./requests/log.ts";

const shortestSecret = 32;
const shortestPassphrase = 12;

/** Each parser gives a setting's value, or throws an Error whose message continues a sentence that begins with the name. */
export function parseText(text: string): string {
  return text;
}

export function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error("must be a number from 0 to 65535.");
}

export function parseRate(text: string): number {
  const rate = Number(text);
  if (rate >= 0.01 && rate <= 1000) return rate;
  throw new Error("must be a number of requests a second from 0.01 to 1000.");
}

export function parseTimeOfDay(text: string): string {
  if (!timeOfDay.test(text)) throw new Error("is a time of day such as 03:00.");
  return text;
}

export function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 1000) throw new Error("is a number from 1 to 1000.");
  return count;
}

export function parseDays(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new Error("is a number of days from 0 to 999.");
}

export function parseStripeKey(text: string): string {
  if (/^(sk|rk)_(test|live)_\w+$/.test(text)) return text;
  throw new Error("must be a secret or restricted key of Stripe, such as sk_test_…");
}

export function parseStripeSecret(text: string): string {
  if (/^whsec_\S+$/.test(text)) return text;
  throw new Error("must be the signing secret of a webhook at Stripe, which begins with whsec_.");
}

export function parsePassphrase(text: string): string {
  if (text.length < shortestPassphrase) throw new Error(`needs at least ${shortestPassphrase} characters.`);
  return text;
}

export function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (seconds >= 1 && seconds <= 3600) return seconds;
  throw new Error("must be a number of seconds from 1 to 3600.");
}

export function parseMetricsToken(text: string): string {
  if (/^\S{16,}$/.test(text)) return text;
  throw new Error("must have 16 characters at least and no spaces; `openssl rand -hex 16` makes a good one.");
}

export function parseMs(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new Error("must be a number of milliseconds, such as 500.");
}

export function parseOrigin(text: string): string {
  const url = URL.parse(text);
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search && !url.hash;
  if (isOrigin && !url.username && !url.password) return url.origin;
  throw new Error("must be an origin such as https://agents.example.com, without a path.");
}

export function parsePublicUrl(text: string): string {
  const hasPath = (URL.parse(text)?.pathname ?? "/") !== "/";
  try {
    return parseOrigin(text);
  } catch (error) {
    if (!hasPath || !(error instanceof Error)) throw error;
    throw new Error(`${error.message} The path goes into BASE_PATH.`, { cause: error });
  }
}

/** First parts of our own paths: a proxy that strips BASE_PATH would make them ambiguous. */
const ownParts: ReadonlySet<string | undefined> = new Set([
  ...["api", "assets", "avatar", "embed", "guide", "guide.css", "mcp-app", "p"],
  ...["healthz", "metrics", "readyz", "version"],
  // Screens of the console.
  ...["accept-invite", "accounts", "auth", "choose-app", "choose-company", "conversations", "inbox"],
  ...["setup-company", "try-for-free", "verify-invite"],
]);

/** The path below which the server lies, without a slash at its end; empty for the root. */
export function parseBasePath(text: string): string {
  const path = text.replace(/\/+$/, "");
  if (path !== "" && !/^(\/[\w-][\w.~-]*){1,8}$/.test(path))
    throw new Error("must be a path such as /helm, of letters, digits, dots, hyphens and slashes.");
  const [, own] = path.split("/");
  if (ownParts.has(own)) throw new Error(`can't begin with /${own}, which is a path of this server itself.`);
  return path;
}

export function parseProxies(text: string): TrustedProxies {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  return parseNetworks(
    text,
    "must be a number of proxies, or their networks such as 10.0.0.0/8,192.168.1.4.",
  );
}

export function parseHeaderName(text: string): string {
  if (!/^[\w-]{1,100}$/.test(text)) throw new Error("must be a header's name, such as CF-IPCountry.");
  return text.toLowerCase();
}

export function parseRanges(text: string): string[] {
  return parseNetworks(text, "must be networks such as 10.1.0.0/16,127.0.0.0/8.");
}

export function parseNameServers(text: string): string[] {
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

export function parseSmtpUrl(text: string): string {
  if (URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol)) return text;
  throw new Error("has to begin with smtp:// or smtps://, as in smtp://user:password@mail.example.com:587.");
}

export function parseRegistration(text: string): boolean {
  if (text === "invite" || text === "open") return text === "open";
  throw new Error("must be invite or open.");
}

export function parseMakers(text: string): OrganizationMakers {
  if (text === "everybody" || text === "operator") return text;
  throw new Error("must be everybody or operator.");
}

/** A program and what it is given, for no shell. */
export function parseCommand(text: string): string[] {
  const parts = text.split(/ +/).filter(Boolean);
  if (parts.some((part) => /["'|&;<>$`]/.test(part)))
    throw new Error("must be a program and its arguments, without quotes or signs of a shell.");
  return parts;
}

/** Gives null for no bound. With none at all, nobody could change anything. */
export function parseRequests(text: string): number | null {
  const requests = parseBound(text);
  if (requests !== 0) return requests;
  throw new Error("must be at least 1, or unlimited.");
}

/** Gives null for no bound. */
export function parseBound(text: string): number | null {
  if (text === "unlimited") return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error("must be a whole number, or unlimited.");
}

export function parseDatabaseUrl(text: string): string {
  const url = URL.parse(text);
  if (url && /^postgres(ql)?:$/.test(url.protocol)) return text;
  throw new Error("must be the address of a Postgres database: postgres://user:password@host:5432/name");
}

export function parseSecret(text: string): string {
  if (text.length >= shortestSecret) return text;
  throw new Error(
    `must have ${shortestSecret} characters at least; \`openssl rand -base64 32\` makes a good one.`,
  );
}

export function parseEmail(text: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return text;
  throw new Error("must be an e-mail address.");
}

export function parseContact(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol === "https:" || (url?.protocol === "mailto:" && text.includes("@"))) return text;
  throw new Error("must be mailto: and an e-mail address, or an address that begins with https://.");
}

/** The bounds of the contract's own password. */
export function parsePassword(text: string): string {
  if (text.length >= 8 && text.length <= 200) return text;
  throw new Error("must have 8 to 200 characters.");
}

export function parseBaseUrl(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return text.replace(/\/+$/, "");
  throw new Error("must be an address such as http://localhost:11434/v1");
}

export function parseSwitch(text: string): boolean {
  if (text === "on" || text === "off") return text === "on";
  throw new Error("must be on or off.");
}

export function parsePageUrl(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url.href;
  throw new Error("must be an address such as https://meet.example.com/us");
}

/** A page anywhere, or one of this server's own. */
export function parseDocumentationUrl(text: string): string {
  return /^\/(?![/\\])/.test(text) ? text : parsePageUrl(text);
}

export function parseToken(text: string): string {
  if (/^[\w-]{1,200}$/.test(text)) return text;
  throw new Error("must be a widget's token, as its snippet in Deploy shows it.");
}

export function parseTagManagerId(text: string): string {
  if (/^GTM-[A-Z0-9]{1,20}$/.test(text)) return text;
  throw new Error("must be the id of a container, such as GTM-ABC1234.");
}

export function parseBucket(text: string): string {
  if (/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i.test(text)) return text;
  throw new Error("must be the name of a bucket: 3 to 63 letters, digits, hyphens and dots.");
}

/** Compared with what the provider says of itself, so it stays as it is written. */
export function parseIssuer(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) return text;
  throw new Error("must be the provider's issuer, such as https://login.example.com/realms/team");
}

export function parseOneTapUrl(text: string): string {
  const url = URL.parse(text);
  // Browsers ask no other; what runs on this machine is as good.
  const isAsked = url?.protocol === "https:" || /^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(text);
  if (text === "off" || isAsked) return text;
  throw new Error("must be an address on https, or off.");
}

export function parseRole(text: string): Role {
  const role = roles.find((one) => one === text);
  if (role === undefined) throw new Error("must be all, web or worker.");
  return role;
}

export function parseLogLevel(text: string): LogLevel {
  if (text === "error" || text === "warn" || text === "info") return text;
  throw new Error("must be error, warn or info.");
}
