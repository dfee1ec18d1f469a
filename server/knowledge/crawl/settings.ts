/** What a crawl may read and how hard it may ask. The first six come from the data source's own settings. */
export type CrawlSettings = {
  /** The whole site, all below the start address, just the start addresses, or what sitemaps list. */
  scope: "site" | "section" | "pages" | "sitemap";
  startUrls: readonly string[];
  /** Globs on the path (glob.ts). Start addresses are read whatever these say. */
  include: readonly string[];
  exclude: readonly string[];
  maxDepth: number;
  maxPages: number;
  requestsPerSecond: number;
  userAgent: string;
  /** Largest page or file. */
  maxBytes: number;
  timeoutMs: number;
  /** Requests under way at once; each host is still asked no faster than `requestsPerSecond`. */
  concurrency: number;
  /** When this is over the crawl ends and says so; what is queued stays queued. */
  maxDurationMs: number;
};

/** Gives whole settings from a source's own and the public address of this install, which robots.txt writers look up. */
export function completeSettings(
  own: Pick<CrawlSettings, "scope" | "startUrls"> & Partial<CrawlSettings>,
  publicUrl: string,
): CrawlSettings {
  return { ...usual, userAgent: `PilothouseBot/0.1 (+${publicUrl})`, ...own };
}

const usual = {
  include: [],
  exclude: [],
  maxDepth: 5,
  maxPages: 500,
  requestsPerSecond: 2,
  maxBytes: 21_000_000,
  timeoutMs: 60_000,
  concurrency: 4,
  maxDurationMs: 24 * 60 * 60 * 1000,
};

/** How many addresses a crawl remembers at most: enough for every page's misses, an end for a site without one. */
export function countMaxAddresses({ maxPages }: CrawlSettings): number {
  return maxPages * 10 + 1000;
}
