import { termsVersion } from "../../server/knowledge/retrieval/renewTerms.ts";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Worker } from "node:worker_threads";
import type { Store } from "../../server/database/store.ts";
import { createSearchPool } from "../../server/knowledge/retrieval/searchPool.ts";
import type { SearchPool } from "../../server/knowledge/retrieval/searchPool.ts";
import { createEmbedHandler } from "../../server/knowledge/vectors/embedSource.ts";
import { compareStored } from "../../server/knowledge/vectors/quantise.ts";
import { dropVectors } from "../../server/knowledge/vectors/dropVectors.ts";
import type { Embedder } from "../../server/models/embedder.ts";
import { createModels } from "../../server/models/models.ts";
import { findPercentile } from "./rankingMeasures.ts";
import type { RetrievalTest } from "./readBeir.ts";

const model = "text-embedding-3-small";
const wantedNearest = 10;
const comparedQuestions = 20;

export interface VectorFigures {
  dimensions: number;
  passagesPerSecond: number;
  loopLagMsWhileMade: number;
  /** The whole of a question: its vector from the provider, both ways of searching, the fusion. */
  msMedian: number;
  msP95: number;
  /** Of the search alone, of all threads: what a busy machine does not change. */
  cpuMs: number;
  /** The longest that the main thread was held up meanwhile. */
  loopLagMs: number;
  /** How many of the ten nearest by all values are among those found. */
  nearestRecallAt10: number;
  /** What the process took more than before the first question. */
  memoryMb: number;
}

export interface VectorBench {
  store: Store;
  owner: { organizationId: string; sourceId: string };
  test: RetrievalTest;
  dimensions: number;
}

/** Makes vectors of an indexed source by the real job, from a provider on a thread beside, and asks the fused questions. */
export async function measureVectors({
  store,
  owner,
  test,
  dimensions,
}: VectorBench): Promise<VectorFigures> {
  const provider = new Worker(new URL("./embeddingServer.ts", import.meta.url), { workerData: dimensions });
  const port = await new Promise<number>((resolve) => provider.once("message", resolve));
  const settings = { openaiBaseUrl: `http://127.0.0.1:${port}/v1` };
  const models = createModels({ settings, fetch });
  const search = createSearchPool(store);
  try {
    await insertRows({ store, owner, test });
    const making = await watchLoop(() => makeVectors({ store, owner, search, models }));
    const embedder = await models.openEmbedder(owner.organizationId, model);
    if (!embedder) throw new Error("The provider of the bench has a way.");
    const asked = await askQuestions({ owner, test, search, embedder });
    const recall = await countNearest({ store, owner, test, search, embedder });
    return {
      dimensions,
      passagesPerSecond: Math.round(test.documents.length / (making.ms / 1000)),
      loopLagMsWhileMade: making.lagMs,
      ...asked,
      nearestRecallAt10: recall,
    };
  } finally {
    await search.close();
    await provider.terminate();
  }
}

type Bench = Omit<VectorBench, "dimensions">;
interface Asking extends Omit<Bench, "store"> {
  search: SearchPool;
  embedder: Embedder;
}

/** What the job reads beside the index: the source, the choice of a model, and the passages' texts. */
async function insertRows({ store, owner, test }: Bench): Promise<void> {
  const { organizationId, sourceId } = owner;
  await dropVectors(store, owner);
  for (const table of ["modelDefaults", "dataSources", "passages"] as const) {
    await store.db.deleteFrom(table).execute();
  }
  await store.db.insertInto("modelDefaults").values({ organizationId, job: "embedding", model }).execute();
  await store.db
    .insertInto("dataSources")
    .values({
      ...{ organizationId, id: sourceId, agentId: "bench", name: "bench", kind: "text", config: "{}" },
      ...{ status: "ready", error: null, pageCount: 0, passageCount: 0, characterCount: 0, failedCount: 0 },
      ...{ nextNumber: 0, lastRunId: null, lastSyncedAt: null, sinceVersion: 0, originId: null },
      ...{ audience: "everyone", restoredVersion: null, termsVersion, createdAt: 0, updatedAt: 0 },
    })
    .execute();
  await store.db
    .insertInto("sourceVectors")
    .values({
      ...{ organizationId, sourceId, model, state: "queued", isStale: 1, isWhole: 0, dimensions: null },
      ...{ done: 0, total: 0, error: null, updatedAt: 0 },
    })
    .execute();
  for (let from = 0; from < test.documents.length; from += 200) {
    const rows = test.documents.slice(from, from + 200).map(({ title, text }, index) => ({
      ...{ organizationId, sourceId, pageId: "bench", id: String(from + index), number: from + index, title },
      ...{
        headings: "[]",
        text,
        position: "null",
        characters: text.length,
        hash: "",
        isOff: 0,
        createdAt: 0,
      },
    }));
    await store.db.insertInto("passages").values(rows).execute();
  }
}

async function makeVectors({
  store,
  owner,
  search,
  models,
}: Omit<Bench, "test"> & { search: SearchPool; models: ReturnType<typeof createModels> }): Promise<void> {
  const handler = createEmbedHandler({ store, search, models, now: Date.now });
  const job = { organizationId: owner.organizationId, payload: JSON.stringify(owner) } as Parameters<
    typeof handler
  >[0]; // what the handler reads
  const { signal } = new AbortController();
  await handler(job, { signal, progress: () => {}, heartbeat: async () => {} });
}

async function askQuestions({ owner, test, search, embedder }: Asking) {
  const first = test.questions[0]?.text ?? "";
  const before = process.memoryUsage.rss();
  await ask({ owner, search, embedder, question: first });
  const times: number[] = [];
  let cpuMs = 0;
  const { lagMs } = await watchLoop(async () => {
    for (const { text: question } of test.questions) {
      const start = performance.now();
      const values = await makeVector(embedder, question);
      const cpu = process.cpuUsage();
      await find({ owner, search, question, values });
      const { user, system } = process.cpuUsage(cpu);
      cpuMs += (user + system) / 1000;
      times.push(performance.now() - start);
    }
  });
  return {
    msMedian: round(findPercentile(times, 0.5)),
    msP95: round(findPercentile(times, 0.95)),
    cpuMs: round(cpuMs / test.questions.length),
    loopLagMs: lagMs,
    memoryMb: Math.round((process.memoryUsage.rss() - before) / 1024 / 1024),
  };
}

type Asked = Pick<Asking, "owner" | "search">;

async function ask({ embedder, ...asked }: Asked & { embedder: Embedder; question: string }) {
  return find({ ...asked, values: await makeVector(embedder, asked.question) });
}

function find({ owner, search, question, values }: Asked & { question: string; values: Float32Array }) {
  const { organizationId, sourceId } = owner;
  return search.search({
    organizationId,
    sourceIds: [sourceId],
    question,
    limit: 16,
    vector: { model, values },
  });
}

async function makeVector(embedder: Embedder, text: string): Promise<Float32Array> {
  const { signal } = new AbortController();
  const [values] = await embedder.embed({ texts: [text], use: "question", signal, patienceMs: 60_000 });
  return values ?? new Float32Array();
}

/** Compares what is found without words with a look at every value of every vector. */
async function countNearest({
  store,
  owner,
  test,
  search,
  embedder,
}: Asking & { store: Store }): Promise<number> {
  const questions = test.questions.slice(0, comparedQuestions);
  const vectors = await Promise.all(questions.map(({ text }) => makeVector(embedder, text)));
  const exact = vectors.map((): { number: number; score: number }[] => []);
  for (let from = 0; ; from += 2000) {
    const rows = await store.reader
      .selectFrom("passageVectors")
      .select(["number", "data"])
      .where("organizationId", "=", owner.organizationId)
      .where("sourceId", "=", owner.sourceId)
      .where("number", ">=", from)
      .where("number", "<", from + 2000)
      .execute();
    if (rows.length === 0) break;
    exact.forEach((best, at) => {
      const vector = vectors[at] ?? new Float32Array();
      best.push(...rows.map(({ number, data }) => ({ number, score: compareStored(data, vector) })));
      best.sort((one, other) => other.score - one.score).splice(wantedNearest);
    });
  }
  const shares = await Promise.all(
    exact.map(async (best, at) => {
      const found = await find({ owner, search, question: "", values: vectors[at] ?? new Float32Array() });
      const numbers = new Set(found.slice(0, wantedNearest).map(({ number }) => number));
      return best.filter(({ number }) => numbers.has(number)).length / wantedNearest;
    }),
  );
  return round(shares.reduce((sum, share) => sum + share, 0) / shares.length);
}

async function watchLoop(work: () => Promise<unknown>): Promise<{ ms: number; lagMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const start = performance.now();
  await work();
  delay.disable();
  return { ms: performance.now() - start, lagMs: round(delay.max / 1e6) };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
