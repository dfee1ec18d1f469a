import { createHash } from "node:crypto";
import type { Store, Tx } from "../../database/store.ts";
import { GiveUp } from "../../jobs/end.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { JobTools } from "../../jobs/kinds.ts";
import type { JobRow } from "../../jobs/tables.ts";
import { readDefault } from "../../models/defaults.ts";
import type { Embedder } from "../../models/embedder.ts";
import { ModelFault, faultTable } from "../../models/fault.ts";
import type { Models } from "../../models/models.ts";
import type { IndexOwner } from "../retrieval/indexPassages.ts";
import type { SearchPool } from "../retrieval/searchPool.ts";
import type { PassageRow } from "../tables.ts";
import { dropOtherVectors } from "./dropVectors.ts";
import type { VectorOwner } from "./planVectors.ts";
import { encodeVector } from "./quantise.ts";
import { queueAgain, setVectors } from "./queueEmbedding.ts";
import { applyPlan, insertVectors } from "./writeVectors.ts";
import type { NewVector } from "./writeVectors.ts";

export interface EmbedDeps {
  store: Store;
  search: SearchPool;
  models: Pick<Models, "openEmbedder">;
  now: () => number;
}

/** How many passages are asked for, and written, in one step. */
const passagesAtOnce = 128;
const patienceMs = 120_000;

/**
 * The job that gives the passages of a source their vectors, by the model that the organization chose last. It looks
 * what is missing, so after a kill it continues where it was, and what is there already is not asked for again.
 */
export function createEmbedHandler(deps: EmbedDeps) {
  return async (job: JobRow, { signal, progress }: JobTools): Promise<void> => {
    const owner = readOwner(job);
    const model = await readDefault(deps.store.db, owner.organizationId, "embedding");
    if (model === null) return dropOtherVectors(deps.store, { ...owner, model });
    try {
      await embedSource(deps, { ...owner, model, signal, progress });
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      await setVectors(deps.store.db, { ...owner, model }, { error: error.message });
      throw faultTable[error.kind].again || error.kind === "timeout" ? error : new GiveUp(error.message);
    }
  };
}

/** Writes with the job's end what people see of it, and queues another where more was asked meanwhile. */
export function createEmbedEnded({ jobs, now }: { jobs: Jobs; now: () => number }) {
  return async (tx: Tx, job: JobRow): Promise<void> => {
    const owner = readOwner(job);
    if (job.state === "done") return queueAgain(tx, jobs, owner);
    const model = await readDefault(tx, owner.organizationId, "embedding");
    if (model === null) return;
    const row = await findRow(tx, { ...owner, model });
    const error = row?.error ?? "The vectors could not be made because of a fault on our side.";
    await setVectors(tx, { ...owner, model }, { state: "failed", error, updatedAt: now() });
  };
}

interface Embedding extends VectorOwner, Pick<JobTools, "signal" | "progress"> {}

async function embedSource(deps: EmbedDeps, { signal, progress, ...owner }: Embedding): Promise<void> {
  const { store, search, models, now } = deps;
  const { organizationId, model } = owner;
  await setVectors(store.db, owner, { isStale: 0, state: "running", error: null, updatedAt: now() });
  const embedder = await models.openEmbedder(organizationId, model);
  if (!embedder) throw new ModelFault("no_way");
  const { live, missing } = await search.planVectors(owner);
  let done = live - missing.length;
  await setVectors(store.db, owner, { done, total: live });
  for (let from = 0; from < missing.length; from += passagesAtOnce) {
    const numbers = missing.slice(from, from + passagesAtOnce);
    const vectors = await makeVectors(store, embedder, { ...owner, numbers, signal });
    signal.throwIfAborted();
    done += numbers.length;
    const isWanted = await store.transaction((tx) => writeStep(tx, { owner, vectors, done, now: now() }));
    if (!isWanted) return;
    progress({ done, total: live });
  }
  const after = await search.planVectors(owner);
  await applyPlan(store, { ...owner, plan: after });
  await setVectors(store.db, owner, {
    ...{ state: "ready", isWhole: 1, done: after.live - after.missing.length, total: after.live },
    updatedAt: now(),
  });
  await dropOthers(store, owner);
}

interface VectorsWanted extends VectorOwner {
  numbers: readonly number[];
  signal: AbortSignal;
}

async function makeVectors(
  { reader }: Store,
  embedder: Embedder,
  { numbers, signal, ...owner }: VectorsWanted,
): Promise<NewVector[]> {
  const { organizationId, sourceId, model } = owner;
  const passages = await reader
    .selectFrom("passages")
    .select(["number", "title", "headings", "text"])
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("number", "in", [...numbers])
    .execute();
  const texts = passages.map((passage) => ({ number: passage.number, text: writeText(passage) }));
  const hashed = texts.map((each) => ({ ...each, hash: hashText(each.text) }));
  const known = await reader
    .selectFrom("passageVectors")
    .select(["hash", "data"])
    .where("organizationId", "=", organizationId)
    .where("model", "=", model)
    .where("hash", "in", [...new Set(hashed.map(({ hash }) => hash)), ""])
    .execute();
  const byHash = new Map(known.map(({ hash, data }) => [hash, data]));
  const fresh = [...new Map(hashed.map((each) => [each.hash, each])).values()].filter(
    ({ hash }) => !byHash.has(hash),
  );
  const made = await embedder.embed({
    texts: fresh.map(({ text }) => text),
    use: "passage",
    signal,
    patienceMs,
  });
  fresh.forEach(({ hash }, at) => byHash.set(hash, encodeVector(made[at] ?? new Float32Array())));
  return hashed.flatMap(({ number, hash }) => {
    const data = byHash.get(hash);
    return data ? [{ number, hash, data }] : [];
  });
}

/** What a passage means depends on where it stands. */
function writeText({ title, headings, text }: Pick<PassageRow, "title" | "headings" | "text">): string {
  const above = JSON.parse(headings) as string[]; // written by storePage
  return [title, ...above, text].filter((part) => part.trim() !== "").join("\n");
}

function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

interface Step {
  owner: VectorOwner;
  vectors: NewVector[];
  done: number;
  now: number;
}

/** Gives false where the source was deleted or another model was chosen meanwhile: nothing is written then. */
async function writeStep(tx: Tx, { owner, vectors, done, now }: Step): Promise<boolean> {
  const { organizationId, sourceId, model } = owner;
  const source = await tx
    .selectFrom("dataSources")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("id", "=", sourceId)
    .forUpdate()
    .executeTakeFirst();
  if (!source || (await readDefault(tx, organizationId, "embedding")) !== model) return false;
  await insertVectors(tx, { ...owner, vectors });
  const dimensions = vectors[0] ? vectors[0].data.length - 4 : null;
  await setVectors(tx, owner, { done, updatedAt: now, ...(dimensions !== null && { dimensions }) });
  return true;
}

/** The vectors of the model before answer until all sources of the agent have those of the new one. */
async function dropOthers(store: Store, { organizationId, sourceId, model }: VectorOwner): Promise<void> {
  const rows = await store.db
    .selectFrom("dataSources")
    .innerJoin("dataSources as mine", (join) =>
      join
        .onRef("mine.organizationId", "=", "dataSources.organizationId")
        .onRef("mine.agentId", "=", "dataSources.agentId"),
    )
    .leftJoin("sourceVectors", (join) =>
      join
        .onRef("sourceVectors.organizationId", "=", "dataSources.organizationId")
        .onRef("sourceVectors.sourceId", "=", "dataSources.id")
        .on("sourceVectors.model", "=", model),
    )
    .select(["dataSources.id", "sourceVectors.isWhole"])
    .where("mine.organizationId", "=", organizationId)
    .where("mine.id", "=", sourceId)
    .execute();
  if (rows.some(({ isWhole }) => isWhole !== 1)) return;
  for (const { id } of rows) await dropOtherVectors(store, { organizationId, sourceId: id, model });
}

async function findRow(tx: Tx, { organizationId, sourceId, model }: VectorOwner) {
  return tx
    .selectFrom("sourceVectors")
    .select("error")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("model", "=", model)
    .executeTakeFirst();
}

function readOwner({ organizationId, payload }: JobRow): IndexOwner {
  return { organizationId, sourceId: (JSON.parse(payload) as { sourceId: string }).sourceId }; // written by enqueue
}
