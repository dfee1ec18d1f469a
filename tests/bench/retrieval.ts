import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { migrateFully } from "../kit/database/migrateFully.ts";
import type { Store } from "../../server/database/store.ts";
import { writeSegment } from "../../server/knowledge/retrieval/indexPassages.ts";
import { createSearchPool } from "../../server/knowledge/retrieval/searchPool.ts";
import { startPostgres } from "../kit/database/postgres.ts";
import { makeSynthetic } from "./makeSynthetic.ts";
import { measureVectors } from "./measureVectors.ts";
import type { VectorFigures } from "./measureVectors.ts";
import { countNdcg, countRecall, findPercentile } from "./rankingMeasures.ts";
import { readBeir } from "./readBeir.ts";
import type { RetrievalTest } from "./readBeir.ts";
import { openStore } from "../../server/database/openStore.ts";

/*
 * npm run bench:retrieval -- FOLDER          how good and how quick the search is on a folder in BEIR layout
 * npm run bench:retrieval -- --passages N    how quick it is on N made-up passages
 * npm run bench:retrieval -- --passages N --vectors D,E    and with vectors of D, then of E dimensions beside the words
 * Both run on SQLite and, where one can be had, on Postgres. The last line is the result as JSON.
 */
const owner = { organizationId: "bench", sourceId: "corpus" };
const batchSize = 100;
const lookEveryMs = 5;

const usage = "Say what to measure: a folder in BEIR layout, or --passages NUMBER [--vectors DIMENSIONS,...]";

interface Figures {
  ndcgAt10: number;
  recallAt100: number;
  msMedian: number;
  msP95: number;
  /** A question's time on the processors, of all threads: what a busy machine does not change. */
  cpuMs: number;
  /** So late the thread that answers requests was meanwhile, 99 of 100 times. */
  loopLagMs: number;
  indexSeconds: number;
  vectors: VectorFigures[];
  found: string[][];
}

await main(process.argv.slice(2));

async function main([first = "", second = "", third = "", fourth = ""]: string[]): Promise<void> {
  const dimensions = third === "--vectors" ? fourth.split(",").map(Number) : [];
  const isKnown = third === "" || (dimensions.length > 0 && dimensions.every((each) => each > 0));
  if (!first || (first === "--passages" && !(Number(second) > 0)) || !isKnown) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  const test = first === "--passages" ? makeSynthetic(Number(second)) : readBeir(first);
  console.log(`${test.documents.length} passages, ${test.questions.length} questions`);

  const sqlite = await measureStore({ test, dimensions });
  const server = await startPostgres();
  const postgres = server
    ? await measureStore({ test, dimensions, databaseUrl: server.url }).finally(() => server.stop())
    : undefined;
  const sameOrder = postgres && JSON.stringify(sqlite.found) === JSON.stringify(postgres.found);
  if (!postgres) console.log("Postgres: skipped, none can be had on this machine");
  console.log(
    JSON.stringify({
      passages: test.documents.length,
      questions: test.questions.length,
      ndcgAt10: sqlite.ndcgAt10,
      recallAt100: sqlite.recallAt100,
      sameOrder: sameOrder ?? null,
      sqlite: { ...sqlite, found: undefined },
      postgres: postgres ? { ...postgres, found: undefined } : null,
    }),
  );
}

interface Measured {
  test: RetrievalTest;
  /** Of the vectors, one kind after the other. */
  dimensions: number[];
  databaseUrl?: string;
}

async function measureStore({ test, dimensions, databaseUrl }: Measured): Promise<Figures> {
  const dataDir = mkdtempSync(join(tmpdir(), "pilothouse-bench-"));
  const store = await openStore({ dataDir, databaseUrl });
  try {
    await migrateFully(store);
    const words = await measure(test, store);
    const vectors: VectorFigures[] = [];
    for (const each of dimensions) {
      vectors.push(await measureVectors({ store, owner, test, dimensions: each }));
      console.log(`${store.dialect}: ${JSON.stringify(vectors.at(-1))}`);
    }
    const figures = { ...words, vectors };
    const { found: _, ...shown } = figures;
    console.log(`${store.dialect}: ${JSON.stringify(shown)}`);
    return figures;
  } finally {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measure(
  { documents, questions }: RetrievalTest,
  store: Store,
): Promise<Omit<Figures, "vectors">> {
  const pool = createSearchPool(store);
  try {
    const indexStart = performance.now();
    for (let from = 0; from < documents.length; from += batchSize) {
      const passages = documents
        .slice(from, from + batchSize)
        .map(({ title, text }, index) => ({ number: from + index, title, headings: [], text }));
      const segment = await pool.encode({ passages }, owner);
      await store.transaction((tx) => writeSegment(tx, { ...owner, segment }));
      await pool.merge(owner);
    }
    const indexSeconds = round((performance.now() - indexStart) / 1000);

    const times: number[] = [];
    const cpu = process.cpuUsage();
    const loop = monitorEventLoopDelay({ resolution: lookEveryMs });
    loop.enable();
    const found: string[][] = [];
    for (const { text: question } of questions) {
      const start = performance.now();
      const { organizationId, sourceId } = owner;
      const hits = await pool.search({ organizationId, sourceIds: [sourceId], question, limit: 100 });
      times.push(performance.now() - start);
      found.push(hits.map(({ number }) => documents[number]?.id ?? ""));
    }
    const { user, system } = process.cpuUsage(cpu);
    loop.disable();
    const average = (count: typeof countNdcg) =>
      questions.reduce((sum, { grades }, at) => sum + count(found[at] ?? [], grades), 0) / questions.length;
    return {
      ndcgAt10: round(average(countNdcg)),
      recallAt100: round(average(countRecall)),
      msMedian: round(findPercentile(times, 0.5)),
      msP95: round(findPercentile(times, 0.95)),
      cpuMs: round((user + system) / 1000 / questions.length),
      // It counts from one look to the next.
      loopLagMs: round(Math.max(0, loop.percentile(99) / 1e6 - lookEveryMs)),
      indexSeconds,
      found,
    };
  } finally {
    await pool.close();
  }
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
