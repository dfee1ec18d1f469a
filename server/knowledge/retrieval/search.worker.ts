import { parentPort, workerData } from "node:worker_threads";
import { Kysely } from "kysely";
import { openPostgresStore } from "../../database/postgresStore.ts";
import { openSqliteReader } from "../../database/sqlite.ts";
import { createSqliteReads } from "../../database/sqliteDialect.ts";
import type { Db, Tables } from "../../database/store.ts";
import { findLikePassages } from "../hygiene/findLikePassages.ts";
import { planVectors } from "../vectors/planVectors.ts";
import { SegmentCache } from "./cache.ts";
import { findPassages } from "./findPassages.ts";
import { planMerge } from "./mergeSegments.ts";
import { planTerms } from "./planTerms.ts";
import { search } from "./search.ts";
import { encodeSegment } from "./segment/encodeSegment.ts";
import type { SearchAnswer, SearchPlace, SearchTask } from "./searchTask.ts";

// Only searchPool.ts starts this file, with the place of the database as its data.
const place = workerData as SearchPlace;
const cache = new SegmentCache({ maxBytes: place.cacheBytes });
const opening = openReader(place);

parentPort?.on("message", (task: SearchTask) => {
  void answer(task).then((result) => parentPort?.postMessage(result));
});

async function answer(task: SearchTask): Promise<SearchAnswer> {
  try {
    return { result: await work(await opening, task) };
  } catch (error) {
    return { message: error instanceof Error ? error.message : String(error) };
  }
}

function work(reader: Db, task: SearchTask): unknown {
  switch (task.kind) {
    case "search":
      return search(reader, task.question, cache);
    case "find":
      return findPassages(reader, task.question, cache);
    case "encode":
      return encodeSegment(task.change);
    case "planMerge":
      return planMerge(reader, task.owner, cache);
    case "planTerms":
      return planTerms(reader, task.old);
    case "findLikePassages":
      return findLikePassages(reader, task.agent);
    case "planVectors":
      return planVectors(reader, task.owner);
  }
}

async function openReader({ file, databaseUrl }: SearchPlace): Promise<Db> {
  if (file) {
    const reads = openSqliteReader(file);
    return new Kysely<Tables>({ dialect: createSqliteReads(reads) });
  }
  if (!databaseUrl) throw new Error("The search needs a file or an address of the database.");
  return (await openPostgresStore({ dataDir: "", databaseUrl })).reader;
}
