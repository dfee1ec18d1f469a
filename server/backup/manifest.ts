import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { CannotStart } from "../database/cannotStart.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
/** Table names become file names. */
const tableName = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9]{0,62}$/));
const fileId = v.pipe(v.string(), v.regex(/^[0-9a-z]{8,64}$/));

const manifest = v.object({
  format: v.literal(1),
  /** The version of Pilothouse that made the backup. */
  version: v.string(),
  /** Milliseconds since 1970. */
  madeAt: count,
  dialect: v.picklist(["sqlite", "postgres"]),
  /** The migration steps that the tables have. */
  steps: v.array(v.string()),
  /** In the order of restoring: a table comes after those that it refers to. */
  tables: v.array(v.object({ name: tableName, rows: count, sha256: hash })),
  files: v.array(v.object({ id: fileId, sizeBytes: count, sha256: hash })),
  /** In a bucket: the folder of this attempt's rows. */
  rowsAt: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f-]{36}$/))),
  /** Files that rows refer to but that were missing. */
  missingFiles: v.array(fileId),
});
export type Manifest = v.InferOutput<typeof manifest>;

export const manifestName = "manifest.json";

/** Reads a backup's manifest. Throws CannotStart where the folder is no backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, manifestName);
  const text = await readFile(path, "utf8").catch(() => {
    throw new CannotStart(`${folder} is not a backup: ${path} can't be read.`);
  });
  return parseManifest(text, path);
}

/** Checks the text of a manifest. Throws CannotStart with the place that it was read from. */
export function parseManifest(text: string, path: string): Manifest {
  const checked = v.safeParse(v.pipe(v.string(), v.parseJson(), manifest), text);
  if (checked.success) return checked.output;
  throw new CannotStart(
    `${path} is damaged, or was made by a newer version of Pilothouse. Use another backup.`,
  );
}

/** Writes a manifest, and waits for the disk: it is what makes a folder a backup. */
export async function writeManifest(path: string, manifestOf: Manifest): Promise<void> {
  await writeFile(path, `${JSON.stringify(manifestOf, null, 2)}\n`, { mode: 0o600, flush: true });
}
