import robotsParser from "robots-parser";
import { EgressError } from "../../egress/EgressError.ts";
import type { EgressAnswer } from "../../egress/EgressRequest.ts";
import { decodeText } from "../parsing/text/decodeText.ts";
import { ask } from "./ask.ts";
import type { Asking } from "./ask.ts";
import { fail, failByEgress, skip } from "./reasons.ts";
import type { Failed, Skipped } from "./reasons.ts";

/** What the robots.txt of each origin allows, read once a crawl and only when an address of it comes up. */
export type Robots = {
  /** Gives why an address may not be read; undefined when it may. */
  refuse: (url: URL) => Promise<Failed | Skipped | undefined>;
  /** The sitemaps that the origin's robots.txt names. */
  listSitemaps: (url: URL) => Promise<string[]>;
};

/** Makes the keeper of robots.txt for one crawl. A Crawl-delay is handed to the pacer. */
export function createRobots(asking: Asking): Robots {
  const rules = new Map<string, Promise<Rules>>();
  const rulesOf = (url: URL): Promise<Rules> => {
    const known = rules.get(url.origin);
    if (known) return known;
    const read = readRules(url, asking);
    rules.set(url.origin, read);
    return read;
  };
  return {
    refuse: async (url) => {
      const { refused, isAllowed, patternCharacters } = await rulesOf(url);
      if (refused) return refused;
      if (patternCharacters * url.href.length > maxSteps) return skip("robots", tooIntricate);
      return isAllowed(url.href)
        ? undefined
        : skip("robots", "the site's robots.txt does not allow this page");
    },
    listSitemaps: async (url) => (await rulesOf(url)).sitemaps,
  };
}

type Rules = {
  refused?: Failed;
  isAllowed: (url: string) => boolean;
  sitemaps: string[];
  patternCharacters: number;
};

const allAllowed: Rules = { isAllowed: () => true, sitemaps: [], patternCharacters: 0 };

async function readRules(url: URL, asking: Asking): Promise<Rules> {
  const address = new URL("/robots.txt", url);
  try {
    const answer = await ask(address, asking, { onRedirect: undefined, maxBytes: maxAnswerBytes });
    return judge(answer, address, asking);
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    if (meansNone.has(error.reason)) return allAllowed;
    return { ...allAllowed, refused: failByEgress(error) };
  }
}

function judge({ status, headers, body }: EgressAnswer, address: URL, asking: Asking): Rules {
  if (status >= 500 || status === 429) return refuseAll(`robots.txt answered ${status}`);
  if (status >= 300) return allAllowed;
  const text = decodeText(body.subarray(0, maxRuleBytes), headers["content-type"]);
  // Sites that answer every address with one page have no robots.txt; what is called a page may still be rules.
  if (/^\s*<(?:!doctype|html|head|body|\?xml|!--)/i.test(text)) return allAllowed;
  const parsed = robotsParser(address.href, text);
  const { userAgent } = asking.settings;
  const delay = parsed.getCrawlDelay(userAgent);
  if (delay !== undefined && delay > 0) {
    asking.pacer.slowDown(address.hostname, Math.min(delay, maxCrawlDelaySeconds) * 1000);
  }
  return {
    isAllowed: (page) => parsed.isAllowed(page, userAgent) !== false,
    sitemaps: parsed.getSitemaps().flatMap((named) => URL.parse(named, address)?.href ?? []),
    patternCharacters: countPatternCharacters(text),
  };
}

// RFC 9309: what lies behind more than five redirects counts as missing, and what is larger than anybody's rules is
// some other thing.
const meansNone = new Set(["tooLarge", "tooManyRedirects", "redirectLoop"]);
// RFC 9309: a crawler reads at least 500 KiB of rules. What is over that is cut, not refused.
const maxRuleBytes = 500 * 1024;
const maxAnswerBytes = 5_000_000;
// A pattern with stars costs its length times the address's; this many steps are a few milliseconds at worst.
const maxSteps = 4_000_000;
const tooIntricate = "the site's robots.txt is too intricate to tell whether it allows this long address";
const maxCrawlDelaySeconds = 30;

function countPatternCharacters(text: string): number {
  const patterns = text
    .split(/[\r\n]+/)
    .filter((line) => line.includes("*") && /^\s*(dis)?allow\s*:/i.test(line));
  return patterns.reduce((sum, { length }) => sum + length, 0);
}

/** RFC 9309: rules that cannot be read forbid everything, since nobody knows what they say. */
function refuseAll(cause: string): Rules {
  const reason = `${cause}, so the site can’t be read until that works; try again later`;
  return { ...allAllowed, refused: fail("robots", reason) };
}
