import { expect, it } from "vitest";
import { findShapes, findShapesInComments, findShapesInDocument, shapes } from "./english.ts";
import { listFiles, listSources, readProject } from "./files.ts";

const sources = listSources().filter((path) => /^(console|widget|embed|client|server|shared)\//.test(path));
const spoken = sources.filter((path) => !/\.test\.tsx?$|\/languages\//.test(path));

// The ledger keeps the specification's words, and the sample pages are a shop's.
const documents = listFiles().filter(
  (path) =>
    path.endsWith(".md") &&
    !/^tests\/specification\/ledger\/|^server\/knowledge\/kinds\/sample\/pages\/|\/fixtures\//.test(path),
);

const places = [
  ...spoken.flatMap((path) => findShapes(path, readProject(path))),
  ...documents.flatMap((path) => findShapesInDocument(path, readProject(path))),
  ...sources.flatMap((path) => findShapesInComments(path, readProject(path))),
];

it.each(shapes)("texts don't say “$name”: write $instead", ({ name }) => {
  const found = places.filter(({ shape }) => shape === name).map(({ where, text }) => `${where} ${text}`);
  expect(found).toEqual([]);
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

it("sees paragraphs, lists and tables of a document, and no code or address", () => {
  const source = [
    "# The colour",
    "",
    "A paragraph with a",
    "colour in its second line, and `colour` in code.",
    "",
    "- an item about [this](colour.md)",
    "- an item with its colour",
    "",
    "| name | `colour` | its colour |",
    "",
    "```",
    "colour",
    "```",
    "1. Who comes first is asked.",
  ].join("\n");
  expect(findShapesInDocument("A.md", source).map(({ where }) => where)).toEqual([
    "A.md:1",
    "A.md:3",
    "A.md:7",
    "A.md:9",
    "A.md:14",
  ]);
});

it("sees comments, also where a sentence goes over several lines, and no code", () => {
  const source = [
    "/** The colour of it. */",
    "const colour = 1;",
    "// It is not",
    "// there any",
    "// more.",
    "/**",
    " * One line,",
    " * and a colour.",
    " */",
    "export const area = width",
    "  * colour;",
  ].join("\n");
  expect(findShapesInComments("a.ts", source).map(({ where }) => where)).toEqual([
    "a.ts:1",
    "a.ts:3",
    "a.ts:6",
  ]);
});

it("sees a limit said with so many, and no comparison", () => {
  const source = [
    "// A link is good for so long.",
    "",
    "// Renewed so long before its end, so that none ends on its way.",
    "",
    "// So many are read at once that each waits.",
    "",
    "// A session may ask only so often.",
  ].join("\n");
  expect(findShapesInComments("a.ts", source).map(({ where }) => where)).toEqual(["a.ts:1", "a.ts:3"]);
});
