import { decodeBasic } from "./curl/basic.ts";
import { CurlProblem } from "./curl/CurlProblem.ts";
import { readAddress } from "./curl/readAddress.ts";
import { readFormField } from "./curl/readFormField.ts";
import type { CurlFormField } from "./curl/readFormField.ts";
import { readWords } from "./curl/readWords.ts";
import type { GivenFlag } from "./curl/readWords.ts";
import { splitCommand } from "./curl/splitCommand.ts";
import { httpMethods } from "./httpMethods.ts";
import type { HttpMethod } from "./httpMethods.ts";

/** What the import of a curl command gives. */
export type CurlRequest = {
  method: HttpMethod;
  /** Scheme, host, port and path, without query. */
  url: string;
  headers: { name: string; value: string }[];
  /** As the address has them, percent-encoded; a null value stands without an equals sign. */
  query: { name: string; value: string | null }[];
  auth:
    | { type: "none" }
    | { type: "basic"; username: string; password: string }
    | { type: "bearer"; token: string };
} & CurlBody;

type CurlBody =
  | { bodyType: null; body: null }
  | { bodyType: "raw" | "x-www-form-urlencoded"; body: string }
  | { bodyType: "form-data"; body: CurlFormField[] };

/** A request with what of the command it leaves out, or the reason why the command can't be imported. */
export type CurlImport = { request: CurlRequest; warnings: string[] } | { problem: string };

/** Reads a pasted curl command. Whatever the request has not of it is in the warnings. */
export function readCurl(text: string): CurlImport {
  try {
    const { words, warnings: said } = splitCommand(text);
    const warnings = new Set(said);
    const { given, addresses } = readWords(words, warnings);
    const [address] = addresses;
    if (address === undefined) throw new CurlProblem("The command has no address.");
    if (addresses.length > 1) warnings.add("The command has several addresses. Only the first one was read.");
    return { request: readRequest(address, given, warnings), warnings: [...warnings] };
  } catch (error) {
    if (error instanceof CurlProblem) return { problem: error.message };
    throw error;
  }
}

function readRequest(address: string, given: readonly GivenFlag[], warnings: Set<string>): CurlRequest {
  const flags = groupFlags(given);
  const { base, query, user } = readAddress(
    address,
    { hasGlobs: !flags.has("globoff"), keepsDots: flags.has("path-as-is") },
    warnings,
  );
  const data = readData(given);
  const form = given.filter(({ name }) => name === "form" || name === "form-string");
  const isHead = flags.has("head");
  const isGet = flags.has("get");
  if (
    [isHead && !isGet && data !== null, isHead && form.length > 0, form.length > 0 && data !== null].some(
      Boolean,
    )
  )
    throw new CurlProblem("The command has flags for different methods, which curl refuses.");

  const added = readAddedQuery({ data: isGet ? data : null, flags }, warnings);
  if (added !== null && /\s/.test(added))
    throw new CurlProblem("A value for the address has a space. Use --data-urlencode for it.");
  const search = [query, added].filter((one) => one !== null && one !== "").join("&");

  const sent = isGet ? null : data;
  const asDefault = isHead ? "HEAD" : sent !== null || form.length > 0 ? "POST" : "GET";
  const method = readMethod(flags.last("request") ?? asDefault, warnings);
  const headers = readHeaders({ given, flags, hasData: sent !== null });
  const auth = readAuth({ headers, user: flags.last("user") ?? user, flags }, warnings);
  const body = readBody({ data: sent, form, headers, flags }, warnings);
  if (body.body !== null && (method === "GET" || method === "HEAD"))
    warnings.add(`The request is a ${method} with a body. Many servers don't read it.`);
  checkValues([...headers.map(({ value }) => value), auth.type === "bearer" ? auth.token : ""], warnings);
  return {
    method,
    url: base,
    headers: dropFraming(headers, body, warnings),
    query: query === null && added === null ? [] : splitQuery(search),
    auth,
    ...body,
  };
}

/** Nothing that could end a header's line leaves, and HTTP promises no letters beyond ASCII. */
function checkValues(values: readonly string[], warnings: Set<string>): void {
  if (values.some((value) => /[\x00-\x08\x0a-\x1f\x7f]/.test(value)))
    throw new CurlProblem(
      "A header has a line break or control character. Write each header after its own -H.",
    );
  if (values.some((value) => /[^\t\x20-\x7e]/.test(value)))
    warnings.add("A header has letters beyond ASCII. Not every server reads them.");
}

interface Flags {
  has(name: string): boolean;
  all(name: string): string[];
  last(name: string): string | undefined;
}

function groupFlags(given: readonly GivenFlag[]): Flags {
  const all = (name: string) => given.filter((flag) => flag.name === name);
  return {
    has: (name) => all(name).at(-1)?.isOff === false,
    all: (name) => all(name).map(({ value }) => value),
    last: (name) => all(name).at(-1)?.value,
  };
}

function readMethod(name: string, warnings: Set<string>): HttpMethod {
  const method = httpMethods.find((one) => one === name.toUpperCase());
  if (!method) throw new CurlProblem("Method not allowed");
  if (method !== name) warnings.add(`The method is written ${name}. ${method} was taken.`);
  return method;
}

/** Gives what all data flags make together; null without one. */
function readData(given: readonly GivenFlag[]): string | null {
  let data: string | null = null;
  for (const { name, value } of given) {
    if (!/^(?:data(?:-.*)?|json)$/.test(name)) continue;
    const part = name === "data-urlencode" ? encodeData(value, "--data-urlencode") : value;
    if (/^(?:data|data-ascii|data-binary|json)$/.test(name) && value.startsWith("@"))
      throw new CurlProblem(
        `--${name} ${value.slice(0, 60)} reads a file. Put its text into the command, or use --data-raw where the @ is meant.`,
      );
    data = data === null ? part : `${data}${name === "json" ? "" : "&"}${part}`;
  }
  return data;
}

function encodeData(value: string, flag: string): string {
  const at = value.indexOf("=");
  if (at >= 0) return `${value.slice(0, at)}${at > 0 ? "=" : ""}${encode(value.slice(at + 1))}`;
  if (value.includes("@"))
    throw new CurlProblem(
      `${flag} ${value.slice(0, 60)} reads a file. Put its text into the command, after an equals sign.`,
    );
  return encode(value);
}

/** As curl encodes: all but letters, digits and `-._~`, and a space as plus. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%20", "+");
}

/** Gives what -G or --url-query add to the address, as curl writes it: with percent signs before small letters. */
function readAddedQuery(
  { data, flags }: { data: string | null; flags: Flags },
  warnings: Set<string>,
): string | null {
  const values = flags.all("url-query");
  if (data === null && values.length === 0) return null;
  if (data !== null && values.length > 0)
    warnings.add("--url-query was left out, as curl does beside -G with data.");
  const added =
    data ??
    values
      .map((value) => (value.startsWith("+") ? value.slice(1) : encodeData(value, "--url-query")))
      .join("&");
  return added.replace(/%[\dA-Fa-f]{2}/g, (escape) => escape.toLowerCase());
}

function splitQuery(text: string): CurlRequest["query"] {
  return text.split("&").map((pair) => {
    const at = pair.indexOf("=");
    return at < 0 ? { name: pair, value: null } : { name: pair.slice(0, at), value: pair.slice(at + 1) };
  });
}

type Headers = CurlRequest["headers"];

function readHeaders({
  given,
  flags,
  hasData,
}: {
  given: readonly GivenFlag[];
  flags: Flags;
  hasData: boolean;
}): Headers {
  const headers: Headers = [];
  const removed = new Set<string>();
  for (const line of flags.all("header")) {
    if (line.startsWith("@"))
      throw new CurlProblem(`-H ${line.slice(0, 60)} reads a file. Write its headers into the command.`);
    const [, name = "", sign, text = ""] = /^([^:;]*)([:;])(.*)$/s.exec(line) ?? [];
    // Without a colon curl sends nothing of it.
    if (sign === undefined || name === "" || (sign === ";" && text.trim() !== "")) continue;
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      throw new CurlProblem(`“${name.slice(0, 60)}” is not a name that a header may have.`);
    const value = text.trim();
    if (sign === ":" && value === "") removed.add(name.toLowerCase());
    else headers.push({ name, value });
  }
  const has = (name: string) =>
    headers.some((header) => header.name.toLowerCase() === name) || removed.has(name);
  const addDefault = (name: string, value: string | undefined) => {
    if (value && !has(name.toLowerCase())) headers.push({ name, value });
  };
  const isJson = given.some(({ name }) => name === "json");
  addDefault("User-Agent", flags.last("user-agent"));
  addDefault("Referer", flags.last("referer")?.replace(/;auto$/, ""));
  addDefault("Cookie", readCookies(flags.all("cookie")));
  addDefault("Range", readRange(flags));
  if (isJson) addDefault("Content-Type", "application/json");
  else if (hasData) addDefault("Content-Type", "application/x-www-form-urlencoded");
  if (isJson) addDefault("Accept", "application/json");
  return headers;
}

function readCookies(values: readonly string[]): string {
  return values.filter((value) => value.includes("=")).join(";");
}

function readRange(flags: Flags): string | undefined {
  const [range, from] = [flags.last("range"), flags.last("continue-at")];
  if (range !== undefined) return `bytes=${/^\d+$/.test(range) ? `${range}-` : range}`;
  return from !== undefined && /^[1-9]\d*$/.test(from) ? `bytes=${from}-` : undefined;
}

function readAuth(
  { headers, user, flags }: { headers: Headers; user: string | null; flags: Flags },
  warnings: Set<string>,
): CurlRequest["auth"] {
  if (flags.all("cookie").some((value) => !value.includes("=")))
    warnings.add("-b with the name of a file reads cookies from it. Those were left out.");
  const given = headers.findIndex(({ name }) => name.toLowerCase() === "authorization");
  const [, scheme = "", rest = ""] = /^(\S+) (\S.*)$/s.exec(headers[given]?.value ?? "") ?? [];
  if (given >= 0 && /^basic$/i.test(scheme)) {
    headers.splice(given, 1);
    const pair = decodeBasic(rest);
    if (pair) return { type: "basic", ...pair };
    warnings.add(
      "The Basic authorization can't be decoded. It was left out; set the user and password yourself.",
    );
    return { type: "none" };
  }
  if (given >= 0 && scheme === "Bearer") {
    headers.splice(given, 1);
    return { type: "bearer", token: rest };
  }
  if (given >= 0) return { type: "none" };
  return readAuthFlags({ user, flags }, warnings);
}

/** Of several methods curl first asks what the server wants; the request here can't. */
function readAuthFlags(
  { user, flags }: { user: string | null; flags: Flags },
  warnings: Set<string>,
): CurlRequest["auth"] {
  const token = flags.last("oauth2-bearer");
  if (user === null && token === undefined) return { type: "none" };
  const other = ["digest", "ntlm", "ntlm-wb", "negotiate", "anyauth"].filter((name) => flags.has(name));
  if (token !== undefined && flags.has("basic")) other.push("basic");
  if (other.length > 0) {
    warnings.add(
      `--${other.join(", --")}: Only Basic and Bearer can be imported. The request has no authorization.`,
    );
    return { type: "none" };
  }
  if (token !== undefined) return { type: "bearer", token };
  const at = user?.indexOf(":") ?? -1;
  if (at < 0) warnings.add("-u has no password, which curl would ask for. Add it.");
  const [username, password] =
    at < 0 ? [user ?? "", ""] : [user?.slice(0, at) ?? "", user?.slice(at + 1) ?? ""];
  return { type: "basic", username, password };
}

function readBody(
  {
    data,
    form,
    headers,
    flags,
  }: { data: string | null; form: readonly GivenFlag[]; headers: Headers; flags: Flags },
  warnings: Set<string>,
): CurlBody {
  if (form.length > 0) {
    if (flags.all("header").some((line) => /^content-type:\s*$/i.test(line)))
      throw new CurlProblem("A form can't be sent without its Content-Type. Remove that -H.");
    if (flags.has("form-escape"))
      warnings.add("--form-escape: It was left out. Names are written as browsers write them.");
    return { bodyType: "form-data", body: form.map((flag) => readField(flag, warnings)) };
  }
  if (data === null) return { bodyType: null, body: null };
  const type = headers.find(({ name }) => name.toLowerCase() === "content-type")?.value ?? "";
  const isEncoded = /^application\/x-www-form-urlencoded\b/i.test(type);
  return { bodyType: isEncoded ? "x-www-form-urlencoded" : "raw", body: data };
}

function readField({ name, value }: GivenFlag, warnings: Set<string>): CurlFormField {
  if (name === "form") return readFormField(value, warnings);
  const at = value.indexOf("=");
  if (at < 0) throw new CurlProblem("--form-string needs name=value.");
  return { name: value.slice(0, at), value: value.slice(at + 1) };
}

/** The sender of the request sets its length. */
function dropFraming(headers: Headers, { body }: CurlBody, warnings: Set<string>): Headers {
  return headers.filter(({ name, value }) => {
    if (!/^(?:content-length|transfer-encoding)$/i.test(name)) return true;
    const length = typeof body === "string" ? new TextEncoder().encode(body).length : 0;
    if (name.toLowerCase() !== "content-length" || typeof body === "object" || value !== String(length))
      warnings.add(`The header ${name} was left out. It is set when the request is sent.`);
    return false;
  });
}
