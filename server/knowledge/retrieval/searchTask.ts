import type { AgentKey } from "../../agents/parts.ts";
import type { VectorOwner } from "../vectors/planVectors.ts";
import type { IndexOwner } from "./indexPassages.ts";
import type { OldSegment } from "./planTerms.ts";
import type { SearchQuestion } from "./search.ts";
import type { IndexedPassage } from "./segment/encodeSegment.ts";

/** What of an index segment comes or goes. */
export interface SegmentChange {
  passages?: readonly IndexedPassage[];
  removed?: readonly number[];
}

/** Where a search thread finds the database, and how much it may remember. */
export interface SearchPlace {
  file?: string | undefined;
  databaseUrl?: string | undefined;
  cacheBytes: number;
}

/** What a search thread is asked. */
export type SearchTask =
  | { kind: "search" | "find"; question: SearchQuestion }
  | { kind: "encode"; change: SegmentChange }
  | { kind: "planMerge"; owner: IndexOwner }
  | { kind: "planTerms"; old: OldSegment }
  | { kind: "findLikePassages"; agent: AgentKey }
  | { kind: "planVectors"; owner: VectorOwner };

/** What it answers. */
export type SearchAnswer = { result: unknown } | { result?: undefined; message: string };
