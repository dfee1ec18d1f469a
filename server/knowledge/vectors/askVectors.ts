import type { Db, Store } from "../../database/store.ts";
import { readDefault } from "../../models/defaults.ts";
import { ModelFault } from "../../models/fault.ts";
import type { Models } from "../../models/models.ts";
import type { SearchQuestion } from "../retrieval/search.ts";
import type { VectorUse } from "../retrieve.ts";

export interface VectorAsk {
  organizationId: string;
  sourceIds: readonly string[];
  /** The question as it may leave the installation. */
  question: string;
  signal: AbortSignal;
}

/** A visitor waits: after this long the words alone find the passages. */
const patienceMs = 4000;

/**
 * Gives the vector of a question, by the model whose vectors most of the sources have; null where there is none, or none
 * can be had now. `use` says which, null where the organization wants no vectors.
 */
export async function askVectors(
  store: Pick<Store, "db">,
  models: Pick<Models, "openEmbedder">,
  { organizationId, sourceIds, question, signal }: VectorAsk,
): Promise<{ vector: SearchQuestion["vector"]; use: VectorUse | null }> {
  const chosen = await readDefault(store.db, organizationId, "embedding");
  if (chosen === null || sourceIds.length === 0 || question.trim() === "")
    return { vector: undefined, use: null };
  const best = await chooseModel(store.db, { organizationId, sourceIds, chosen });
  if (!best) return { vector: undefined, use: { model: chosen, ms: 0, reason: notMade } };
  const { model, dimensions } = best;
  const startedAt = performance.now();
  const tell = (reason: string | null) => ({ model, ms: performance.now() - startedAt, reason });
  try {
    const embedder = await models.openEmbedder(organizationId, model);
    if (!embedder) throw new ModelFault("no_way");
    const [values] = await embedder.embed({ texts: [question], use: "question", signal, patienceMs });
    if (!values) throw new ModelFault("empty");
    if (values.length !== dimensions) return { vector: undefined, use: tell(otherDimensions) };
    return { vector: { model, values }, use: tell(null) };
  } catch (error) {
    signal.throwIfAborted();
    const fault = error instanceof ModelFault ? error : new ModelFault("unavailable");
    return { vector: undefined, use: tell(fault.message) };
  }
}

const notMade = "The vectors are not made yet.";
const otherDimensions = "The model gives other dimensions than it gave for the passages. Choose it again.";

/** While another model's vectors are made, those of before answer; with as many of each, the chosen one's do. */
async function chooseModel(
  db: Db,
  { organizationId, sourceIds, chosen }: Pick<VectorAsk, "organizationId" | "sourceIds"> & { chosen: string },
): Promise<{ model: string; dimensions: number | null } | undefined> {
  const rows = await db
    .selectFrom("sourceVectors")
    .select((row) => [
      "model",
      row.fn.max("dimensions").as("dimensions"),
      row.fn.countAll<number>().as("count"),
    ])
    .where("organizationId", "=", organizationId)
    .where("sourceId", "in", sourceIds)
    .where("isWhole", "=", 1)
    .groupBy("model")
    .execute();
  const isChosen = (model: string) => Number(model === chosen);
  return rows.toSorted(
    (one, other) => Number(other.count) - Number(one.count) || isChosen(other.model) - isChosen(one.model),
  )[0];
}
