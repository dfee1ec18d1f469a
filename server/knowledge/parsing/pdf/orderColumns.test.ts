import { expect, it } from "vitest";
import { makeDrawnPdf } from "../../../../tests/kit/knowledge/documents.ts";
import { parseDocument } from "../parseDocument.ts";

const limits = { maxUnpackedBytes: 10_000_000, maxRatio: 200 };
const read = async (content: string) => {
  const { sections } = await parseDocument({ name: "a.pdf", bytes: makeDrawnPdf(content) }, limits);
  return sections.map(({ headings, text }) => [...headings, text].join("\n\n")).join("\n\n");
};
const write = (text: string, x: number, y: number, size = 11) =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`;

const committee = [
  "The committee reviewed the annual",
  "report and then it approved the",
  "budget for the coming fiscal year",
  "and closed the session early.",
];
const dogs = [
  "Dogs are not allowed in the hall",
  "unless they are guide dogs and",
  "they wear a harness with a light",
  "that can be seen from afar.",
];
const cats = [
  "Cats may come in when a member",
  "of the house carries them and",
  "nobody who sits there objects to",
  "their company for the evening.",
];
const column = (lines: readonly string[], x: number, top = 700) =>
  lines.map((line, at) => write(line, x, top - at * 14));
const across = (...columns: readonly (readonly string[])[]) =>
  (columns[0] ?? []).flatMap((_, at) => columns.map((lines) => lines[at] ?? "")).join(" ");
const [left, right] = [committee.join(" "), dogs.join(" ")];

it.each([
  ["line by line across both", across(column(committee, 60), column(dogs, 330))],
  ["the right one first", [...column(dogs, 330), ...column(committee, 60)].join(" ")],
  ["line by line with a narrow gap", across(column(committee, 60), column(dogs, 246))],
])("columns of a PDF that were written %s are read one after the other", async (_, content) => {
  expect(await read(content)).toBe(`${left}\n\n${right}`);
});

it("three columns under a title over all of them, and a line below", async () => {
  const content = [
    write("Rules of the house and of its hall", 60, 740, 18),
    across(column(committee, 60), column(dogs, 246), column(cats, 425)),
    write("All of this holds until the committee meets again in the spring of the next year.", 60, 620),
    write("7", 300, 40),
  ].join(" ");
  expect(await read(content)).toBe(
    `Rules of the house and of its hall\n\n${left}\n\n${right}\n\n${cats.join(" ")}\n\nAll of this holds until the committee meets again in the spring of the next year.\n\n7`,
  );
});

it("a table keeps its rows, also one whose cells are sentences", async () => {
  const prices = [
    ["Plan", "Price of the plan"],
    ["Small", "Nine euros a month"],
    ["Large", "Twenty euros a month"],
  ];
  const rows = prices.map(
    ([one = "", other = ""], at) => `${write(one, 60, 700 - at * 14)} ${write(other, 330, 700 - at * 14)}`,
  );
  expect(await read(rows.join(" "))).toBe(
    "Plan | Price of the plan\nSmall | Nine euros a month\nLarge | Twenty euros a month",
  );
  const questions = [0, 1, 2].map((at) =>
    across(
      column(["How do we pay when the", "invoice has not yet come?"], 60, 700 - at * 50),
      column(["You pay when it is there and", "nobody asks before that day."], 330, 700 - at * 50),
    ),
  );
  expect((await read(questions.join(" "))).split("\n\n")[0]).toContain(
    "How do we pay when the | You pay when it is there and",
  );
});
