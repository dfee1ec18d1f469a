import { openSqliteFile, openSqliteReader } from "./sqlite.ts";
import type { SqliteFile } from "./sqlite.ts";

/** What a reader is asked, one at a time: a compiled statement, or to bring the log into the file. */
export type ReaderQuestion = { sql: string; parameters: unknown[] } | "checkpoint";

/** What it answers: the rows, or why there are none. */
export type ReaderAnswer =
  | { rows: unknown[] }
  | { rows?: undefined; message: string; fields: { code?: unknown; errcode?: unknown } };

/** Reads the database at `path` through a read-only connection. */
export function createReader(path: string): {
  answer(question: ReaderQuestion): ReaderAnswer;
  close(): void;
} {
  const file = openSqliteReader(path);
  let writer: SqliteFile | undefined;
  return {
    answer(question) {
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
    },
    close() {
      file.close();
      writer?.close();
    },
  };
}
