/**
 * An address that a crawl has come across. `key` is its identity (see addresses.ts): two spellings of one page have
 * one key, while `url` is what is asked for, exactly as the site wrote it.
 */
export type FoundAddress = {
  key: string;
  url: string;
  /** How many links away from where the crawl began. */
  depth: number;
  /** The page or sitemap that named it; null for an address the crawl began with. */
  foundFrom: string | null;
  /** How many redirects led here in a row. */
  redirects: number;
};

/** An address whose turn has come, with what an earlier sync remembers of it. */
export type FrontierEntry = FoundAddress & { etag: string | null; lastModified: string | null };

/** How an address ended. `reason` is a sentence for people, `code` is for programs. */
export type Outcome =
  | { state: "fetched"; etag: string | null; lastModified: string | null }
  | { state: "unchanged" }
  | { state: "failed"; code: FailureCode; reason: string; status: number | null }
  | { state: "skipped"; code: SkipCode; reason: string };

export type FailureCode =
  | "address"
  | "unreachable"
  | "robots"
  | "redirects"
  | "leavesSite"
  | "status"
  | "tooLarge"
  | "timeout"
  | "unreadable"
  | "notSitemap";

export type SkipCode = "robots" | "moved" | "leavesSite" | "noindex" | "canonical" | "contentType" | "scope";

/** `done` counts what was fetched or found unchanged: the pages that the page limit is about. */
export type FrontierCounts = { queued: number; done: number; failed: number; skipped: number };

/**
 * What a crawl still has to read and what became of the rest. The sync job keeps it in a table, so that a killed crawl
 * continues where it was: an entry that was given out but never settled must be given out again by the next run's
 * frontier, and never twice by the same one.
 */
export interface Frontier {
  /** Queues the addresses whose key is unknown and gives how many that were. */
  add(found: readonly FoundAddress[]): Promise<number>;
  /** Gives the next address, nearest to the start first; undefined when nothing is queued at the moment. */
  next(): Promise<FrontierEntry | undefined>;
  settle(key: string, outcome: Outcome): Promise<void>;
  /** Counts what is known; an entry that was given out and not settled is still `queued`. */
  counts(): Promise<FrontierCounts>;
}
