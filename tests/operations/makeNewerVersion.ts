import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../structure/files.ts";

/** What a server runs from: everything but its packages. */
const parts = [
  "server",
  "shared",
  "console",
  "widget",
  "embed",
  "client",
  "dist",
  "package.json",
  "package-lock.json",
];

/** The migration step that only the newer version has, and the column that it adds. */
export const newerStep = "9999_newer";
export const newerColumn = { table: "threads", column: "newer" } as const;

/** Copies this version into a folder as the next one: it has one migration step more. */
export function makeNewerVersion(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "newer-"));
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
  for (const config of [
    "config.mjs",
    "budgets.ts",
    "client.ts",
    "icons.ts",
    "join.ts",
    "parts.ts",
    "types.ts",
  ])
    cpSync(join(root, `rollup.${config}`), join(folder, `rollup.${config}`));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));

  const path = join(folder, "server/http/migrations.ts");
  const { table, column } = newerColumn;
  const step = `  "${newerStep}": { up: async (db) => db.schema.alterTable("${table}").addColumn("${column}", "text").execute() },\n`;
  const before = readFileSync(path, "utf8");
  const after = before.replace("const steps: Migrations = {\n", (line) => line + step);
  if (after === before) throw new Error("The migration steps stand elsewhere now.");
  writeFileSync(path, after);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
