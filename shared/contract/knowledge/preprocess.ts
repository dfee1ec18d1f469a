import * as v from "valibot";
import { call } from "../call.ts";
import { dataSourceConfig } from "./sourceConfigs.ts";
import { count, data, id } from "../shapes.ts";

/** One page or file: what would be taken of it, or why nothing would. */
export const preprocessedPage = v.object({
  /** Its title, or its address or file name where it has none. */
  name: v.string(),
  url: v.nullable(v.string()),
  characters: count,
  verdict: v.picklist(["taken", "duplicate", "unreadable", "leftOut"]),
  /** In a sentence; null for what is taken. */
  reason: v.nullable(v.string()),
});
export type PreprocessedPage = v.InferOutput<typeof preprocessedPage>;

export const preprocessing = v.object({
  id,
  state: v.picklist(["queued", "running", "done", "failed", "cancelled"]),
  /** `found`: addresses or files that are known so far. `characters`: of what is taken. */
  counts: v.object({
    ...{ found: count, taken: count, characters: count },
    ...{ duplicates: count, unreadable: count, leftOut: count },
  }),
  /** Those that want a look first; the list ends after 300 of each verdict. */
  pages: v.array(preprocessedPage),
  /** What limits left out, in sentences. */
  notes: v.array(v.string()),
});
export type Preprocessing = v.InferOutput<typeof preprocessing>;

const all = "/v1/org/{orgId}/copilotapps/{productId}/datasources/preprocess" as const;
const one = `${all}/{preprocessId}` as const;
const writes = { member: "knowledge.update" } as const;

/** Nothing becomes knowledge by it. A new one ends the one before of the same person. */
export const preprocess = call({
  family: "console",
  method: "POST",
  path: all,
  who: writes,
  audit: false,
  summary: "Starts a preview of a data source with these settings, without adding it.",
  body: data(v.strictObject({ config: dataSourceConfig })),
  answer: data(preprocessing),
});

export const getPreprocessing = call({
  family: "console",
  method: "GET",
  path: one,
  who: writes,
  summary: "Returns what a preview of a data source has found so far.",
  answer: data(preprocessing),
});

export const cancelPreprocessing = call({
  family: "console",
  method: "POST",
  path: `${one}/cancel`,
  who: writes,
  audit: false,
  summary: "Ends a preview of a data source. Its findings can still be read.",
  answer: data(preprocessing),
});
