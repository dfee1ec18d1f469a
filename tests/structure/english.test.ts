import { expect, it } from "vitest";
import { findShapes, shapes } from "./english.ts";
import { listSources, readProject } from "./files.ts";

const spoken = listSources().filter(
  (path) => /^(console|widget|embed|server|shared)\//.test(path) && !/\.test\.tsx?$|\/languages\//.test(path),
);
const places = spoken.flatMap((path) => findShapes(path, readProject(path)));

it.each(shapes)("texts don't say “$name”: write $instead", ({ name, left = 0, why }) => {
  const found = places.filter(({ shape }) => shape === name).map(({ where, text }) => `${where} ${text}`);
  // All of them are listed, so that the new one can be told from those that were there.
  if (found.length > left) expect(found).toEqual([]);
  if (left > 0) expect(why).toBeDefined();
});

it("sees texts in quotes, templates and elements, and no single word", () => {
  const source = [
    'export const a = "The colour of it";',
    "export const b = `${a} is its colour`;",
    "export const C = () => <p>Pick a colour here</p>;",
    'export const name = "colour";',
  ].join("\n");
  expect(findShapes("console/A.tsx", source).map(({ where }) => where)).toEqual([
    "console/A.tsx:1",
    "console/A.tsx:2",
    "console/A.tsx:3",
  ]);
});
