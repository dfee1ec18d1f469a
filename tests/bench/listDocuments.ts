import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";

export interface BenchDocument {
  /** Its path within the folder. */
  name: string;
  path: string;
  /** Markdown that it should give, where that is known. */
  expected?: string;
}

/** Papers that lie beside the files and are not of them. */
const aboutTheFiles = /^(?:licen[cs]e|source|notice|readme)\b[^/]*$/i;

/** Lists the documents of a folder and those below it. `expected/NAME.md` says what the file NAME beside it holds. */
export function listDocuments(folder: string): BenchDocument[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !aboutTheFiles.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !relative(folder, dirname(path)).split(/[\\/]/).includes("expected"))
    .sort()
    .map((path) => {
      const name = relative(folder, path);
      const expected = join(dirname(path), "expected", `${path.slice(dirname(path).length + 1)}.md`);
      return { name, path, ...(existsSync(expected) && { expected }) };
    });
}
