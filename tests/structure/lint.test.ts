import { join } from "node:path";
import { ESLint } from "eslint";
import { beforeAll, expect, it } from "vitest";
import { root } from "./files.ts";

const eslint = new ESLint({ cwd: root });

/** In the place of a file of the server, whose types are looked up as that file's are. */
const place = join(root, "server/requests/handle.ts");

// The first look reads the types of the whole server, which takes minutes beside other work.
beforeAll(async () => void (await lint("")), 300_000);

const wrong: Record<string, string> = {
  "a condition": "if (mayRead()) tell();",
  "a negated condition": "if (!mayRead()) return;",
  "one of two conditions": "if (isOpen && mayRead()) tell();",
  "a choice": "tell(mayRead() ? 1 : 2);",
  "a filter": "tell([1, 2].filter(async () => mayRead()));",
  "a search": "tell([1, 2].some(() => mayRead()));",
  "nothing, so that what it throws is lost": "mayRead();",
};

it.each(Object.entries(wrong))("B6: a promise does not pass for a yes where it is %s", async (_, line) => {
  const body = `async function mayRead(): Promise<boolean> { return false; }
    function tell(..._: unknown[]): void {}
    export function show(isOpen: boolean): void { tell(isOpen); ${line} }`;
  expect(await lint(body)).toEqual([expect.stringMatching(/no-(misused|floating)-promises$/)]);
});

it("B6: what awaits it passes", async () => {
  const body = `async function mayRead(): Promise<boolean> { return false; }
    export async function show(): Promise<number> { return (await mayRead()) ? 1 : 2; }`;
  expect(await lint(body)).toEqual([]);
});

it.each([
  ["console/shell/TopBar.tsx", ["no-restricted-imports"]],
  ["console/parts/lazy.ts", []],
])("React's lazy in %s breaks %j", async (path, rules) => {
  const body = `import { lazy } from "react"; export const Part = lazy(() => import("./Part.tsx"));`;
  expect(await lint(body, join(root, path))).toEqual(rules);
});

/** Gives the rules that a text breaks in the place of a file, such as one of the server. */
async function lint(text: string, filePath = place): Promise<(string | null)[]> {
  const results = await eslint.lintText(text, { filePath });
  return results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId));
}
