import { EgressError } from "../../egress/EgressError.ts";
import type { EgressAnswer, EgressHead } from "../../egress/EgressRequest.ts";
import { keyOf, parseAddress } from "./addresses.ts";
import { ask } from "./ask.ts";
import type { Asking } from "./ask.ts";
import { findContentKind, sniffContentKind } from "./contentKind.ts";
import type { ContentHints, ContentKind } from "./contentKind.ts";
import { readRobotsRules } from "./findLinks.ts";
import type { FrontierEntry } from "./frontier.ts";
import { fail, failByEgress, failByStatus, skip } from "./reasons.ts";
import type { Failed, Skipped } from "./reasons.ts";
import type { Robots } from "./robots.ts";

/** A page or file as the site sent it. */
export type FetchedPage = {
  state: "page";
  url: string;
  /** Where it really stands, after redirects between spellings of the same address. */
  finalUrl: string;
  kind: ContentKind;
  contentType: string;
  body: Buffer;
  etag: string | null;
  lastModified: string | null;
  /** What the X-Robots-Tag header asks. */
  noindex: boolean;
  nofollow: boolean;
};

/** What asking for one address came to. `moved`: it redirects to another page, which is not fetched here. */
export type Fetched = FetchedPage | { state: "moved"; to: URL } | { state: "unchanged" } | Failed | Skipped;

/**
 * Asks for one address of the frontier, as far as robots.txt allows. Redirects between spellings of one page (http to
 * https, an index file to its folder) are followed here; any other is given back, so that it is judged and read once.
 */
export async function fetchPage(entry: FrontierEntry, asking: Asking, robots: Robots): Promise<Fetched> {
  let url = parseAddress(entry.url);
  if (!url) return fail("address", "this is not a web address");
  const seen = new Set<string>();
  while (seen.size <= maxRedirects) {
    seen.add(url.href);
    const refused = await robots.refuse(url);
    if (refused) return refused;
    const answer = await askFor(url, entry, asking);
    if (!("body" in answer)) return answer;
    if (!isRedirect(answer)) return judge(answer, entry, url);
    const to = parseAddress(readTarget(answer), url);
    if (!to)
      return fail("redirects", "the page redirects to something that is not a web address", answer.status);
    if (keyOf(to) !== entry.key) return { state: "moved", to };
    if (seen.has(to.href)) return fail("redirects", "the page redirects to itself", answer.status);
    url = to;
  }
  return fail("redirects", "the page redirects too often");
}

const maxRedirects = 5;

async function askFor(url: URL, entry: FrontierEntry, asking: Asking): Promise<EgressAnswer | Failed> {
  const headers = {
    accept: "text/html,application/xhtml+xml,application/pdf,text/*;q=0.9,*/*;q=0.5",
    ...(entry.etag !== null && { "if-none-match": entry.etag }),
    ...(entry.lastModified !== null && { "if-modified-since": entry.lastModified }),
  };
  try {
    return await ask(url, asking, { headers, accept: isWorthReading });
  } catch (error) {
    if (error instanceof EgressError && error.reason !== "aborted") return failByEgress(error);
    throw error;
  }
}

function isWorthReading({ status, headers, url }: EgressHead): boolean {
  return status === 200 && findContentKind(readHints(headers, new URL(url))) !== undefined;
}

function readHints(headers: EgressHead["headers"], url: URL): ContentHints {
  return { contentType: headers["content-type"] ?? "", disposition: headers["content-disposition"], url };
}

function isRedirect({ status, headers }: EgressHead): boolean {
  if (status === 200) return refreshTarget.test(headers["refresh"] ?? "");
  return [301, 302, 303, 307, 308].includes(status) && headers["location"] !== undefined;
}

/** Where a redirect leads: bytes of a header arrive as latin1, an address that is not ASCII was meant as UTF-8. */
function readTarget({ status, headers }: EgressHead): string {
  const written =
    status === 200 ? (refreshTarget.exec(headers["refresh"] ?? "")?.[1] ?? "") : (headers["location"] ?? "");
  return Buffer.from(written, "latin1").toString("utf8").trim();
}

/** A few seconds and an address; a page that only reloads itself names none. */
const refreshTarget = /^\s*\d{1,2}(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"'\s][^"']*)/i;

function judge(answer: EgressAnswer, entry: FrontierEntry, url: URL): Fetched {
  const { status, headers, body } = answer;
  if (status === 304) return { state: "unchanged" };
  if (status !== 200) return failByStatus(status);
  const contentType = headers["content-type"] ?? "";
  const told = findContentKind(readHints(headers, url));
  const kind = told === "bytes" ? sniffContentKind(body) : told;
  if (!kind) return skip("contentType", `this has no readable text (${contentType.slice(0, 100)})`);
  if (body.length === 0) return fail("unreadable", "the page is empty");
  return {
    state: "page",
    url: entry.url,
    finalUrl: url.href,
    kind,
    contentType,
    body,
    etag: headers["etag"] ?? null,
    lastModified: headers["last-modified"] ?? null,
    ...readRobotsRules(listOwnRules(headers["x-robots-tag"] ?? "")),
  };
}

/** Gives the rules of an X-Robots-Tag that are for everybody or for us; a rule may begin with a crawler's name. */
function listOwnRules(header: string): string {
  let isOurs = true;
  const ours = header.split(",").filter((part) => {
    const agent = /^\s*([\w-]+)\s*:/.exec(part)?.[1]?.toLowerCase();
    if (agent !== undefined && agent !== "unavailable_after") isOurs = agent === "pilothousebot";
    return isOurs;
  });
  return ours.map((part) => part.replace(/^\s*pilothousebot\s*:/i, "")).join(",");
}
