import type { HttpConfig, SentRequest } from "../../../../shared/contract/skills/skills.ts";
import type { FormValues } from "../../../../shared/domain/forms.ts";
import { version } from "../../../../shared/domain/product.ts";
import { listPlaceholders } from "../../../../shared/domain/skills.ts";
import { fillAddress, fillHeader, fillJson, fillTemplate } from "./fillTemplate.ts";

export interface RequestParts {
  config: HttpConfig;
  values: FormValues;
  secret: string | null;
  /** Tells the far side that a repeat is the same request; for requests that change something. */
  idempotencyKey: string | null;
}

/** A request as it leaves, and as it may be shown. */
export interface WrittenRequest {
  url: string;
  method: HttpConfig["method"];
  headers: Record<string, string>;
  body: string | undefined;
  shown: SentRequest;
}

/** Stands where a secret does, for people's eyes. */
export const hidden = "••••••";

/** Writes a skill's request exactly as it is configured. Throws a TemplateProblem where an input can't stand where it is put. */
export function writeRequest({ config, values, secret, idempotencyKey }: RequestParts): WrittenRequest {
  const url = new URL(fillAddress(config.url, values));
  for (const { name, value } of config.query) {
    const names = listPlaceholders(value);
    // An optional input that nobody gave is left out, and so is its name.
    if (names.length > 0 && names.every((one) => values[one] === undefined)) continue;
    url.searchParams.append(
      name,
      fillTemplate(value, values, (text) => text),
    );
  }
  const body = config.method === "GET" ? undefined : writeBody(config, values);
  const own = Object.fromEntries(config.headers.map(({ name, value }) => [name, fillHeader(value, values)]));
  const has = (name: string) => Object.keys(own).some((one) => one.toLowerCase() === name);
  const headers = {
    ...(!has("accept") && { accept: "application/json, text/plain;q=0.9, */*;q=0.5" }),
    ...(!has("user-agent") && { "user-agent": `Pilothouse/${version}` }),
    ...(body !== undefined && !has("content-type") && { "content-type": contentTypes[config.bodyType] }),
    ...(idempotencyKey !== null && !has("idempotency-key") && { "idempotency-key": idempotencyKey }),
    ...own,
  };
  const sign = (given: string) => ({
    url: signAddress(url, config.auth, given),
    headers: { ...headers, ...writeAuth(config.auth, given) },
  });
  const unsigned = { url: url.href, headers };
  return {
    ...(secret === null ? unsigned : sign(secret)),
    ...{ method: config.method, body },
    shown: { method: config.method, ...(secret === null ? unsigned : sign(hidden)), body: body ?? null },
  };
}

const contentTypes: Record<HttpConfig["bodyType"], string> = {
  none: "text/plain",
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  raw: "text/plain; charset=utf-8",
};

function writeBody({ bodyType, body }: HttpConfig, values: FormValues): string | undefined {
  if (bodyType === "none") return undefined;
  if (bodyType === "json") return fillJson(body, values);
  if (bodyType === "raw") return fillTemplate(body, values, (text) => text);
  const form = new URLSearchParams();
  for (const line of body.split(/\r?\n/)) {
    if (line.trim() === "") continue;
    const at = line.indexOf("=");
    const [name, value] = at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1)];
    form.append(
      name.trim(),
      fillTemplate(value, values, (text) => text),
    );
  }
  return form.toString();
}

function signAddress(url: URL, auth: HttpConfig["auth"], secret: string): string {
  if (auth.type !== "query") return url.href;
  const signed = new URL(url);
  signed.searchParams.set(auth.name, secret);
  return signed.href;
}

function writeAuth(auth: HttpConfig["auth"], secret: string): Record<string, string> {
  if (auth.type === "bearer") return { authorization: `Bearer ${secret}` };
  if (auth.type === "header") return { [auth.name]: secret };
  if (auth.type !== "basic") return {};
  const shown = secret === hidden ? hidden : Buffer.from(`${auth.username}:${secret}`).toString("base64");
  return { authorization: `Basic ${shown}` };
}
