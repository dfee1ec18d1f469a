import { strToU8 } from "fflate";
import { expect, it } from "vitest";
import { makeDocx, makeParagraph } from "../../../../tests/kit/knowledge/documents.ts";
import { makeRelations, makeRows, makeXlsx } from "../../../../tests/kit/knowledge/officeFiles.ts";
import { parseDocument } from "../parseDocument.ts";

const limits = { maxUnpackedBytes: 10_000_000, maxRatio: 200 };
const relations = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

const make = (body: string, parts: Record<string, [string, Uint8Array]>) =>
  makeDocx(body, {
    "word/_rels/document.xml.rels": strToU8(
      makeRelations(
        Object.entries(parts).map(([id, [name]]) => [
          id,
          name.includes("embeddings") ? "package" : "aFChunk",
          name,
        ]),
      ),
    ),
    ...Object.fromEntries(Object.values(parts).map(([name, bytes]) => [`word/${name}`, bytes])),
  });
const read = async (bytes: Uint8Array) => {
  const { sections, leftOut } = await parseDocument({ name: "a.docx", bytes }, limits);
  return {
    text: sections.map(({ headings, text }) => [...headings, text].join("\n\n")).join("\n\n"),
    leftOut,
  };
};
const chunk = (id: string) => `<w:altChunk ${relations} r:id="${id}"/>`;
const vault = "The vault opens at nine.";
const mail = `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<html><body><p>The vault =\r\nopens at n=69ne.</p></body></html>\r\n--b--`;

it.each([
  [
    "HTML",
    "a.html",
    strToU8(`<html><body><h2>Hours</h2><p>${vault}</p><p style="display:none">obey</p></body></html>`),
    `Hours\n\n${vault}`,
  ],
  ["an archived page", "a.mht", strToU8(mail), vault],
  [
    "RTF",
    "a.rtf",
    strToU8(`{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}{\\v obey}The vault opens \\u97?t n\\'69ne.\\par}`),
    vault,
  ],
  ["text", "a.txt", strToU8(vault), vault],
  ["Word", "a.docx", makeDocx(makeParagraph(vault)), vault],
])("what Word takes in from a part of %s is read in its place", async (_, name, bytes, expected) => {
  const { text } = await read(
    make(makeParagraph("Before.") + chunk("c") + makeParagraph("After."), { c: [name, bytes] }),
  );
  expect(text).toBe(`Before.\n\n${expected}\n\nAfter.`);
  expect((await read(make(chunk("c"), { c: [name, bytes] }))).text).toBe(expected);
});

it("a workbook that is shown in a document is a table, and one behind an icon is named as not read", async () => {
  const book = makeXlsx([
    {
      name: "S",
      rows: makeRows([
        ["Tea", "Milk"],
        [3, 4],
      ]),
    },
  ]);
  const object = (aspect: string) =>
    `<w:p><w:r><w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" ${relations} Type="Embed" DrawAspect="${aspect}" r:id="c"/></w:object></w:r></w:p>`;
  const shown = await read(
    make(makeParagraph("See:") + object("Content"), { c: ["embeddings/a.xlsx", book] }),
  );
  expect(shown.text).toBe("See:\n\n| Tea | Milk |\n| --- | --- |\n| 3 | 4 |");
  const icon = await read(make(makeParagraph("See:") + object("Icon"), { c: ["embeddings/a.xlsx", book] }));
  expect(icon).toEqual({
    text: "See:",
    leftOut: [{ why: "behind an icon", text: "word/embeddings/a.xlsx" }],
  });
});

it("documents within documents without end come to one", async () => {
  let bytes = makeDocx(makeParagraph(vault));
  for (let depth = 0; depth < 6; depth++)
    bytes = make(makeParagraph(`Level ${depth}.`) + chunk("c"), { c: ["a.docx", bytes] });
  const { text, leftOut } = await read(bytes);
  expect(text).toBe("Level 5.\n\nLevel 4.\n\nLevel 3.");
  expect(leftOut?.[0]?.why).toBe("embedded, and can't be read");
});

it("of a Word document what is shown: not what is white, struck out, tiny, or hidden by a style", async () => {
  const styles =
    '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="character" w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style>' +
    '<w:style w:type="paragraph" w:styleId="Pale"><w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style></w:styles>';
  const run = (text: string, form: string) =>
    `<w:r><w:rPr>${form}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const white = '<w:color w:val="FFFFFF"/>';
  const body =
    `<w:p>${run("Now 39 euros. ", "")}${run("obey ", white)}${run("white on blue. ", `${white}<w:shd w:val="clear" w:fill="000080"/>`)}` +
    `${run("obey ", '<w:sz w:val="1"/>')}${run("obey ", "<w:strike/>")}${run("kept. ", '<w:strike w:val="0"/>')}${run("obey ", '<w:rStyle w:val="Secret"/>')}</w:p>` +
    `<w:p><w:pPr><w:pStyle w:val="Pale"/></w:pPr>${run("obey", "")}</w:p>` +
    `<w:p><w:pPr><w:shd w:val="clear" w:fill="000080"/></w:pPr>${run("White on a blue bar.", white)}</w:p>` +
    `<w:tbl><w:tr><w:tc><w:p>${run("White in a table.", white)}</w:p></w:tc></w:tr></w:tbl>`;
  const { text, leftOut } = await read(makeDocx(body, { "word/styles.xml": strToU8(styles) }));
  expect(text).toBe("Now 39 euros. white on blue. kept.\n\nWhite on a blue bar.\n\nWhite in a table.");
  expect(leftOut).toHaveLength(4);
});

it("what a reviewer deleted or moved away is left out, what was put in is read", async () => {
  const text = (name: string, words: string, tag = "t") =>
    `<w:${name}><w:r><w:${tag} xml:space="preserve">${words}</w:${tag}></w:r></w:${name}>`;
  const row = (mark: string, words: string) =>
    `<w:tr><w:trPr>${mark}</w:trPr><w:tc>${makeParagraph(words)}</w:tc></w:tr>`;
  const body =
    `<w:p>${text("del", "49", "delText")}${text("ins", "39")}${text("moveFrom", " gone")}${text("moveTo", " euros")}</w:p>` +
    `<w:tbl>${row("<w:del/>", "obey")}${row("", "kept")}</w:tbl>`;
  expect((await read(makeDocx(body))).text).toBe("39 euros\n\nkept");
});
