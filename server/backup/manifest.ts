import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { CannotStart } from "../database/cannotStart.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
/** Names become file names. */
const tableName = v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9]{0,62}$/));
const fileId = v.pipe(v.string(), v.regex(/^[0-9a-z]{8,64}$/));

const manifest = v.object({
  format: v.literal(1),
  /** The version of Pilothouse that made it. */
  version: v.string(),
  /** Milliseconds since 1970. */
  madeAt: count,
  dialect: v.picklist(["sqlite", "postgres"]),
  /** The migration steps that its tables have. */
  steps: v.array(v.string()),
  /** In the order in which they are written back: a table comes after those that it refers to. */
  tables: v.array(v.object({ name: tableName, rows: count, sha256: hash })),
  files: v.array(v.object({ id: fileId, sizeBytes: count, sha256: hash })),
  /** Files that rows name and that were gone already. */
  missingFiles: v.array(fileId),
});
export type Manifest = v.InferOutput<typeof manifest>;

export const manifestName = "manifest.json";

/** Reads what a backup says it holds; throws CannotStart where the folder is none. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, manifestName);
  const text = await readFile(path, "utf8").catch(() => {
    throw new CannotStart(`${folder} is no backup: ${path} can't be read.`);
  });
  const checked = v.safeParse(v.pipe(v.string(), v.parseJson(), manifest), text);
  if (checked.success) return checked.output;
  throw new CannotStart(
    `${path} is damaged, or was made by a newer version of Pilothouse. Use another backup.`,
  );
}
