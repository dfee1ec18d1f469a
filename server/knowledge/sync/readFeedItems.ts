import type { DataSourceConfig } from "../../../shared/contract/knowledge.ts";
import { EgressError } from "../../egress/EgressError.ts";
import { keyOf, parseAddress } from "../crawl/addresses.ts";
import { ask, AskedToWait, type Asking } from "../crawl/ask.ts";
import { systemClock } from "../crawl/clock.ts";
import { fetchPage, type FetchedPage } from "../crawl/fetchPage.ts";
import { createPacer } from "../crawl/pacer.ts";
import { fail, failByEgress, failByStatus, PageError, isGone } from "../crawl/reasons.ts";
import type { Failed, Skipped } from "../crawl/reasons.ts";
import { createRobots, type Robots } from "../crawl/robots.ts";
import { completeSettings } from "../crawl/settings.ts";
import { readFeed, type Feed, type FeedItem } from "../feed/readFeed.ts";
import { ParseError } from "../parsing/ParseError.ts";
import { hashText } from "../passages/splitIntoPassages.ts";
import { failPage } from "./failPage.ts";
import { dropPage, findPage, touchPage } from "./pageRows.ts";
import { parsePage, toSentence } from "./readWebsite.ts";
import type { Reading } from "./reading.ts";
import { setSource } from "./sourceRow.ts";
import { storePage } from "./storePage.ts";

export type FeedConfig = Extract<DataSourceConfig, { kind: "feed" }>;

/** What is remembered of a feed between syncs: what the site calls this state of it, and what each item was like. */
interface FeedState {
  url: string;
  etag: string | null;
  lastModified: string | null;
  /** Hash of an item's key to that of its stamp; only of items that could be read. */
  stamps: Record<string, string>;
}

const largestFeed = 10_000_000;
const mostMoves = 5;

interface Fetching {
  reading: Reading;
  asking: Asking;
  robots: Robots;
}

/**
 * Reads a feed: its items become pages, known by their guid. A feed shows its newest items only, so what is not in it any
 * more stays, up to so many pages as the source keeps. Gives whether pages that were not met are gone: where the feed is
 * another one than before.
 */
export async function readFeedItems(reading: Reading, config: FeedConfig): Promise<boolean> {
  const settings = completeSettings(
    { scope: "pages", startUrls: [config.url], requestsPerSecond: reading.crawlRate },
    reading.publicUrl,
  );
  const pacer = createPacer(systemClock, settings.requestsPerSecond);
  const { egress, signal, record, source } = reading;
  const asking: Asking = { egress, settings, clock: systemClock, pacer, signal, faults: new Map() };
  const fetching = { reading, asking, robots: createRobots(asking) };
  const before = source.feedState === null ? null : (JSON.parse(source.feedState) as FeedState); // written below
  const state = before?.url === config.url ? before : null;
  try {
    const fetched = await fetchFeed(fetching, { config, state: reading.only ? null : state });
    if (fetched === "unchanged") {
      const known = source.pageCount;
      await record.noteAlone({ found: known, fetched: known, unchanged: known });
      return false;
    }
    if ("code" in fetched) {
      const { url } = config;
      const reason = toSentence(fetched.reason);
      await failPage(reading, { key: url, url, fileId: null, title: url, reason, step: "fetch" });
      return false;
    }
    const stamps = await readItems(fetching, { config, feed: fetched.feed, stamps: state?.stamps ?? {} });
    const { etag, lastModified } = fetched;
    const next: FeedState = { url: config.url, etag, lastModified, stamps };
    await reading.store.transaction((tx) => setSource(tx, record.key, { feedState: JSON.stringify(next) }));
  } catch (error) {
    if (!(error instanceof AskedToWait)) throw error;
    const message =
      "The site asks us to come back later; the other items were left out. Sync again in a while.";
    await record.noteAlone({}, { level: "warning", step: "find", page: null, message });
    return false;
  }
  await tidyPages(reading, config);
  return state === null && before !== null;
}

interface FetchedFeed {
  feed: Feed;
  etag: string | null;
  lastModified: string | null;
}

async function fetchFeed(
  { asking, robots }: Fetching,
  { config, state }: { config: FeedConfig; state: FeedState | null },
): Promise<FetchedFeed | "unchanged" | Failed | Skipped> {
  const url = parseAddress(config.url);
  if (!url) return fail("address", "this is not a web address");
  const refused = await robots.refuse(url);
  if (refused) return refused;
  const headers = {
    accept: "application/rss+xml,application/atom+xml,application/xml;q=0.9,text/xml;q=0.9,*/*;q=0.5",
    ...(state?.etag && { "if-none-match": state.etag }),
    ...(state?.lastModified && { "if-modified-since": state.lastModified }),
  };
  try {
    const own = { headers, maxBytes: largestFeed, onRedirect: async (to: URL) => !(await robots.refuse(to)) };
    const answer = await ask(url, asking, own);
    if (answer.status === 304) return "unchanged";
    if (answer.status !== 200) return failByStatus(answer.status);
    const feed = await readFeed(answer.body, answer.headers["content-type"] ?? "", answer.url);
    if (!feed) return fail("unreadable", "this address holds no RSS or Atom feed");
    const { etag = null, "last-modified": lastModified = null } = answer.headers;
    return { feed, etag: etag ?? null, lastModified: lastModified ?? null };
  } catch (error) {
    if (error instanceof ParseError) return fail("unreadable", "this address holds no RSS or Atom feed");
    if (error instanceof EgressError && error.reason !== "aborted") return failByEgress(error);
    throw error;
  }
}

interface ItemsToRead {
  config: FeedConfig;
  feed: Feed;
  stamps: FeedState["stamps"];
}

/** Reads the newest items, and gives their stamps for the next time. */
async function readItems(fetching: Fetching, { config, feed, stamps }: ItemsToRead) {
  const { reading } = fetching;
  const { record, signal, only } = reading;
  const byAge = feed.items.toSorted((one, other) => (other.publishedAt ?? 0) - (one.publishedAt ?? 0));
  const newest = byAge.slice(0, config.maxItems);
  const wanted = only ? newest.filter(({ key, link }) => only.includes(link ?? key)) : newest;
  await record.set({ found: wanted.length });
  const left = feed.items.length - newest.length;
  if (left > 0 || feed.isCut) {
    const message = `The feed has more than the ${config.maxItems} items that this source keeps; the older ones were left out.`;
    await record.noteAlone({}, { level: "info", step: "find", page: null, message });
  }
  const next: FeedState["stamps"] = only ? { ...stamps } : {};
  for (const item of wanted) {
    signal.throwIfAborted();
    const name = hashText(item.key).slice(0, 16);
    const stamp = hashText(JSON.stringify([config.reads, item.stamp])).slice(0, 16);
    const isSame = !only && stamps[name] === stamp && (await keepItem(reading, item));
    if (isSame || (await readItem(fetching, config, item))) next[name] = stamp;
  }
  return next;
}

/** Whether its page is there as it was read the last time. */
async function keepItem({ store, record, now }: Reading, item: FeedItem): Promise<boolean> {
  const page = await findPage(store.db, record, item.key);
  if (!page || page.excluded === 1 || page.error !== null || page.hash === "") return false;
  if (page.seenInRun === record.key.runId) return true;
  await store.transaction(async (tx) => {
    await touchPage(tx, page, { seenInRun: record.key.runId, lastFetchedAt: now() });
    await record.note(tx, { fetched: 1, unchanged: 1 });
  });
  return true;
}

/** Stores what an item says, or the page that it links; gives whether that could be read. */
async function readItem(fetching: Fetching, { reads }: FeedConfig, item: FeedItem): Promise<boolean> {
  const { reading } = fetching;
  const { key, link: url, publishedAt } = item;
  let hasGone = false;
  try {
    const page =
      reads === "pages" || item.content === "" ? await fetchLinked(fetching, item) : writePage(item);
    if ("code" in page) {
      hasGone = page.state === "failed" && isGone(page);
      throw new PageError(toSentence(page.reason));
    }
    const document = await parsePage(reading, page);
    const title = item.title || document.title;
    await storePage(reading, { key, url, fileId: null, publishedAt, document: { ...document, title } });
    return true;
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    const title = item.title || url || key;
    await failPage(reading, {
      key,
      url,
      fileId: null,
      title,
      reason: error.message,
      step: "fetch",
      isGone: hasGone,
    });
    return false;
  }
}

type ReadablePage = Pick<FetchedPage, "finalUrl" | "contentType" | "body">;

/** The page that an item links; each address on the way there is asked for as robots.txt allows. */
async function fetchLinked(
  { asking, robots }: Fetching,
  { link }: FeedItem,
): Promise<ReadablePage | Failed | Skipped> {
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

/** An item's own text as a page: the parser reads it like any other page of a stranger. */
function writePage({ content, link }: FeedItem): ReadablePage {
  const html = `<!doctype html><html><head><meta charset="utf-8"></head><body><article>${content}</article></body></html>`;
  return {
    finalUrl: link ?? "https://feed.invalid/",
    contentType: "text/html; charset=utf-8",
    body: Buffer.from(html),
  };
}

/** Takes out the failure of a feed that can be read again, and the oldest pages over what the source keeps. */
async function tidyPages(reading: Reading, { url, maxItems }: FeedConfig): Promise<void> {
  const { store, record } = reading;
  const { organizationId, sourceId } = record.key;
  const own = await findPage(store.db, record, url);
  if (own?.status === "failed") await store.transaction((tx) => dropPage(tx, record.key, own));
  const rows = await store.db
    .selectFrom("pages")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("excluded", "=", 0)
    .orderBy(({ fn }) => fn.coalesce("publishedAt", "lastFetchedAt"), "desc")
    .orderBy("id", "desc")
    .limit(mostDropped)
    .offset(maxItems)
    .execute();
  for (const page of rows) {
    await store.transaction(async (tx) => {
      await dropPage(tx, record.key, page);
      const message = `Older than the ${maxItems} items that this source keeps.`;
      const line = { level: "info" as const, step: "remove" as const, page: page.url ?? page.title, message };
      await record.note(tx, { removed: 1 }, line);
    });
  }
}

const mostDropped = 1000;
