import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { Db } from "../database/store.ts";

/** A row of any table: text, numbers, null and bytes. */
export type Row = Record<string, unknown>;

/** The number of rows and the SHA-256 of their lines. */
export interface Written {
  rows: number;
  sha256: string;
}

/** Writes rows as lines of JSON into a compressed file. */
export async function writeTable(path: string, batches: AsyncIterable<Row[]>): Promise<Written> {
  const hash = createHash("sha256");
  let rows = 0;
  const lines = async function* () {
    for await (const batch of batches) {
      const text = batch.map((row) => `${encodeRow(row)}\n`).join("");
      rows += batch.length;
      hash.update(text);
      yield text;
    }
  };
  await pipeline(lines, createGzip({ level: 4 }), createWriteStream(path, { flags: "wx", mode: 0o600 }));
  return { rows, sha256: hash.digest("hex") };
}

/** Reads such a file in batches. `end` gives its totals once everything was read. */
export function readTable(path: string, atOnce: number): { batches: AsyncIterable<Row[]>; end(): Written } {
  const hash = createHash("sha256");
  let rows = 0;
  async function* read(): AsyncGenerator<Row[]> {
    const hashed = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    const source = createReadStream(path);
    const ended = pipeline(source, createGunzip(), hashed);
    // The loop below throws the same error.
    ended.catch(() => {});
    let batch: Row[] = [];
    for await (const line of splitLines(hashed)) {
      batch.push(decodeRow(line));
      if (batch.length < atOnce) continue;
      rows += batch.length;
      yield batch;
      batch = [];
    }
    await ended;
    rows += batch.length;
    if (batch.length > 0) yield batch;
  }
  return { batches: read(), end: () => ({ rows, sha256: hash.digest("hex") }) };
}

/** Splits at line feeds only. Node's readline also splits at characters that are legal inside JSON text. */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest) yield rest;
}

/** Below both stores' limit for one statement. */
const mostParameters = 20_000;

/** Inserts rows into their table. */
export async function insertRows(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).length;
  const atOnce = Math.max(1, Math.floor(mostParameters / Math.max(1, columns)));
  for (let from = 0; from < rows.length; from += atOnce) {
    await db
      .insertInto(table as never) // a name that the schema gave
      .values(rows.slice(from, from + atOnce) as never)
      .execute();
  }
}

/** Inserts those rows whose unique values are not there yet. Gives their number. */
export async function insertMissing(db: Db, table: string, rows: readonly Row[]): Promise<number> {
  if (rows.length === 0) return 0;
  const done = await db
    .insertInto(table as never) // a name that the schema gave
    .values(rows as never)
    .onConflict((row) => row.doNothing())
    .executeTakeFirst();
  return Number(done.numInsertedOrUpdatedRows ?? 0);
}

const bytesMark = "$bytes";

/** One line of JSON; bytes as base64. */
export function encodeRow(row: Row): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        value instanceof Uint8Array ? { [bytesMark]: Buffer.from(value).toString("base64") } : value,
      ]),
    ),
  );
}

function decodeRow(line: string): Row {
  const row = JSON.parse(line) as Row; // written by encodeRow
  for (const [name, value] of Object.entries(row)) {
    if (value !== null && typeof value === "object" && bytesMark in value)
      row[name] = Buffer.from(String(value[bytesMark]), "base64");
  }
  return row;
}
