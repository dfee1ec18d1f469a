import type { RequestFacts } from "./handle.ts";

type PageMethod = "GET" | "PUT" | "POST";

/** What a page's handler gets. */
export interface PageVisit {
  request: Request;
  params: Record<string, string>;
  facts: RequestFacts;
  /** Counts the request against no limit of its address, once it is proved that a service sends for many people. */
  uncount(): void;
}

/**
 * An address outside the contract, such as the frame's document: parameters are in its path as `{name}`. Headers that
 * the answer does not set become the strict ones of secureHeaders.ts; what is thrown is answered as everywhere.
 */
export interface PageRoute {
  path: string;
  /** GET where it is left out; HEAD comes with it. */
  method?: PageMethod | readonly PageMethod[];
  handler(visit: PageVisit): Response | Promise<Response>;
}
