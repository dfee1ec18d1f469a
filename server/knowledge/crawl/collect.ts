import { setImmediate as pause } from "node:timers/promises";
import { keyOf, parseAddress } from "./addresses.ts";
import type { FoundAddress, Frontier } from "./frontier.ts";
import type { Scope, Verdict } from "./scope.ts";
import { countMaxAddresses } from "./settings.ts";
import type { CrawlSettings } from "./settings.ts";

/** Takes in the addresses that a crawl comes across, as far as they belong to it and there is room. */
export type Collector = {
  addStarts: (urls: readonly URL[]) => Promise<void>;
  addLinks: (links: readonly string[], from: { url: string; depth: number }) => Promise<void>;
  addListed: (pages: readonly string[], sitemap: string) => Promise<void>;
  /** Queues an address that another one points to in its own place, and gives whether it was new. */
  addInstead: (to: URL, from: { url: string; depth: number; redirects: number }) => Promise<boolean>;
  isSameSite: (url: URL) => boolean;
  maxAddresses: number;
  note: (sentence: string) => void;
  /** What limits left out, in sentences for people. */
  listNotes: () => string[];
};

type Belongings = { frontier: Frontier; settings: CrawlSettings; scope: Scope };

/** Makes the collector; it begins with the number of addresses that the frontier knows already. */
export async function createCollector({ frontier, settings, scope }: Belongings): Promise<Collector> {
  const maxAddresses = countMaxAddresses(settings);
  const notes = new Set<string>();
  const counts = await frontier.counts();
  let known = counts.queued + counts.done + counts.failed + counts.skipped;

  const add = async (found: FoundAddress[]): Promise<number> => {
    const fitting = found.slice(0, Math.max(0, maxAddresses - known));
    if (fitting.length < found.length)
      notes.add(`More than ${maxAddresses} addresses were found; the rest was left out.`);
    const added = fitting.length === 0 ? 0 : await frontier.add(fitting);
    known += added;
    return added;
  };

  const addTexts = async (texts: readonly string[], { base, from, depth }: Origin): Promise<void> => {
    // In slices, since judging thousands of links at once would hold up the server.
    for (let at = 0; at < texts.length; at += sliceLength) {
      const found = texts.slice(at, at + sliceLength).flatMap((text) => {
        const url = parseAddress(text, base);
        if (!url) return [];
        const verdict = scope.judge(url, depth);
        if (verdict !== "in") noteVerdict(verdict, settings, notes);
        return verdict === "in"
          ? [{ key: keyOf(url), url: url.href, depth, foundFrom: from, redirects: 0 }]
          : [];
      });
      await add(found);
      await pause();
    }
  };

  return {
    addStarts: async (urls) => {
      const first = { depth: 0, foundFrom: null, redirects: 0 };
      await add(urls.map((url) => ({ ...first, key: keyOf(url), url: url.href })));
    },
    addLinks: (links, { url, depth }) => addTexts(links, { base: url, from: url, depth: depth + 1 }),
    // The depth of a listed page is not known; one below the start lets its own links count from there.
    addListed: (pages, sitemap) =>
      addTexts(pages, { base: sitemap, from: sitemap, depth: Math.min(1, settings.maxDepth) }),
    addInstead: async (to, { url, depth, redirects }) =>
      (await add([{ key: keyOf(to), url: to.href, depth, foundFrom: url, redirects }])) > 0,
    isSameSite: scope.isSameSite,
    maxAddresses,
    note: (sentence) => void notes.add(sentence),
    listNotes: () => [...notes],
  };
}

type Origin = { base: string; from: string; depth: number };

const sliceLength = 100;

function noteVerdict(verdict: Verdict, { maxDepth }: CrawlSettings, notes: Set<string>): void {
  if (verdict === "tooDeep")
    notes.add(`Pages more than ${maxDepth} links away from the start were left out.`);
  if (verdict === "trap") notes.add("Addresses that repeat themselves without end were left out.");
}
