import { describe, expect, it } from "vitest";
import {
  makePptx,
  makeRelations,
  makeRows,
  makeShape,
  makeXls,
  makeXlsx,
} from "../../../../tests/kit/knowledge/officeFiles.ts";
import { parseDocument } from "../parseDocument.ts";
import { findFormat, readFormat, writeNumber } from "./numberFormat.ts";

const limits = { maxUnpackedBytes: 100_000_000, maxRatio: 200 };
const read = (name: string, bytes: Uint8Array) => parseDocument({ name, bytes }, limits);
const readRows = async (rows: readonly (readonly (string | number)[])[]) => {
  const { sections } = await read("a.xlsx", makeXlsx([{ name: "S", rows: makeRows(rows) }]));
  return sections.map(({ text, position }) => [text, position.row]);
};

describe("a workbook", () => {
  it("gives each sheet as a table under its name, with shared texts, dates, shares and values of formulas", async () => {
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Since</t></is></c><c r="C1" t="s"><v>1</v></c></row>' +
      '<row r="2"><c r="A2" t="str"><f>"T"&amp;"ea"</f><v>Tea</v></c><c r="B2" s="1"><v>45352</v></c><c r="C2" s="2"><v>0.125</v></c>' +
      '<c r="D2" t="b"><v>1</v></c><c r="E2"><f>0.1+0.2</f><v>0.30000000000000004</v></c></row>';
    const strings = ["<r><t>Na</t></r><r><t>me</t></r><rPh><t>reading</t></rPh>", "<t>Share_x000A_now</t>"];
    const bytes = makeXlsx(
      [
        { name: "Prices", rows },
        { name: "Notes", rows: makeRows([["Ask the keeper."]]) },
        { name: "Lists", rows: makeRows([["secret"]]), state: "veryHidden" },
      ],
      { strings, formats: ["yyyy\\-mm\\-dd;@", "0.0%"] },
    );
    expect(await read("prices.xlsx", bytes)).toMatchObject({
      kind: "xlsx",
      title: "prices",
      sections: [
        {
          headings: ["Prices"],
          text: "| Name | Since | Share now |  |  |\n| --- | --- | --- | --- | --- |\n| Tea | 2024-03-01 | 12.5% | TRUE | 0.3 |",
          position: { row: 2 },
        },
        { headings: ["Notes"], text: "Ask the keeper.", position: { row: 1 } },
      ],
    });
  });

  it("repeats merged cells, and leaves hidden rows and columns out", async () => {
    const rows =
      makeRows([
        ["Area", "Code", "Price"],
        ["North", "n1", 5],
        ["", "n2", 6],
      ]) + '<row r="4" hidden="1"><c t="inlineStr"><is><t>secret</t></is></c></row>';
    const after = '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>';
    const bytes = makeXlsx([{ name: "S", rows, after }]);
    const { sections } = await read("a.xlsx", bytes);
    expect(sections[0]?.text.split("\n").slice(2)).toEqual(["| North | n1 | 5 |", "| North | n2 | 6 |"]);
  });

  it("keeps apart what stands apart, and puts the lines over a table with it", async () => {
    const tables = [
      ["Fares 2026", "", "", "", "", ""],
      ["Zone", "Price", "", "", "Pass", "Days"],
      ["A", 2, "", "", "Week", 7],
    ];
    expect(await readRows(tables)).toEqual([
      ["Fares 2026\n\n| Zone | Price |\n| --- | --- |\n| A | 2 |", 3],
      ["| Pass | Days |\n| --- | --- |\n| Week | 7 |", 3],
    ]);
  });

  it("gives rows after an empty one the head above, and a head of several rows to the rows below", async () => {
    const rows = [["", "2025", "2026"], ["Shop", "Sales", "Sales"], [], ["Hull", 3, 4], [], ["York", 5, 6]];
    expect(await readRows(rows)).toEqual([
      ["| Shop | 2025 Sales | 2026 Sales |\n| --- | --- | --- |\n| Hull | 3 | 4 |", 4],
      ["| Shop | 2025 Sales | 2026 Sales |\n| --- | --- | --- |\n| York | 5 | 6 |", 6],
    ]);
  });

  it("that is mostly gaps is written by the names of its columns", async () => {
    const width = 60;
    const rows = Array.from({ length: width }, (_, at) => {
      const cells = new Array<string>(width).fill("");
      cells[at] = `v${at}`;
      return at === 0 ? Array.from({ length: width }, (_, column) => `c${column}`) : cells;
    });
    const [[text] = []] = await readRows(rows);
    expect(String(text).split("\n")[4]).toBe("c5: v5");
  });

  it("of Excel 97 reads the same", async () => {
    const bytes = makeXls({
      Prices: [
        ["Name", "Price"],
        ["Tea", 3.5],
      ],
      Empty: [],
    });
    expect(await read("old.xls", bytes)).toMatchObject({
      kind: "xls",
      sections: [
        {
          headings: ["Prices"],
          text: "| Name | Price |\n| --- | --- |\n| Tea | 3.5 |",
          position: { row: 2 },
        },
      ],
    });
  });

  it("whose rows lie far beyond each other takes no more than they are", async () => {
    const rows =
      '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>';
    const { sections } = await read("far.xlsx", makeXlsx([{ name: "S", rows }]));
    expect(sections.map(({ text }) => text)).toEqual(["1\n\n2"]);
  });

  it.each([
    ["without a workbook", makeXlsx([]).slice(0, 90), "broken"],
    ["with entities", makeXlsx([{ name: "S", rows: '<!DOCTYPE x [<!ENTITY a "ha">]>' }]), "broken"],
    ["without a cell", makeXlsx([{ name: "S", rows: "" }]), "empty"],
  ])("%s is refused", async (_, bytes, reason) => {
    await expect(read("a.xlsx", bytes)).rejects.toMatchObject({ name: "ParseError", reason });
  });
});

describe("a number of a cell", () => {
  it.each([
    ["General", 1234.5, "1234.5"],
    ["General", 0.30000000000000004, "0.3"],
    ["#,##0.00", 1234.5, "1234.50"],
    ["0.00", 1.1, "1.10"],
    ["0.00", 33.333333333333336, "33.33"],
    ["0.00", 1.005, "1.01"],
    ["0.0#", 1.5, "1.5"],
    ["0.00", -0.001, "0.00"],
    ['"day" 0', 3, "day 3"],
    ['0.0 "kg"', 5, "5.0 kg"],
    ["0.0%", 0.07, "7.0%"],
    ["0%", 0.074, "7%"],
    ["dd/mm/yyyy", 45352, "01/03/2024"],
    ["mmm yy", 45352, "Mar 24"],
    ["[$-407]d. mmmm yyyy;@", 45352, "1. März 2024"],
    ["dddd, d mmmm", 45352, "Friday, 1 March"],
    ["yyyy-mm-dd hh:mm", 45352.75, "2024-03-01 18:00"],
    ["[$-409]h:mm AM/PM", 0.5, "12:00 PM"],
    ["h:mm:ss.00", 0.500001, "12:00:00.09"],
    ["[h]:mm", 1.5, "36:00"],
    ["mm:ss", 0.01, "14:24"],
    ["d.m.yyyy", 59, "28.2.1900"],
    ["d.m.yyyy", 61, "1.3.1900"],
    ["d.m.yyyy", -1, "-1"],
    ["d.m.yyyy", 1e9, "1000000000"],
    ["00000", 501, "00501"],
    ["000-00-0000", 123456789, "123-45-6789"],
    ["(###) ###-####", 5551234567, "(555) 123-4567"],
    ["0", 7, "7"],
    ["0".repeat(100_000), 7, "7"],
    ["$#,##0.00", 1234.5, "$1234.50"],
    ["[$$-409]#,##0.00;[RED]-[$$-409]#,##0.00", -12, "-$12.00"],
    ["#,##0;(#,##0)", -5, "(5)"],
    ['#,##0.00\\ "€"', 49.9, "49.90 €"],
    ["#,##0.00 [$€-407]", 49.9, "49.90 €"],
    ["[$CHF] #,##0.00", 49.9, "CHF 49.90"],
    ['_("£"* #,##0.00_);_("£"* \\(#,##0.00\\);_("£"* "-"??_)', 0, "£-"],
    ['$#,##0,"k"', 12_000, "$12k"],
    ["0.00E+00", 12_345, "1.23E+04"],
    ["# ?/?", 1.5, "1 1/2"],
    ["# ?/8", 0.25, "2/8"],
    ['[<1]0.0%;0"x"', 3, "3x"],
    ["[$-409]General", 5, "5"],
    [";;;", 5, ""],
  ])("in the format %s shows %d as %s", (format, value, shown) => {
    expect(writeNumber(value, readFormat(format))).toBe(shown);
  });

  it("counts from 1904 where the workbook says so, and knows formats that have no text", () => {
    expect(writeNumber(43890, { ...findFormat(14), is1904: true })).toBe("2024-03-01");
    expect(writeNumber(0.5, findFormat(10))).toBe("50.00%");
    expect(writeNumber(1.5, findFormat(0))).toBe("1.5");
  });
});

describe("a presentation", () => {
  const point = (text: string, properties: string) =>
    `<a:p><a:pPr${properties}</a:pPr><a:r><a:t>${text}</a:t></a:r></a:p>`;

  it("gives its slides in their order with titles, points, free text and notes, without numbers and hidden ones", async () => {
    const notes = `<p:notes xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${makeShape(["Say it slowly."], "body")}${makeShape(["7"], "sldNum")}</p:spTree></p:cSld></p:notes>`;
    const bytes = makePptx(
      [
        {
          shapes:
            makeShape(["One", "Two_x000B_and a half"], "body") +
            makeShape(["Opening"], "ctrTitle") +
            makeShape(["7"], "sldNum") +
            `<p:grpSp>${makeShape(["Alone"])}</p:grpSp>`,
          relations: [["n", "notesSlide", "../notesSlides/notesSlide1.xml"]],
        },
        { shapes: makeShape(["Hidden"], "title"), isHidden: true },
        {
          shapes: makeShape([
            point("First", '><a:buAutoNum type="arabicPeriod"/>'),
            point("Inner", ' lvl="1"><a:buChar char="•"/>'),
            point("Second", '><a:buAutoNum type="arabicPeriod"/>'),
            '<a:p><a:r><a:rPr><a:hlinkClick r:id="h"/></a:rPr><a:t>our page</a:t></a:r></a:p>',
          ]),
          relations: [["h", "hyperlink", "https://shop.test/a"]],
        },
      ],
      { "ppt/notesSlides/notesSlide1.xml": notes },
    );
    expect(await read("talk.pptx", bytes)).toMatchObject({
      kind: "pptx",
      title: "Opening",
      sections: [
        {
          headings: ["Opening"],
          text: "- One\n- Two\nand a half\n\nAlone\n\nNotes: Say it slowly.",
          position: { page: 1 },
        },
        {
          headings: [],
          text: "1. First\n  - Inner\n2. Second\n[our page](https://shop.test/a)",
          position: { page: 3 },
        },
      ],
    });
  });

  it("gives tables with merged cells repeated, charts as tables and diagrams as points", async () => {
    const cell = (text: string, more = "") =>
      `<a:tc${more}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
    const table = `<p:graphicFrame><a:tbl><a:tr>${cell("Size", ' gridSpan="2"')}${cell("", ' hMerge="1"')}</a:tr><a:tr>${cell("S")}${cell("5")}</a:tr></a:tbl></p:graphicFrame>`;
    const frame = (inside: string) => `<p:graphicFrame><a:graphic>${inside}</a:graphic></p:graphicFrame>`;
    const points = (values: string[]) =>
      values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join("");
    const chart = `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><a:t>Visitors</a:t></c:title><c:ser><c:tx>${points(["2026"])}</c:tx><c:cat>${points(["May", "June"])}</c:cat><c:val>${points(["4", "6"])}</c:val></c:ser></c:chart></c:chartSpace>`;
    const diagram =
      '<dgm:dataModel xmlns:dgm="d" xmlns:a="a"><dgm:pt><dgm:t><a:p><a:r><a:t>Order</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>';
    const bytes = makePptx(
      [
        {
          shapes: table + frame('<c:chart r:id="c"/>') + frame('<dgm:relIds r:dm="d" r:lo="l"/>'),
          relations: [
            ["c", "chart", "../charts/chart1.xml"],
            ["d", "diagramData", "../diagrams/data1.xml"],
          ],
        },
      ],
      { "ppt/charts/chart1.xml": chart, "ppt/diagrams/data1.xml": diagram },
    );
    const { sections } = await read("a.pptx", bytes);
    expect(sections[0]?.text).toBe(
      "| Size | Size |\n| --- | --- |\n| S | 5 |\n\nVisitors\n\n|  | 2026 |\n| --- | --- |\n| May | 4 |\n| June | 6 |\n\n- Order",
    );
  });

  it("that lost the list of its slides gives them by their numbers", async () => {
    const slide = (title: string) =>
      `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${makeShape([title], "title")}</p:spTree></p:cSld></p:sld>`;
    const bytes = makePptx([], {
      "ppt/slides/slide10.xml": slide("Ten"),
      "ppt/slides/slide2.xml": slide("Two"),
      "ppt/slides/_rels/slide2.xml.rels": makeRelations([]),
    });
    const { sections } = await read("a.pptx", bytes);
    expect(sections.map(({ headings }) => headings)).toEqual([["Two"], ["Ten"]]);
  });
});
