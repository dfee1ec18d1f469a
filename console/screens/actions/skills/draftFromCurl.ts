import type { HttpConfig } from "../../../../shared/contract/skills/skills.ts";
import type { CurlRequest } from "../../../../shared/domain/curl.ts";
import { reservedHeader, riskOf, skillMethods } from "../../../../shared/domain/skills.ts";
import type { SkillMethod } from "../../../../shared/domain/skills.ts";
import type { TypedSkill } from "../../../state/skills/skills.ts";
import { deriveInputName, deriveName, makeBlankInput, makeBlankSkill, nameInput } from "./skillDrafts.ts";

/** A value of the address that can become an input. */
export interface AddressValue {
  /** `path:2` or `query:0`. */
  id: string;
  /** The name of a value of the query; empty for a part of the path. */
  label: string;
  value: string;
  /** The input's name where it becomes one. */
  input: string;
  /** It looks like one that differs from request to request. */
  isLikely: boolean;
}

/** Lists the values of a request's path and query. */
export function listAddressValues({ url, query }: CurlRequest): AddressValue[] {
  const { parts } = splitPath(url);
  const inPath = parts
    .map((part, at) => {
      const [before, value] = [decode(parts[at - 1] ?? ""), decode(part)];
      const isLikely = /\d/.test(value);
      const named = deriveInputName(isLikely ? before : value);
      return {
        ...{ id: `path:${at}`, label: "", value, isLikely },
        input: isLikely ? `${singularOf(named)}_id`.replace(/^_/, "") : named,
      };
    })
    // Nobody asks for the version of an API.
    .filter(({ value }) => value !== "" && !/^v\d+(\.\d+)*$/i.test(value));
  const inQuery = query.map(({ name, value }, at) => {
    const label = decodeWords(name);
    return {
      ...{ id: `query:${at}`, label, value: decodeWords(value ?? "") },
      ...{ input: deriveInputName(label), isLikely: false },
    };
  });
  const taken = new Set<string>();
  return [...inPath, ...inQuery].map((one) => {
    const input = findFree(one.input || "value", taken);
    taken.add(input);
    return { ...one, input };
  });
}

/** Gives the skill that sends a curl command's request, with the chosen values as inputs, and what it leaves out. */
export function draftFromCurl(
  request: CurlRequest,
  chosen: readonly AddressValue[],
): { skill: TypedSkill; warnings: string[] } {
  const warnings: string[] = [];
  const { start, parts } = splitPath(request.url);
  const inputAt = new Map(chosen.map(({ id, input }) => [id, input]));
  const path = parts.map((part, at) => markOf(inputAt.get(`path:${at}`)) ?? part);
  const given = request.query
    .map(({ name, value }, at) => ({
      name: decodeWords(name),
      value: markOf(inputAt.get(`query:${at}`)) ?? decodeWords(value ?? ""),
    }))
    .filter(({ name }) => name !== "");
  const signed = readHeaders(request, warnings);
  const { query, auth, secret } = readQueryKey(given, signed);
  const method = readMethod(request, warnings);
  const config: HttpConfig = {
    ...{ kind: "http", method, url: [start, ...path].join("/"), query },
    ...readBody(request, { headers: signed.headers, warnings }),
    ...{ auth, pick: "" },
  };
  const title = titleOf(method, parts, inputAt);
  const skill: TypedSkill = {
    ...makeBlankSkill("http"),
    ...{ title, name: deriveName(title), risk: riskOf(method), config },
    inputs: chosen.map(({ input }) => makeBlankInput(input)),
    ...(secret !== undefined && { secret }),
  };
  return { skill, warnings };
}

/** `https://host` and the parts of the path, still encoded. */
function splitPath(url: string): { start: string; parts: string[] } {
  const [, start = url, path = ""] = /^([a-z]+:\/\/[^/]*)\/?(.*)$/is.exec(url) ?? [];
  return { start, parts: path === "" ? [] : path.split("/") };
}

/** In a query and a form, a plus stands for a space. */
function decodeWords(text: string): string {
  return decode(text.replaceAll("+", " "));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function markOf(input: string | undefined): string | undefined {
  return input === undefined ? undefined : `{{${input}}}`;
}

function findFree(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const tried = count === 1 ? name : `${name}_${count}`;
    if (!taken.has(tried)) return tried;
  }
}

function singularOf(word: string): string {
  return word.replace(/ies$/, "y").replace(/([^s])s$/, "$1");
}

function readMethod({ method, bodyType }: CurlRequest, warnings: string[]): SkillMethod {
  const taken = skillMethods.find((one) => one === method);
  if (!taken) warnings.push(`An action can't send ${method}. GET was taken.`);
  if ((taken ?? "GET") === "GET" && bodyType !== null)
    warnings.push("A GET request is sent without its body.");
  return taken ?? "GET";
}

const verbs: Record<SkillMethod, string> = {
  ...{ GET: "Look up", POST: "Send", PUT: "Change", PATCH: "Change", DELETE: "Delete" },
};

/** `Look up orders` of GET /v1/orders/123. */
function titleOf(method: SkillMethod, parts: readonly string[], inputs: ReadonlyMap<string, string>): string {
  const last = parts.findLast((part, at) => !inputs.has(`path:${at}`) && /^[^\d]+$/.test(part));
  return `${verbs[method]} ${last ? nameInput(decode(last)).toLowerCase() : "request"}`.slice(0, 120);
}

type Headers = HttpConfig["headers"];

/** A key of an API is kept as a secret, not among the headers that everybody of the team reads. */
const keyHeader = /^(authorization|(x-)?(api|app|access|auth)[-_]?(key|token))$/i;

function readHeaders(
  { headers: given, auth }: CurlRequest,
  warnings: string[],
): { headers: Headers; auth: HttpConfig["auth"]; secret?: string } {
  const allowed = given.filter(({ name }) => !reservedHeader.test(name));
  const dropped = given.filter(({ name }) => reservedHeader.test(name)).map(({ name }) => name);
  if (dropped.length > 0) warnings.push(`Set by the server itself, so left out: ${dropped.join(", ")}.`);
  if (auth.type === "bearer") return { headers: allowed, auth: { type: "bearer" }, secret: auth.token };
  if (auth.type === "basic") {
    const { username, password } = auth;
    return {
      headers: allowed,
      auth: { type: "basic", username },
      ...(password !== "" && { secret: password }),
    };
  }
  const key = allowed.find(({ name, value }) => keyHeader.test(name) && value !== "");
  if (!key) return { headers: allowed, auth: { type: "none" } };
  return {
    headers: allowed.filter((header) => header !== key),
    auth: { type: "header", name: key.name },
    secret: key.value,
  };
}

const keyParameter = /^((api|app|access|auth)[-_]?(key|token)|appid)$/i;

/** The same of a key in the address, where nothing else signs in. */
function readQueryKey(
  query: HttpConfig["query"],
  { auth, secret }: { auth: HttpConfig["auth"]; secret?: string },
): { query: HttpConfig["query"]; auth: HttpConfig["auth"]; secret?: string } {
  const key = query.find(({ name, value }) => keyParameter.test(name) && /^[^{]/.test(value));
  if (auth.type !== "none" || !key) return { query, auth, ...(secret !== undefined && { secret }) };
  return {
    query: query.filter((pair) => pair !== key),
    auth: { type: "query", name: key.name },
    secret: key.value,
  };
}

type Body = Pick<HttpConfig, "headers" | "bodyType" | "body">;

function readBody(
  request: CurlRequest,
  { headers, warnings }: { headers: Headers; warnings: string[] },
): Body {
  if (request.bodyType === null) return { headers, bodyType: "none", body: "" };
  if (request.bodyType === "form-data") {
    warnings.push(
      "The command sends a multipart form. The action sends the same fields as a URL-encoded form.",
    );
    return asForm(
      request.body.map(({ name, value }) => [name, value]),
      headers,
    );
  }
  if (request.bodyType === "x-www-form-urlencoded") {
    const pairs = request.body.split("&").map((pair): [string, string] => {
      const [name = "", ...rest] = pair.split("=");
      return [decodeWords(name), decodeWords(rest.join("="))];
    });
    const isPlain = pairs.every((pair) => pair.every((text) => !/[\r\n]/.test(text)));
    if (isPlain && request.body.includes("=")) return asForm(pairs, headers);
  } else if (isJson(request.body)) {
    return { headers: withoutType(headers, "application/json"), bodyType: "json", body: request.body };
  }
  return { headers, bodyType: "raw", body: request.body };
}

function asForm(pairs: [string, string][], headers: Headers): Body {
  return {
    headers: withoutType(headers, "application/x-www-form-urlencoded"),
    bodyType: "form",
    body: pairs.map(([name, value]) => `${name}=${value}`).join("\n"),
  };
}

/** The body's type says it already. */
function withoutType(headers: Headers, type: string): Headers {
  return headers.filter(
    ({ name, value }) => name.toLowerCase() !== "content-type" || value.trim().toLowerCase() !== type,
  );
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}
