import type { ConfigOf } from "../../../../shared/contract/knowledge/sourceConfigs.ts";
import { keyOf } from "../../crawl/addresses.ts";
import { crawl } from "../../crawl/crawl.ts";
import type { CrawlPage } from "../../crawl/readEntry.ts";
import { isGone } from "../../crawl/reasons.ts";
import { completeSettings } from "../../crawl/settings.ts";
import { parsePage, pickLinks, toSentence } from "../parsePage.ts";
import { createFrontierTable } from "./frontierTable.ts";
import { failPage } from "../../sync/failPage.ts";
import { keepFetch, readLinks } from "../../sync/pageFetches.ts";
import { keepUnread, storePage } from "../../sync/storePage.ts";
import { ownerOf, type Reading } from "../../sync/reading.ts";
import type { ReadDocument } from "../../parsing/ReadDocument.ts";

type Website = ConfigOf<"website">;

/** After how many pages segments are merged, so that a large site can be asked well while it is still read. */
const mergeEvery = 25;

/**
 * Reads a website as far as its settings, its robots.txt and its owners allow. Gives whether all of it was read: what a
 * limit left out is not gone from the site.
 */
export async function readWebsite(reading: Reading, config: Website): Promise<boolean> {
  const { record, search, signal, egress, only, publicUrl, crawlRate, crawlClock } = reading;
  const starts = new Set(config.urls.map(keyOfText));
  let stored = 0;

  async function keep(page: CrawlPage, document: ReadDocument): Promise<void> {
    const { finalUrl, url, etag, lastModified } = page;
    const key = keyOfText(url);
    await storePage(reading, { key, url: finalUrl, fileId: null, document });
    const links = linksOf(page, document);
    await keepFetch(reading.store, { ...ownerOf(record), key }, { etag, lastModified, links });
    stored += 1;
    if (stored % mergeEvery === 0) await search.merge(ownerOf(record));
  }

  const { ended, notes } = await crawl({
    frontier: createFrontierTable(reading),
    egress,
    ...(crawlClock && { clock: crawlClock }),
    settings: completeSettings(
      {
        ...{ ...crawlSettingsOf(config), requestsPerSecond: crawlRate },
        ...(only && { scope: "pages", startUrls: only }),
      },
      publicUrl,
    ),
    signal,
    async onPage(page) {
      const document = await parsePage(reading, page);
      // Its text is not for the index, and where it leads is all that is known of it.
      if (page.noindex || document.noindex) {
        const fetched = { etag: null, lastModified: null, links: linksOf(page, document) };
        await keepFetch(reading.store, { ...ownerOf(record), key: keyOfText(page.url) }, fetched);
      }
      return { ...pickLinks(document), keep: () => keep(page, document) };
    },
    async onUnchanged(url) {
      const key = keyOfText(url);
      await keepUnread(reading, key);
      return readLinks(reading.store, { ...ownerOf(record), key });
    },
    async onFailed({ url, reason: why, status }) {
      const key = keyOfText(url);
      const page = { key, url, fileId: null, title: url, reason: toSentence(why) };
      // An address that somebody typed is theirs to take out: behind it may lie all the rest.
      const hasGone = isGone({ status }) && !starts.has(key);
      const links = hasGone ? [] : await readLinks(reading.store, { ...ownerOf(record), key });
      await failPage(reading, { ...page, step: "fetch", isGone: hasGone });
      return links;
    },
    onSkipped: ({ url, reason }) =>
      record.noteAlone(
        { skipped: 1 },
        { level: "info", step: "find", page: url, message: toSentence(reason) },
      ),
  });
  for (const message of notes)
    await record.noteAlone({}, { level: "warning", step: "find", page: null, message });
  return ended === "finished";
}

/** Where a page lets the crawler continue. */
function linksOf(page: CrawlPage, document: ReadDocument): string[] {
  return page.nofollow || document.nofollow ? [] : (document.links ?? []);
}

/** A website's own settings, as the crawler takes them. */
export function crawlSettingsOf({ scope, urls, include, exclude, maxDepth, maxPages }: Website) {
  return { scope, startUrls: urls, include, exclude, maxDepth, maxPages };
}

/** What somebody typed may be no address at all; it is then its own key. */
function keyOfText(url: string): string {
  return URL.canParse(url) ? keyOf(new URL(url)) : url;
}
