import { parentPort, workerData } from "node:worker_threads";
import { openSqliteFile, openSqliteReader } from "./sqlite.ts";
import type { SqliteFile } from "./sqlite.ts";

/** What a reader thread is asked, one at a time: a compiled statement, or to bring the log into the file. */
export type ReaderQuestion = { sql: string; parameters: unknown[] } | "checkpoint";

/** What it answers: the rows, or why there are none. */
export type ReaderAnswer =
  | { rows: unknown[] }
  | { rows?: undefined; message: string; fields: { code?: unknown; errcode?: unknown } };

// Only readers.ts starts this file, with the path of the database as its data.
const { path } = workerData as { path: string };
const file = openSqliteReader(path);
let writer: SqliteFile | undefined;

parentPort?.on("message", (question: ReaderQuestion) => parentPort?.postMessage(answer(question)));

function answer(question: ReaderQuestion): ReaderAnswer {
  try {
    if (question === "checkpoint") {
      writer ??= openSqliteFile(path);
      return { rows: writer.execute("pragma wal_checkpoint(passive)", []).rows };
    }
    return { rows: file.execute(question.sql, question.parameters).rows };
  } catch (error) {
    const { message, code, errcode } = error as { message: string; code?: unknown; errcode?: unknown }; // an Error
    return { message, fields: { code, errcode } };
  }
}
