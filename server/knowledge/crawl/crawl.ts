import type { Egress } from "../../egress/egress.ts";
import { parseAddress } from "./addresses.ts";
import { AskedToWait } from "./ask.ts";
import type { Asking } from "./ask.ts";
import { systemClock } from "./clock.ts";
import type { Clock } from "./clock.ts";
import { createCollector } from "./collect.ts";
import type { Collector } from "./collect.ts";
import { drain } from "./drain.ts";
import type { CrawlEnd } from "./drain.ts";
import type { Frontier } from "./frontier.ts";
import { createPacer } from "./pacer.ts";
import type { PageHandlers } from "./readEntry.ts";
import { createEntryReader } from "./readEntry.ts";
import { fail } from "./reasons.ts";
import { createRobots } from "./robots.ts";
import type { Robots } from "./robots.ts";
import { createScope } from "./scope.ts";
import type { CrawlSettings } from "./settings.ts";
import { walkSitemaps } from "./sitemaps.ts";

/** A crawl to run: what it reads, through which way out, where it remembers, and who gets the pages. */
export type CrawlTask = PageHandlers & {
  frontier: Frontier;
  egress: Egress;
  settings: CrawlSettings;
  signal: AbortSignal;
  clock?: Clock;
};

/** How a crawl ended. Whatever was left out by a limit is in `notes` as sentences for people. */
export type CrawlResult = CrawlEnd & { notes: string[] };

/**
 * Reads a website: begins with the start addresses and the sitemaps, follows links as the settings allow, and continues
 * where an earlier crawl with the same frontier was cut off. Throws the signal's reason when it fires, and any error of
 * the frontier or of `onPage` that is not a PageError; the frontier is whole then too.
 */
export async function crawl(task: CrawlTask): Promise<CrawlResult> {
  const { egress, settings, frontier, clock = systemClock } = task;
  const controller = new AbortController();
  const signal = AbortSignal.any([task.signal, controller.signal]);
  const pacer = createPacer(clock, settings.requestsPerSecond);
  const asking: Asking = { egress, settings, clock, pacer, signal, faults: new Map() };
  const robots = createRobots(asking);
  const starts = await listStarts(task);
  const scope = createScope(settings, starts);
  const collector = await createCollector({ frontier, settings, scope });
  const startedAt = clock.now();

  const run = async (): Promise<CrawlEnd> => {
    await seed({ task, starts, asking, robots, collector });
    const read = createEntryReader({ asking, robots, scope, collector, frontier, handlers: task });
    const isOver = (): boolean => clock.now() - startedAt > settings.maxDurationMs;
    return drain({ frontier, settings, read, isOver, controller, signal });
  };
  const end = await run().catch((error: unknown): CrawlEnd => {
    if (error instanceof AskedToWait) return { ended: "askedToWait", waitMs: error.waitMs };
    throw error;
  });
  return { ...end, notes: [...endNotes(end.ended, settings), ...collector.listNotes()] };
}

async function listStarts({ settings, onFailed }: CrawlTask): Promise<URL[]> {
  const starts: URL[] = [];
  for (const text of settings.startUrls) {
    const url = parseAddress(text.trim());
    if (url) starts.push(url);
    else
      await onFailed?.({
        url: text,
        ...fail("address", "This is not a web address; it begins with https://"),
      });
  }
  return starts;
}

type Seeding = { task: CrawlTask; starts: URL[]; asking: Asking; robots: Robots; collector: Collector };

/** Queues the start addresses and what the sitemaps list. After a restart the known ones simply are known. */
async function seed({ task, starts, asking, robots, collector }: Seeding): Promise<void> {
  const { settings, onFailed } = task;
  if (settings.scope !== "sitemap") await collector.addStarts(starts);
  if (settings.scope === "pages") return;
  if (settings.scope !== "sitemap" && settings.maxDepth === 0) return;
  const sitemaps = settings.scope === "sitemap" ? starts.map(String) : await guessSitemaps(starts, robots);
  const { failures, isCut } = await walkSitemaps(sitemaps, {
    asking,
    robots,
    isSameSite: collector.isSameSite,
    maxAddresses: collector.maxAddresses,
    onPages: (pages, sitemap) => collector.addListed(pages, sitemap),
  });
  if (isCut)
    collector.note(
      "The sitemaps name more addresses or further sitemaps than a crawl reads; the rest was left out.",
    );
  // A site without a sitemap is nothing to complain about; a sitemap that somebody gave us is.
  if (settings.scope !== "sitemap") return;
  for (const [url, failure] of failures) await onFailed?.({ url, ...failure });
}

async function guessSitemaps(starts: readonly URL[], robots: Robots): Promise<string[]> {
  const lists = starts.map(async (url) => {
    const named = await robots.listSitemaps(url);
    return named.length > 0 ? named : [new URL("/sitemap.xml", url).href];
  });
  return [...new Set((await Promise.all(lists)).flat())];
}

function endNotes(ended: CrawlResult["ended"], { maxPages }: CrawlSettings): string[] {
  if (ended === "pageLimit")
    return [`The limit of ${maxPages} pages was reached; the other pages were left out.`];
  if (ended === "timeLimit")
    return ["The crawl took too long and was stopped; the other pages were left out."];
  if (ended === "askedToWait")
    return ["The site asks us to come back later; the other pages were left out. Sync again later."];
  return [];
}
