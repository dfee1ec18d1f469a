import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(import.meta.dirname, "../..");

/** Gives why the proof `file > ... > test` proves nothing; null when that test is there and runs. */
export function judgeProof(proof: string): string | null {
  const [file = "", ...titles] = proof.split(" > ");
  if (!/\.test\.tsx?$/.test(file) || titles.length === 0)
    return "is not written as `file.test.ts > name of the test`";
  if (!existsSync(join(root, file))) return `names ${file}, which is not there`;
  return judgeTitles(titles, readFileSync(join(root, file), "utf8"));
}

/** Gives why a test file has no running test under these titles, describes first; null when it has. */
export function judgeTitles(titles: string[], text: string): string | null {
  const file = ts.createSourceFile("a.test.tsx", text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const wanted = titles.join(" > ");
  let skipped = false;
  let isThere = false;
  const look = (node: ts.Node, path: string[], isOff: boolean) => {
    const block = readBlock(node);
    const here = block ? [...path, block.title] : path;
    const off = isOff || Boolean(block?.isOff);
    if (block?.isTest && endsWith(here, titles)) {
      if (off) skipped = true;
      else isThere = true;
    }
    node.forEachChild((child) => look(child, here, off));
  };
  look(file, [], false);
  if (isThere) return null;
  return skipped ? `names "${wanted}", which is skipped` : `names "${wanted}", which is no test of its file`;
}

/** Reads `it("title", ...)`, `describe.each(table)("title", ...)` and their like. */
function readBlock(node: ts.Node): { title: string; isTest: boolean; isOff: boolean } | null {
  if (!ts.isCallExpression(node)) return null;
  const [title] = node.arguments;
  if (!title || !ts.isStringLiteralLike(title)) return null;
  const words = node.expression.getText().match(/^(it|test|describe)\b((?:\.\w+)*)/);
  if (!words) return null;
  return {
    title: title.text,
    isTest: words[1] !== "describe",
    isOff: /\.(skip|todo|fails)\b/.test(words[2] ?? ""),
  };
}

/** Whether the titles are found in this order along the path and end with it; describes between may be left out. */
function endsWith(path: string[], titles: string[]): boolean {
  if (path.at(-1) !== titles.at(-1)) return false;
  let at = 0;
  for (const title of path) if (title === titles[at]) at++;
  return at === titles.length;
}
