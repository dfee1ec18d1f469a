import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "./files.ts";

const wrong: Record<string, string> = {
  "a condition": "if (mayRead()) tell();",
  "a negated condition": "if (!mayRead()) return;",
  "one of two conditions": "if (isOpen && mayRead()) tell();",
  "a choice": "tell(mayRead() ? 1 : 2);",
  "a filter": "tell([1, 2].filter(async () => mayRead()));",
  "a search": "tell([1, 2].some(() => mayRead()));",
  "nothing, so that what it throws is lost": "mayRead();",
};
const lazy = `import { lazy } from "react"; export const Part = lazy(() => import("./Part.tsx"));`;
const awaited = `async function mayRead(): Promise<boolean> { return false; }
  export async function show(): Promise<number> { return (await mayRead()) ? 1 : 2; }`;

/** What is looked at, by its place in the project. */
const texts: Record<string, string> = {
  ...Object.fromEntries(
    Object.values(wrong).map((line, index) => [
      `server/wrong${index}.ts`,
      `async function mayRead(): Promise<boolean> { return false; }
        function tell(..._: unknown[]): void {}
        export function show(isOpen: boolean): void { tell(isOpen); ${line} }`,
    ]),
  ),
  "server/awaited.ts": awaited,
  "console/shell/Top.tsx": lazy,
  "console/parts/lazy.ts": lazy,
};

let folder: string;
let found: Map<string, string[]>;

/** A project of these files alone, under the rules of this one. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pilothouse-lint-"));
  for (const name of [".oxlintrc.json", "tsconfig.json", "server/tsconfig.json"]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(root, name), join(folder, name));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const run = spawnSync("node_modules/.bin/oxlint", ["--format", "json", "server", "console"], {
    cwd: folder,
    encoding: "utf8",
  });
  const { diagnostics } = JSON.parse(run.stdout) as { diagnostics: { filename: string; code: string }[] };
  found = new Map(Object.keys(texts).map((path) => [path, []]));
  for (const { filename, code } of diagnostics) found.get(filename)?.push(code);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(Object.keys(wrong).map((where, index) => [where, index] as const))(
  "B6: a promise does not pass for a yes where it is %s",
  (_, index) => {
    const rule = /no-(misused|floating)-promises/;
    expect(found.get(`server/wrong${index}.ts`)).toEqual([expect.stringMatching(rule)]);
  },
);

it("B6: what awaits it passes", () => {
  expect(found.get("server/awaited.ts")).toEqual([]);
});

it("React's lazy belongs to one file of the console", () => {
  expect(found.get("console/shell/Top.tsx")).toEqual([expect.stringContaining("no-restricted-imports")]);
  expect(found.get("console/parts/lazy.ts")).toEqual([]);
});
