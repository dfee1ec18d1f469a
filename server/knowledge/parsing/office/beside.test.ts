import { expect, it } from "vitest";
import {
  makePptx,
  makeRelations,
  makeRows,
  makeShape,
  makeXlsx,
} from "../../../../tests/kit/knowledge/officeFiles.ts";
import { parseDocument } from "../parseDocument.ts";

const limits = { maxUnpackedBytes: 10_000_000, maxRatio: 200 };
const readTexts = async (name: string, bytes: Uint8Array) =>
  (await parseDocument({ name, bytes }, limits)).sections.map(({ text }) => text);

const text = (inside: string) =>
  `<comment ref="${inside.split("|")[0]}" authorId="0"><text>${inside.split("|")[1]}</text></comment>`;
const point = (value: string, at = 0) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`;
const table = makeRows([
  ["Name", "Price"],
  ["Tea", 3],
  ["Milk", 4],
]);

function makeSheet(
  relations: [string, string, string][],
  more: Record<string, string>,
  rows = table,
  after = "",
) {
  return makeXlsx([{ name: "S", rows, after }], {
    more: { "xl/worksheets/_rels/sheet0.xml.rels": makeRelations(relations), ...more },
  });
}

it("comments of a workbook's cells, without those of cells that are hidden", async () => {
  const comments = `<comments><authors><author>Ann</author></authors><commentList>${text('B2|<r><t>Ann:_x000D_</t></r><r><t>\nFrom 10</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>3</t></r><r><rPr><strike/></rPr><t>9</t></r>')}${text("A3|<t>Ask first</t>")}${text("B4|<t>secret</t>")}</commentList></comments>`;
  const rows = `${table}<row r="4" hidden="1"><c t="inlineStr"><is><t>x</t></is></c></row>`;
  const bytes = makeSheet([["c", "comments", "../comments1.xml"]], { "xl/comments1.xml": comments }, rows);
  expect(await readTexts("a.xlsx", bytes)).toEqual([
    "| Name | Price |\n| --- | --- |\n| Tea | 3 |\n| Milk | 4 |",
    "Comment on B2 (3): Ann: From 10^3\nComment on A3 (Milk) by Ann: Ask first",
  ]);
});

it("conversations about cells in place of the notes that repeat them, without those that are settled", async () => {
  const threads =
    '<ThreadedComments><threadedComment ref="B2" personId="{1}" id="a"><text>Too low?</text></threadedComment>' +
    '<threadedComment ref="B2" personId="{2}" parentId="a"><text>No.</text></threadedComment>' +
    '<threadedComment ref="A2" personId="{2}" done="1"><text>Settled</text></threadedComment></ThreadedComments>';
  const people =
    '<personList><person displayName="Ann" id="{1}"/><person displayName="Bo" id="{2}"/></personList>';
  const notes = `<comments><authors/><commentList>${text("B2|<t>[Threaded comment] Your version of Excel</t>")}</commentList></comments>`;
  const bytes = makeSheet(
    [
      ["c", "comments", "../comments1.xml"],
      ["t", "threadedComment", "../threadedComments/threadedComment1.xml"],
    ],
    {
      "xl/comments1.xml": notes,
      "xl/threadedComments/threadedComment1.xml": threads,
      "xl/persons/person.xml": people,
    },
  );
  const [, comments] = await readTexts("a.xlsx", bytes);
  expect(comments).toBe("Comment on B2 (3) by Ann: Too low?\nComment on B2 (3) by Bo: No.");
});

it("charts, boxes and pictures that lie over a sheet, and sheets that are a chart", async () => {
  const chart = `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><c:tx><c:strRef><c:strCache>${point("Sales_x000D_ of tea")}</c:strCache></c:strRef></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx>${point("Cups")}</c:tx><c:cat><c:multiLvlStrRef><c:multiLvlStrCache><c:lvl>${point("May")}${point("June", 1)}</c:lvl><c:lvl>${point("2026")}</c:lvl></c:multiLvlStrCache></c:multiLvlStrRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>0.00</c:formatCode>${point("4.5")}${point("6", 1)}</c:numCache></c:numRef></c:val></c:ser></c:barChart><c:valAx><c:title><c:tx><c:rich><a:p><a:r><a:t>Thou</a:t></a:r><a:r><a:t>sands</a:t></a:r></a:p></c:rich></c:tx></c:title></c:valAx></c:plotArea></c:chart></c:chartSpace>`;
  const drawing = `<xdr:wsDr xmlns:xdr="x" xmlns:a="a"><xdr:twoCellAnchor><xdr:from/><xdr:graphicFrame><a:graphic><c:chart r:id="c"/></a:graphic></xdr:graphicFrame></xdr:twoCellAnchor><xdr:oneCellAnchor><xdr:sp><xdr:txBody><a:p><a:r><a:t>Closed in July</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:oneCellAnchor><xdr:absoluteAnchor><xdr:pic><xdr:nvPicPr><xdr:cNvPr descr="A teapot"/></xdr:nvPicPr></xdr:pic></xdr:absoluteAnchor></xdr:wsDr>`;
  const bytes = makeSheet([["d", "drawing", "../drawings/drawing1.xml"]], {
    "xl/drawings/drawing1.xml": drawing,
    "xl/drawings/_rels/drawing1.xml.rels": makeRelations([["c", "chart", "../charts/chart1.xml"]]),
    "xl/charts/chart1.xml": chart,
    "xl/_rels/workbook.xml.rels": makeRelations([["s0", "worksheet", "worksheets/sheet0.xml"]]),
  });
  expect((await readTexts("a.xlsx", bytes)).slice(1)).toEqual([
    "Sales of tea\n\nThousands\n\n|  | Cups |\n| --- | --- |\n| 2026 May | 4.50 |\n| June | 6.00 |",
    "Closed in July",
    "A teapot",
  ]);
});

it("waterfalls and other charts of new programs, whose data stand apart", async () => {
  const chart =
    '<cx:chartSpace xmlns:cx="c" xmlns:a="a"><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl><cx:pt idx="0">Rent</cx:pt><cx:pt idx="1">Wages</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl formatCode="0.0"><cx:pt idx="0">5</cx:pt><cx:pt idx="1">7</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:txData><cx:v>Costs</cx:v></cx:txData></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series><cx:tx><cx:txData><cx:v>Euro</cx:v></cx:txData></cx:tx></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>';
  const frame =
    '<mc:AlternateContent xmlns:mc="m"><mc:Choice><p:graphicFrame><a:graphic><cx:chart xmlns:cx="c" r:id="c"/></a:graphic></p:graphicFrame></mc:Choice><mc:Fallback><p:pic/></mc:Fallback></mc:AlternateContent>';
  const bytes = makePptx([{ shapes: frame, relations: [["c", "chartEx", "../charts/chartEx1.xml"]] }], {
    "ppt/charts/chartEx1.xml": chart,
  });
  expect(await readTexts("a.pptx", bytes)).toEqual([
    "Costs\n\n|  | Euro |\n| --- | --- |\n| Rent | 5.0 |\n| Wages | 7.0 |",
  ]);
});

it("what others said of a slide, in both forms that programs write", async () => {
  const old = '<p:cmLst xmlns:p="p"><p:cm authorId="0"><p:text>Which_x000D_ year?</p:text></p:cm></p:cmLst>';
  const modern =
    '<p188:cmLst xmlns:p188="q" xmlns:a="a"><p188:cm authorId="{9}"><p188:txBody><a:p><a:r><a:t>Add prices.</a:t></a:r></a:p></p188:txBody><p188:replyLst><p188:reply authorId="{9}"><p188:txBody><a:p><a:r><a:t>Done.</a:t></a:r></a:p></p188:txBody></p188:reply></p188:replyLst></p188:cm><p188:cm status="resolved"><p188:txBody><a:p><a:r><a:t>Old</a:t></a:r></a:p></p188:txBody></p188:cm></p188:cmLst>';
  const bytes = makePptx(
    [
      {
        shapes: makeShape(["Sales"]),
        relations: [
          ["c", "comments", "../comments/comment1.xml"],
          ["m", "comments", "../comments/modernComment_1.xml"],
        ],
      },
    ],
    {
      "ppt/comments/comment1.xml": old,
      "ppt/comments/modernComment_1.xml": modern,
      "ppt/commentAuthors.xml": '<p:cmAuthorLst xmlns:p="p"><p:cmAuthor id="0" name="Ann"/></p:cmAuthorLst>',
      "ppt/authors.xml": '<p188:authorLst xmlns:p188="q"><p188:author id="{9}" name="Bo"/></p188:authorLst>',
    },
  );
  expect(await readTexts("a.pptx", bytes)).toEqual([
    "Sales\n\nComment by Ann: Which year?\n\nComment by Bo: Add prices.\n\nComment by Bo: Done.",
  ]);
});

it("powers, fractions, numbers of points and what is struck out on slides and in workbooks", async () => {
  const run = (words: string, form = "") => `<a:r><a:rPr ${form}/><a:t>${words}</a:t></a:r>`;
  const numbered = (words: string) =>
    `<a:p><a:pPr><a:buAutoNum type="alphaLcParenR"/></a:pPr>${run(words)}</a:p>`;
  const bytes = makePptx([
    {
      shapes: makeShape([
        `<a:p>${run("10")}${run("6", 'baseline="30000"')}${run(" cells, CO")}${run("2", 'baseline="-25000"')}${run(", 1")}${run("1", 'baseline="30000"')}${run("/")}${run("2", 'baseline="-25000"')}${run(" cups ")}${run("49 €", 'strike="sngStrike"')}${run(" 39 €")}</a:p>`,
        numbered("one"),
        numbered("two"),
      ]),
    },
  ]);
  expect(await readTexts("a.pptx", bytes)).toEqual(["10^6 cells, CO₂, 1 1/2 cups  39 €\na) one\nb) two"]);
  const rich = (form: string, words: string) => `<r><rPr>${form}</rPr><t>${words}</t></r>`;
  const strings = [
    `${rich("", "60 m")}${rich('<vertAlign val="superscript"/>', "2")}`,
    `${rich("<strike/>", "49 €")}${rich('<strike val="0"/>', " 39 €")}`,
  ];
  const rows = '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>';
  expect(await readTexts("a.xlsx", makeXlsx([{ name: "S", rows }], { strings }))).toEqual(["60 m² | 39 €"]);
});

it("without cells whose letters nobody sees: white on white, struck out, or of a format that shows nothing", async () => {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode=";;;"/></numFmts><fonts><font/><font><color rgb="FFFFFFFF"/></font><font><strike/></font></fonts>' +
    '<fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF000080"/></patternFill></fill></fills>' +
    '<cellXfs><xf/><xf fontId="1" fillId="0"/><xf fontId="1" fillId="1"/><xf fontId="2"/><xf numFmtId="170"/></cellXfs></styleSheet>';
  const cell = (style: number, words: string) => `<c s="${style}" t="inlineStr"><is><t>${words}</t></is></c>`;
  const rows = `<row>${cell(0, "plain")}${cell(1, "obey")}${cell(2, "white on blue")}${cell(3, "old")}<c s="4"><v>7</v></c></row>`;
  const bytes = makeXlsx([{ name: "S", rows }], { more: { "xl/styles.xml": styles } });
  expect(await readTexts("a.xlsx", bytes)).toEqual(["plain | white on blue"]);
});

it("the digits of a long number that a program wrote", async () => {
  const rows = "<row><c><v>12345678901234567890</v></c></row>";
  expect(await readTexts("a.xlsx", makeXlsx([{ name: "S", rows }]))).toEqual(["12345678901234567890"]);
});

it("of a slide what is shown: not what lies beside it, is white on white, as small as a dot or transparent", async () => {
  const at = (x: number, words: string, form = "") =>
    `<p:sp><p:spPr><a:xfrm><a:off x="${x}" y="0"/><a:ext cx="50" cy="50"/></a:xfrm></p:spPr><p:txBody><a:p><a:r><a:rPr${form}</a:rPr><a:t>${words}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const white = '><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>';
  const presentation = (filled: string) =>
    makePptx(
      [
        {
          shapes:
            at(0, "seen", ">") +
            at(200, "beside", ">") +
            at(0, "white", white) +
            at(0, "small", ' sz="100">') +
            at(
              0,
              "clear",
              '><a:solidFill><a:srgbClr val="000000"><a:alpha val="0"/></a:srgbClr></a:solidFill>',
            ) +
            filled,
        },
      ],
      {
        "ppt/presentation.xml":
          '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="s0"/></p:sldIdLst><p:sldSz cx="100" cy="100"/></p:presentation>',
      },
    );
  expect(await readTexts("a.pptx", presentation(""))).toEqual(["seen"]);
  const filled = '<p:sp><p:spPr><a:solidFill><a:srgbClr val="000080"/></a:solidFill></p:spPr></p:sp>';
  expect(await readTexts("a.pptx", presentation(filled))).toEqual(["seen\n\nwhite"]);
});
