import { posix } from "node:path";
import { expect, it } from "vitest";
import { listSources, readProject } from "./files.ts";
import { listMentions } from "./imports.ts";

/** Where `lazy` may be called: a page is a part of its own, and so is a frame. */
const lists = ["console/routes.tsx", "console/shell/App.tsx"];

/** Folders of screens whose parts are not families yet. */
const remaining =
  /^console\/screens\/(conversations|actions|workflows|knowledge|surfaces|analytics|evaluation)\//;

const sources = listSources()
  .filter((path) => path.startsWith("console/") && !/\.test\.tsx?$/.test(path))
  .filter((path) => path !== "console/parts/lazy.ts" && !remaining.test(path));

it("the console loads one part a page and a frame; dialogs, menus and panels come in families", () => {
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
