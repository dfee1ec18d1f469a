import { keyOf, parseAddress, siteOf } from "./addresses.ts";
import type { Asking } from "./ask.ts";
import type { Collector } from "./collect.ts";
import { fetchPage } from "./fetchPage.ts";
import type { FetchedPage } from "./fetchPage.ts";
import type { PageLinks } from "./findLinks.ts";
import type { Frontier, FrontierEntry } from "./frontier.ts";
import { PageError, fail, skip } from "./reasons.ts";
import type { Failed, Skipped } from "./reasons.ts";
import type { Robots } from "./robots.ts";
import type { Scope } from "./scope.ts";
import { createSignIns } from "./signIns.ts";
import type { SignIns } from "./signIns.ts";
import type { CrawlSettings } from "./settings.ts";

/** A page as `onPage` gets it. */
export type CrawlPage = FetchedPage & { depth: number };

/**
 * What was found on a page, and `keep`, which is called once the crawl knows that the page is to be kept: not when it
 * asks to be left out (noindex) or calls another address its proper one. Files have no links.
 */
export type PageReport = Partial<PageLinks> & { keep?: () => Promise<void> };

export type PageHandlers = {
  onPage: (page: CrawlPage) => Promise<PageReport>;
  /** May give where the page led when it could be read last: one that fails for now hides nothing that lies behind it. */
  onFailed?: (failure: { url: string } & Omit<Failed, "state">) => void | Promise<readonly string[] | void>;
  onSkipped?: (left: { url: string } & Omit<Skipped, "state">) => void | Promise<void>;
  /** The site says that the page is as the earlier sync knew it; gives where it led then, which is followed as ever. */
  onUnchanged?: (url: string) => Promise<readonly string[]>;
};

type Belongings = {
  asking: Asking;
  robots: Robots;
  scope: Scope;
  collector: Collector;
  frontier: Frontier;
  handlers: PageHandlers;
  /** Whether addresses that pages call their proper ones can be read, by key. */
  proven: Map<string, boolean>;
};

type Verdict =
  | Failed
  | Skipped
  | { state: "unchanged" }
  | (Pick<FetchedPage, "etag" | "lastModified"> & { state: "fetched" });

/**
 * Makes the reader of one address: fetches it, hands it over, queues what it leads to, and settles it last, so that a
 * kill at any moment repeats the address and loses nothing. Gives whether it counts as a page.
 */
export function createEntryReader(
  given: Omit<Belongings, "proven">,
): (entry: FrontierEntry) => Promise<boolean> {
  const belongings: Belongings = { ...given, proven: new Map() };
  const { asking, robots, frontier, handlers } = belongings;
  const replacedBy = new Map<string, string>();
  const signIns = createSignIns();

  return async (entry) => {
    const fetched = await fetchPage(entry, asking, robots);
    const verdict = strictAtStart(
      entry,
      fetched.state === "moved"
        ? await followMove(entry, fetched.to, belongings)
        : fetched.state === "page"
          ? await takePage({
              page: { ...fetched, depth: entry.depth },
              entry,
              belongings,
              replacedBy,
              signIns,
            })
          : fetched,
    );
    const { url } = entry;
    if (verdict.state === "skipped") await handlers.onSkipped?.({ url, ...verdict });
    const links =
      verdict.state === "failed"
        ? await handlers.onFailed?.({ url, ...verdict })
        : verdict.state === "unchanged"
          ? await handlers.onUnchanged?.(url)
          : undefined;
    if (links && followsLinks(asking.settings))
      await belongings.collector.addLinks(links, { url, depth: entry.depth });
    await frontier.settle(entry.key, verdict);
    return verdict.state === "fetched" || verdict.state === "unchanged";
  };
}

/** What is left out quietly elsewhere has failed where it is the very address that somebody typed. */
function strictAtStart(entry: FrontierEntry, verdict: Verdict): Verdict {
  if (entry.depth > 0 || verdict.state !== "skipped") return verdict;
  if (verdict.code === "robots") return fail("robots", verdict.reason);
  return verdict.code === "leavesSite" ? fail("leavesSite", verdict.reason) : verdict;
}

async function followMove(
  entry: FrontierEntry,
  to: URL,
  { scope, collector }: Belongings,
): Promise<Failed | Skipped> {
  if (!scope.isSameSite(to)) {
    return skip("leavesSite", `the page redirects to another site (${siteOf(to)}), which is not followed`);
  }
  if (entry.redirects >= maxRedirects) return fail("redirects", "the page redirects too often");
  const isIn = entry.depth === 0 || scope.judge(to, entry.depth) === "in";
  if (!isIn) return skip("scope", `the page redirects to ${to.href}, which the settings leave out`);
  const isNew = await collector.addInstead(to, { ...entry, redirects: entry.redirects + 1 });
  const isBack = !isNew && entry.redirects > 0 && keyOf(to) === keyOfText(entry.foundFrom);
  return isBack
    ? fail("redirects", "the page redirects in a circle")
    : skip("moved", `the page redirects to ${to.href}`);
}

const maxRedirects = 5;

type Taking = {
  page: CrawlPage;
  entry: FrontierEntry;
  belongings: Belongings;
  replacedBy: Map<string, string>;
  signIns: SignIns;
};

async function takePage({ page, entry, belongings, replacedBy, signIns }: Taking): Promise<Verdict> {
  const { asking, scope, collector, handlers } = belongings;
  const known = entry.depth > 0 ? signIns.find(page, entry) : undefined;
  if (known) return skip("canonical", `the page redirects to a sign-in (${known})`);
  const report = await handlers.onPage(page).catch((error: unknown) => {
    if (error instanceof PageError) return fail("unreadable", error.message);
    throw error;
  });
  if ("state" in report) return report;
  const { scope: kind } = asking.settings;
  if (followsLinks(asking.settings) && !page.nofollow && !report.nofollow)
    await collector.addLinks(report.links ?? [], { url: page.finalUrl, depth: entry.depth });
  if (page.noindex || report.noindex) return skip("noindex", "the page asks not to be indexed (noindex)");
  const proper =
    kind === "pages" ? undefined : findProper({ page, entry, canonical: report.canonical, scope });
  if (proper && replacedBy.get(keyOf(proper)) !== entry.key && (await isThere(proper, entry, belongings))) {
    replacedBy.set(entry.key, keyOf(proper));
    await collector.addInstead(proper, entry);
    return skip("canonical", `the page is a copy of ${proper.href}, which is read instead`);
  }
  await report.keep?.();
  return { state: "fetched", etag: page.etag, lastModified: page.lastModified };
}

/**
 * Says whether a proper address can be read: a template may name one that never was, and the page would be read nowhere.
 * One that another page named already was asked then.
 */
async function isThere(
  proper: URL,
  entry: FrontierEntry,
  { asking, robots, proven }: Belongings,
): Promise<boolean> {
  const key = keyOf(proper);
  const known = proven.get(key);
  if (known !== undefined) return known;
  const fresh = { key, url: proper.href, depth: entry.depth, foundFrom: entry.url, redirects: 0 };
  const found = await fetchPage({ ...fresh, etag: null, lastModified: null }, asking, robots);
  const isGood =
    found.state === "page" ? !found.noindex : found.state === "moved" && keyOf(found.to) !== entry.key;
  proven.set(key, isGood);
  return isGood;
}

function followsLinks({ scope }: CrawlSettings): boolean {
  return scope === "site" || scope === "section";
}

type Copy = { page: CrawlPage; entry: FrontierEntry; canonical: string | null | undefined; scope: Scope };

/** Gives the address that stands for this page, where that is another one of the same site and may be read. */
function findProper({ page, entry, canonical, scope }: Copy): URL | undefined {
  const proper = canonical ? parseAddress(canonical, page.finalUrl) : undefined;
  if (!proper || keyOf(proper) === entry.key || scope.judge(proper, entry.depth) !== "in") return undefined;
  // A template with the front page as everybody's proper address is a mistake that search engines overlook too.
  const isFrontPage = proper.pathname === "/" && proper.search === "";
  return isFrontPage && new URL(page.finalUrl).pathname !== "/" ? undefined : proper;
}

function keyOfText(text: string | null): string | undefined {
  const url = parseAddress(text ?? "");
  return url && keyOf(url);
}
