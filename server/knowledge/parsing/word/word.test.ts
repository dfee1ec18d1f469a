import { strToU8 } from "fflate";
import { afterAll, expect, it } from "vitest";
import { makeDocx, makeParagraph } from "../../../../tests/kit/documents.ts";
import { createParser } from "../createParser.ts";

const parser = createParser();
afterAll(() => parser.close());

it("what stands in a Word document for new programs only: formulas, boxes, fields, and the numbers of headings", async () => {
  const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  const kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const style = (id: string, name: string, level: number) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="3"/></w:numPr></w:pPr></w:style>`;
  const level = (at: number, format: string, text: string) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const sign = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
  const formula =
    `<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">${sign("A=π")}` +
    `<m:sSup><m:e>${sign("r")}</m:e><m:sup>${sign("2")}</m:sup></m:sSup>` +
    `<m:f><m:num>${sign("a")}</m:num><m:den>${sign("b")}</m:den></m:f></m:oMath>`;
  const box =
    '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="wps">' +
    `<w:drawing><b:box xmlns:b="b"><w:txbxContent>${makeParagraph("Said in a box.")}</w:txbxContent></b:box></w:drawing>` +
    "</mc:Choice><mc:Fallback><w:pict/></mc:Fallback></mc:AlternateContent>";
  const body =
    makeParagraph("Scope", "H1") +
    makeParagraph("Terms", "H2") +
    `<w:p><w:r><w:t>Here </w:t></w:r>${formula}</w:p>` +
    `<w:p><w:fldSimple w:instr="SEQ"><w:r><w:t>Table 7</w:t></w:r></w:fldSimple><w:r>${box}</w:r></w:p>` +
    makeParagraph("People", "H2") +
    makeParagraph("Ends", "H1");
  const relation = (name: string) =>
    `<Relationship Id="${name}" Type="${kinds}/${name}" Target="${name}.xml"/>`;
  const bytes = makeDocx(body, {
    "word/styles.xml": strToU8(
      `<w:styles xmlns:w="${word}">${style("H1", "heading 1", 0)}${style("H2", "heading 2", 1)}</w:styles>`,
    ),
    "word/numbering.xml": strToU8(
      `<w:numbering xmlns:w="${word}"><w:abstractNum w:abstractNumId="0">${level(0, "upperRoman", "%1.")}` +
        `${level(1, "decimal", "%1.%2")}</w:abstractNum><w:num w:numId="3"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    ),
    "word/_rels/document.xml.rels": strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation("styles")}${relation("numbering")}</Relationships>`,
    ),
  });
  const { sections } = await parser.parse({ name: "contract.docx", bytes });
  expect(sections.map(({ headings, text }) => [headings, text])).toEqual([
    [["I. Scope", "I.1 Terms"], "Here $A=\\pi r^{2}\\frac{a}{b}$\n\nTable 7\n\nSaid in a box."],
    [["I. Scope", "I.2 People"], "I.2 People"],
    [["II. Ends"], "II. Ends"],
  ]);
});
