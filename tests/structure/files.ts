import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The folder of the whole project. */
export const root = join(import.meta.dirname, "../..");

const neverOurs = new Set(["node_modules", "dist", "data", ".git", "coverage"]);

/** Gives every file of the project that is ours, as paths from its root: those git knows or would add. */
export function listFiles(): string[] {
  if (!existsSync(join(root, ".git"))) return walk("");
  const out = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(out.split("\n"))].filter((path) => path && existsSync(join(root, path)));
}

/** Gives the sources among them: what TypeScript reads. */
export function listSources(): string[] {
  return listFiles().filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"));
}

/** Gives the text of a file of the project. */
export function readProject(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Whether the project has such a file. */
export function projectHas(path: string): boolean {
  return existsSync(join(root, path));
}

function walk(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (neverOurs.has(entry.name)) return [];
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    return entry.isDirectory() ? walk(path) : [path];
  });
}
