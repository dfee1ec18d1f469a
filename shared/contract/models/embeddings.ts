import * as v from "valibot";
import { call } from "../call.ts";
import { count, data } from "../shapes.ts";

/** How far the vectors of all of an organization's knowledge are, by the model that it chose. */
export const embeddings = v.object({
  /** Null where knowledge is found only by its words. */
  model: v.nullable(v.string()),
  /** `making`: answers go by the vectors of the model before, or only by words, until it is `ready`. */
  state: v.picklist(["off", "making", "ready", "failed"]),
  /** Passages that have a vector, of how many. */
  done: count,
  total: count,
  sources: count,
  failedSources: count,
  /** Why the first of them failed. */
  error: v.nullable(v.string()),
});
export type Embeddings = v.InferOutput<typeof embeddings>;

export const getEmbeddings = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/embeddings",
  who: { member: "models.read" },
  summary: "Returns the progress of the organization's vectors.",
  answer: data(embeddings),
});
