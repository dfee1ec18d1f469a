import { parentPort, workerData } from "node:worker_threads";
import { openSqliteReader } from "./sqlite.ts";

/** What a reader thread is asked: one compiled statement at a time. */
export interface ReaderQuestion {
  sql: string;
  parameters: unknown[];
}

/** What it answers: the rows, or why there are none. */
export type ReaderAnswer =
  { rows: unknown[] } | { rows?: undefined; message: string; fields: { code?: unknown; errcode?: unknown } };

// Only readers.ts starts this file, with the path of the database as its data.
const file = openSqliteReader((workerData as { path: string }).path);

parentPort?.on("message", (question: ReaderQuestion) => parentPort?.postMessage(answer(question)));

function answer({ sql, parameters }: ReaderQuestion): ReaderAnswer {
  try {
    return { rows: file.execute(sql, parameters).rows };
  } catch (error) {
    const { message, code, errcode } = error as { message: string; code?: unknown; errcode?: unknown }; // an Error
    return { message, fields: { code, errcode } };
  }
}
