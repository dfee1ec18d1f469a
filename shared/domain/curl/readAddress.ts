import { CurlProblem } from "./CurlProblem.ts";

export interface ReadAddress {
  /** Scheme, host, port and path. */
  base: string;
  /** What follows the question mark; null without one. */
  query: string | null;
  /** `user:password` of the address. */
  user: string | null;
}

/** Takes an address apart as curl does: http where no scheme is given, no fragment, no dots between slashes. */
export function readAddress(
  address: string,
  options: { hasGlobs: boolean; keepsDots: boolean },
  warnings: Set<string>,
): ReadAddress {
  if (/[\s\x00-\x1f\x7f]/.test(address))
    throw new CurlProblem("The address has a space or line break. Write a space as %20.");
  const plain = options.hasGlobs ? readGlobs(address, warnings) : address;
  const [, scheme = "http", rest = ""] = /^(?:([a-z][a-z0-9+.-]*):\/{1,3})?(.*)$/is.exec(plain) ?? [];
  if (!/^https?$/i.test(scheme) || (scheme === "http" && /^(?:ftp|dict|ldap|imap|smtp|pop3)\./i.test(rest)))
    throw new CurlProblem("Only addresses of http and https can be imported.");
  const [, authority = "", path = "", query] = /^([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#.*)?$/s.exec(rest) ?? [];
  const mark = authority.lastIndexOf("@");
  const host = authority.slice(mark + 1);
  if (!isHost(host)) throw new CurlProblem("The address of the command has no host that can be asked.");
  if (/[^\x20-\x7e]/.test(query ?? ""))
    warnings.add(
      "The address has letters beyond ASCII after the question mark. They are sent percent-encoded.",
    );
  const isDefault = new RegExp(`:0*${scheme.toLowerCase() === "https" ? 443 : 80}$`);
  const tidy = options.keepsDots ? path : removeDots(path);
  if (hasDots(tidy))
    warnings.add("The path of the address has parts of dots only. What sends it may leave them out.");
  return {
    base: `${scheme.toLowerCase()}://${host.replace(isDefault, "")}${encodeLetters(tidy || "/")}`,
    query: query === undefined ? null : encodeLetters(query),
    user: mark < 0 ? null : decodeUser(authority.slice(0, mark)),
  };
}

/** curl makes several requests of `{a,b}` and `[1-3]`, and takes a bracket as it is after a backslash. */
function readGlobs(address: string, warnings: Set<string>): string {
  const bare = address.replace(/\\[[\]{}]/g, "");
  if (/\{[^{},]*,|\[(?:\d+-\d+|[a-z]-[a-z])(?::\d+)?\]/i.test(bare))
    throw new CurlProblem("The address stands for several requests, {a,b} or [1-3]. Write one of them.");
  if (/\{[^{}]*\}/.test(bare))
    warnings.add(
      "The address has {…}. curl would drop the braces; they were kept as they are. Write a value.",
    );
  // Before the path stand brackets of an IPv6 address.
  if (/\[[^[\]]+\]/.test(bare.replace(/^(?:[a-z][a-z0-9+.-]*:\/{1,3})?[^/?#]*/i, "")))
    warnings.add("The address has […], which curl refuses without -g. It was taken as it is.");
  return address.replace(/\\([[\]{}])/g, "$1");
}

function isHost(host: string): boolean {
  return /^(?:\[[\da-f:.%]+\]|[^\s\\^`"'<>{}|[\]:%@]+)(?::\d{1,5})?$/i.test(host);
}

function hasDots(path: string): boolean {
  return /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path);
}

/** RFC 3986, section 5.2.4. */
function removeDots(path: string): string {
  const kept: string[] = [];
  const parts = path.split("/").slice(1);
  for (const [index, part] of parts.entries()) {
    const isDots = part === "." || part === "..";
    if (part === "..") kept.pop();
    if (!isDots) kept.push(part);
    else if (index === parts.length - 1) kept.push("");
  }
  return `/${kept.join("/")}`;
}

function encodeLetters(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, (letters) =>
    encodeURIComponent(letters.toWellFormed()).toLowerCase(),
  );
}

function decodeUser(text: string): string {
  const at = text.indexOf(":");
  const parts = at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
  try {
    return parts.map(decodeURIComponent).join(":");
  } catch {
    throw new CurlProblem(
      "The user name or password in the address can't be decoded. Give it by -u instead.",
    );
  }
}
