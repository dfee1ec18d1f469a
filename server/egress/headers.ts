import { EgressError } from "./EgressError.ts";

/** Headers by lower-case name. */
export type Headers = Record<string, string>;

/**
 * Gives the headers with lower-case names, ready to send. Refuses those that decide where a request goes or how it
 * is framed, those that metadata services ask for, and any character that could end the line.
 */
export function vetHeaders(headers: Readonly<Headers>): Headers {
  const vetted = Object.entries(headers).map(([name, value]): [string, string] => {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) throw refuse(`bad header name ${JSON.stringify(name)}`);
    if (!/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)) throw refuse(`bad value of header ${name}`);
    if (isOurs(name.toLowerCase())) throw refuse(`header ${name} may not be set`);
    return [name.toLowerCase(), value];
  });
  return Object.fromEntries(vetted);
}

/** Gives the headers that may follow a redirect to another origin: nothing that could be somebody's secret. */
export function keepHarmless(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.has(name)));
}

/** Gives an answer's headers, several of one name joined. Cookies are left out: nothing here keeps them. */
export function readHeaders(raw: NodeJS.Dict<string | string[]>): Headers {
  const pairs = Object.entries(raw).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || name === "set-cookie") return [];
    return [[name, Array.isArray(value) ? value.join(", ") : value]];
  });
  return Object.fromEntries(pairs);
}

const harmless = new Set(["accept", "accept-language", "content-type", "user-agent"]);

const ours = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "metadata",
  "metadata-flavor",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "x-google-metadata-request",
]);

function isOurs(name: string): boolean {
  return ours.has(name) || name.startsWith("proxy-") || name.startsWith("x-aws-ec2-metadata-");
}

function refuse(log: string): EgressError {
  return new EgressError("request", { log });
}
