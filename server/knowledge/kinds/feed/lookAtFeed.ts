import { AskedToWait } from "../../crawl/ask.ts";
import { PageError } from "../../crawl/reasons.ts";
import { describeMore, openFeed, pickNewest, type FeedConfig, type OpenFeed } from "./openFeed.ts";
import type { FeedItem } from "./readFeed.ts";
import { parsePage, toSentence } from "../parsePage.ts";
import type { Looking } from "../../preprocess/looking.ts";

/** Looks which items of a feed would be taken: the newest, by their own text or the pages that they link. */
export async function lookAtFeed(looking: Looking, config: FeedConfig): Promise<void> {
  const { findings, signal } = looking;
  const site = openFeed(looking, config);
  try {
    const fetched = await site.fetch(null);
    if (fetched === "unchanged") return;
    if ("code" in fetched) {
      findings.setFound(1);
      findings.refuse({ name: config.url, url: config.url }, "unreadable", toSentence(fetched.reason));
      return;
    }
    const { items, hasMore } = pickNewest(fetched.feed, config.maxItems);
    findings.setFound(items.length);
    if (hasMore) findings.note(describeMore(config));
    for (const item of items) {
      signal.throwIfAborted();
      await lookAtItem(looking, site, item);
    }
  } catch (error) {
    if (!(error instanceof AskedToWait)) throw error;
    findings.note("The site asks us to come back later; the other items were not read.");
  }
}

async function lookAtItem(looking: Looking, site: OpenFeed, item: FeedItem): Promise<void> {
  const { findings } = looking;
  const place = { name: item.title || item.link || item.key, url: item.link };
  const page = await site.readItem(item);
  if ("code" in page) {
    const verdict = page.state === "failed" ? "unreadable" : "leftOut";
    return findings.refuse(place, verdict, toSentence(page.reason));
  }
  try {
    const document = await parsePage(looking, page);
    findings.take({ ...place, name: item.title || document.title || place.name }, document);
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    findings.refuse(place, "unreadable", error.message);
  }
}
