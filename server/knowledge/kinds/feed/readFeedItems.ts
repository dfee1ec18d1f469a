import { AskedToWait } from "../../crawl/ask.ts";
import { isGone, PageError } from "../../crawl/reasons.ts";
import { describeMore, openFeed, pickNewest, type FeedConfig, type OpenFeed } from "./openFeed.ts";
import type { Feed, FeedItem } from "./readFeed.ts";
import { hashText } from "../../passages/splitIntoPassages.ts";
import { failPage } from "../../sync/failPage.ts";
import { dropPage, findPage, touchPage } from "../../sync/pageRows.ts";
import { parsePage, toSentence } from "../parsePage.ts";
import type { Reading } from "../../sync/reading.ts";
import { setSource } from "../../sync/sourceRow.ts";
import { storePage } from "../../sync/storePage.ts";

/** What is remembered of a feed between syncs: what the site calls this state of it, and what each item was like. */
interface FeedState {
  url: string;
  etag: string | null;
  lastModified: string | null;
  /** Hash of an item's key to that of its stamp; only of items that could be read. */
  stamps: Record<string, string>;
}

interface Fetching {
  reading: Reading;
  site: OpenFeed;
}

/**
 * Reads a feed: its items become pages, known by their guid. A feed shows its newest items only, so items that have
 * left it stay, up to the number of pages that the source keeps. Gives whether pages that were not met are gone: where
 * the feed is another one than before.
 */
export async function readFeedItems(reading: Reading, config: FeedConfig): Promise<boolean> {
  const { record, source } = reading;
  const site = openFeed(reading, config);
  const before = source.feedState === null ? null : (JSON.parse(source.feedState) as FeedState); // written below
  const state = before?.url === config.url ? before : null;
  try {
    const fetched = await site.fetch(reading.only ? null : state);
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
    const stamps = await readItems(
      { reading, site },
      { config, feed: fetched.feed, stamps: state?.stamps ?? {} },
    );
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

interface ItemsToRead {
  config: FeedConfig;
  feed: Feed;
  stamps: FeedState["stamps"];
}

/** Reads the newest items, and gives their stamps for the next time. */
async function readItems(fetching: Fetching, { config, feed, stamps }: ItemsToRead) {
  const { reading } = fetching;
  const { record, signal, only } = reading;
  const { items: newest, hasMore } = pickNewest(feed, config.maxItems);
  const wanted = only ? newest.filter(({ key, link }) => only.includes(link ?? key)) : newest;
  await record.set({ found: wanted.length });
  if (hasMore) {
    const line = { level: "info" as const, step: "find" as const, page: null, message: describeMore(config) };
    await record.noteAlone({}, line);
  }
  const next: FeedState["stamps"] = only ? { ...stamps } : {};
  for (const item of wanted) {
    signal.throwIfAborted();
    const name = hashText(item.key).slice(0, 16);
    const stamp = hashText(JSON.stringify([config.reads, item.stamp])).slice(0, 16);
    const isSame = !only && stamps[name] === stamp && (await keepItem(reading, item));
    if (isSame || (await readItem(fetching, item))) next[name] = stamp;
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
async function readItem({ reading, site }: Fetching, item: FeedItem): Promise<boolean> {
  const { key, link: url, publishedAt } = item;
  let hasGone = false;
  try {
    const page = await site.readItem(item);
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
