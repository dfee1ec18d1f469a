import type { ConfigOf } from "../../../../shared/contract/knowledge/sourceConfigs.ts";
import { EgressError } from "../../../egress/EgressError.ts";
import type { Egress } from "../../../egress/egress.ts";
import { keyOf, parseAddress } from "../../crawl/addresses.ts";
import { ask, type Asking } from "../../crawl/ask.ts";
import { systemClock, type Clock } from "../../crawl/clock.ts";
import { fetchPage, type FetchedPage } from "../../crawl/fetchPage.ts";
import { createPacer } from "../../crawl/pacer.ts";
import { fail, failByEgress, failByStatus, type Failed, type Skipped } from "../../crawl/reasons.ts";
import { createRobots } from "../../crawl/robots.ts";
import { completeSettings } from "../../crawl/settings.ts";
import { ParseError } from "../../parsing/ParseError.ts";
import { readFeed, type Feed, type FeedItem } from "./readFeed.ts";

export type FeedConfig = ConfigOf<"feed">;

export interface FeedTools {
  egress: Egress;
  signal: AbortSignal;
  /** The address of this installation, which is named to the sites it reads. */
  publicUrl: string;
  /** How often one host is asked, in requests a second. */
  crawlRate: number;
  crawlClock?: Clock | undefined;
}

/** What the site called the state of a feed when it was last read. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export interface FetchedFeed extends Validators {
  feed: Feed;
}

export type ItemPage = Pick<FetchedPage, "finalUrl" | "contentType" | "body">;

/** A feed's site, asked politely. Throws AskedToWait where it asks us to come back later. */
export interface OpenFeed {
  fetch(known: Validators | null): Promise<FetchedFeed | "unchanged" | Failed | Skipped>;
  /** What an item says by itself, or the page that it links. */
  readItem(item: FeedItem): Promise<ItemPage | Failed | Skipped>;
}

const largestFeed = 10_000_000;
const mostMoves = 5;

export function openFeed(tools: FeedTools, config: FeedConfig): OpenFeed {
  const { egress, signal, publicUrl, crawlRate, crawlClock: clock = systemClock } = tools;
  const settings = completeSettings(
    { scope: "pages", startUrls: [config.url], requestsPerSecond: crawlRate },
    publicUrl,
  );
  const pacer = createPacer(clock, settings.requestsPerSecond);
  const asking: Asking = { egress, settings, clock, pacer, signal, faults: new Map() };
  const robots = createRobots(asking);

  /** Each address on the way to the page is asked for as robots.txt allows. */
  async function fetchLinked({ link }: FeedItem): Promise<ItemPage | Failed | Skipped> {
    let url = parseAddress(link ?? "");
    for (let moves = 0; url && moves <= mostMoves; moves++) {
      const entry = { key: keyOf(url), url: url.href, depth: 0, foundFrom: null, redirects: moves };
      const fetched = await fetchPage({ ...entry, etag: null, lastModified: null }, asking, robots);
      if (fetched.state === "moved") url = fetched.to;
      else if (fetched.state === "unchanged") return fail("status", "the page gave no text");
      else return fetched;
    }
    return url ? fail("redirects", "the page redirects too often") : fail("address", "the item has no link");
  }

  return {
    async fetch(known) {
      const url = parseAddress(config.url);
      if (!url) return fail("address", "this is not a web address");
      const refused = await robots.refuse(url);
      if (refused) return refused;
      const headers = {
        accept: "application/rss+xml,application/atom+xml,application/xml;q=0.9,text/xml;q=0.9,*/*;q=0.5",
        ...(known?.etag && { "if-none-match": known.etag }),
        ...(known?.lastModified && { "if-modified-since": known.lastModified }),
      };
      try {
        const onRedirect = async (to: URL) => !(await robots.refuse(to));
        const answer = await ask(url, asking, { headers, maxBytes: largestFeed, onRedirect });
        if (answer.status === 304) return "unchanged";
        if (answer.status !== 200) return failByStatus(answer.status);
        const feed = await readFeed(answer.body, answer.headers["content-type"] ?? "", answer.url);
        if (!feed) return fail("unreadable", "this address has no RSS or Atom feed");
        const { etag = null, "last-modified": lastModified = null } = answer.headers;
        return { feed, etag: etag ?? null, lastModified: lastModified ?? null };
      } catch (error) {
        if (error instanceof ParseError) return fail("unreadable", "this address has no RSS or Atom feed");
        if (error instanceof EgressError && error.reason !== "aborted") return failByEgress(error);
        throw error;
      }
    },

    readItem: async (item) =>
      config.reads === "pages" || item.content === "" ? fetchLinked(item) : writePage(item),
  };
}

/** The items that a source keeps, newest first, and whether the feed has more. */
export function pickNewest(
  { items, isCut }: Feed,
  maxItems: number,
): { items: FeedItem[]; hasMore: boolean } {
  const byAge = items.toSorted((one, other) => (other.publishedAt ?? 0) - (one.publishedAt ?? 0));
  return { items: byAge.slice(0, maxItems), hasMore: isCut || items.length > maxItems };
}

/** What people read where a feed has more than is kept. */
export function describeMore({ maxItems }: FeedConfig): string {
  return `The feed has more than the ${maxItems} items that this source keeps; the older ones were left out.`;
}

/** An item's own text as a page: the parser reads it like any other page of a stranger. */
function writePage({ content, link }: FeedItem): ItemPage {
  const html = `<!doctype html><html><head><meta charset="utf-8"></head><body><article>${content}</article></body></html>`;
  return {
    finalUrl: link ?? "https://feed.invalid/",
    contentType: "text/html; charset=utf-8",
    body: Buffer.from(html),
  };
}
