import { posix } from "node:path";
import { expect, it } from "vitest";
import { listSources, readProject } from "./files.ts";
import { listMentions } from "./imports.ts";

/** Where `lazy` may be called: a page, a tab of a page and a frame are parts of their own. */
const lists = [
  ...["console/routes.tsx", "console/shell/App.tsx", "console/screens/surfaces/deployTabs.ts"],
  ...["console/screens/actions/integrationParts.ts"],
  // Each has views that are as large as a page, and are opened by themselves.
  ...["console/screens/conversations/threads/ThreadView.tsx", "console/screens/knowledge/DataSources.tsx"],
  ...["console/screens/workflows/WorkflowEditor.tsx", "console/screens/workflows/editor/StepsView.tsx"],
  // The text of answers, which the whole product draws with the largest of its packages.
  "console/screens/conversations/answers/AnswerText.ts",
];

const sources = listSources()
  .filter((path) => path.startsWith("console/") && !/\.test\.tsx?$/.test(path))
  .filter((path) => path !== "console/parts/lazy.ts");

it("the console loads one part a page, tab and frame; dialogs, menus and panels come in families", () => {
  const wrong = sources.filter((path) => !lists.includes(path) && /\blazy\(/.test(readProject(path)));
  expect(
    wrong,
    "Use lazyFamily of console/parts/lazy.ts in place of lazy: see console/screens/README.md.",
  ).toEqual([]);
});

it("each family of the console has one home, from which its components are imported", () => {
  const homes = new Map<string, string[]>();
  for (const path of sources.filter((one) => /\blazyFamily\(/.test(readProject(one)))) {
    for (const { specifier, kind } of listMentions(path, readProject(path))) {
      if (kind !== "dynamic" || !specifier) continue;
      const module = posix.join(posix.dirname(path), specifier);
      homes.set(module, [...(homes.get(module) ?? []), path]);
    }
  }
  expect([...homes].filter(([, paths]) => paths.length > 1)).toEqual([]);
});

it("components of the console are loaded later by lazy or a family, so that one that did not arrive is told", () => {
  const isDeclared = (path: string) => lists.includes(path) || /\blazyFamily\(/.test(readProject(path));
  const wrong = sources
    .filter((path) => !isDeclared(path))
    .filter((path) =>
      listMentions(path, readProject(path)).some(
        ({ specifier, kind }) => kind === "dynamic" && specifier?.endsWith(".tsx"),
      ),
    );
  expect(wrong).toEqual([]);
});
