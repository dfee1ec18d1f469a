import { Kysely } from "kysely";
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

/** What a search thread is: a reader of the database, and what it remembers of it. */
export interface Searcher {
  answer(task: SearchTask): Promise<SearchAnswer>;
  close(): Promise<void>;
}

/** Begins to open the database; a place without one answers each task with why. */
export function createSearcher(place: SearchPlace): Searcher {
  const cache = new SegmentCache({ maxBytes: place.cacheBytes });
  const opening = openReader(place);
  opening.catch(() => {}); // each answer says it

  function work({ db }: Reader, task: SearchTask): unknown {
    switch (task.kind) {
      case "search":
        return search(db, task.question, cache);
      case "find":
        return findPassages(db, task.question, cache);
      case "encode":
        return encodeSegment(task.change);
      case "planMerge":
        return planMerge(db, task.owner, cache);
      case "planTerms":
        return planTerms(db, task.old);
      case "findLikePassages":
        return findLikePassages(db, task.agent);
      case "planVectors":
        return planVectors(db, task.owner);
    }
  }

  return {
    answer: async (task) => {
      try {
        return { result: await work(await opening, task) };
      } catch (error) {
        return { message: error instanceof Error ? error.message : String(error) };
      }
    },
    close: async () => (await opening).close(),
  };
}

interface Reader {
  db: Db;
  close(): Promise<void>;
}

async function openReader({ file, databaseUrl }: SearchPlace): Promise<Reader> {
  if (file) {
    const reads = openSqliteReader(file);
    const db = new Kysely<Tables>({ dialect: createSqliteReads(reads) });
    return { db, close: async () => reads.close() };
  }
  if (!databaseUrl) throw new Error("The search needs a file or an address of the database.");
  // With the embedded database nothing of Postgres takes time and memory here.
  const { openPostgresStore } = await import("../../database/postgresStore.ts");
  const store = await openPostgresStore({ dataDir: "", databaseUrl });
  return { db: store.reader, close: () => store.close() };
}
