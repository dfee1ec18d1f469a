import { strToU8, zipSync } from "fflate";
import { makeCompound, makeDocumentXml, makeDocx, makeParagraph, makePdf } from "./documents.ts";
import { makePptx, makeRows, makeShape, makeXlsx } from "./officeFiles.ts";

/** A file that can't be read, and what people are told of it. */
export interface BrokenFile {
  name: string;
  bytes: Uint8Array;
  told: RegExp;
}

const paragraph = makeParagraph("The keeper lights the lamp at dusk.");
const bomb = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
const foreign = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>';
const outside = '<!DOCTYPE x SYSTEM "http://127.0.0.1/x.dtd">';
const locked = `<< /Filter /Standard /V 1 /R 2 /P -4 /O (${"o".repeat(32)}) /U (${"u".repeat(32)}) >>`;

/** Gives the broken and hostile files of all kinds that people may upload among their good ones: 73 of them. */
export function makeBrokenFiles(): BrokenFile[] {
  const office: [string, Uint8Array][] = [
    ["docx", makeDocx(paragraph)],
    ["xlsx", makeXlsx([{ name: "Lamps", rows: makeRows([["Lamp", 4]]) }])],
    ["pptx", makePptx([{ shapes: makeShape(["The lamp was lit in 1911."], "body") }])],
  ];
  const declared: [string, string][] = [
    ["bomb", bomb],
    ["foreign", foreign],
    ["outside", outside],
  ];
  return [
    ...office.flatMap(([kind, bytes]) =>
      [4, 30, 99, 300, bytes.length - 30, bytes.length - 1].map((length) =>
        broken(`cut-${length}.${kind}`, bytes.subarray(0, length), /damaged|not (?:a|an) /),
      ),
    ),
    ...declared.flatMap(([name, prolog]) => [
      broken(
        `${name}.docx`,
        makeDocx("", { "word/document.xml": strToU8(makeDocumentXml(paragraph, prolog)) }),
        /never writes/,
      ),
      broken(
        `${name}-wide.docx`,
        makeDocx("", { "word/document.xml": wide(makeDocumentXml(paragraph, prolog)) }),
        /never writes/,
      ),
      broken(
        `${name}.xlsx`,
        makeXlsx([{ name: "Lamps", rows: `${prolog}${makeRows([["Lamp"]])}` }]),
        /never writes/,
      ),
      broken(
        `${name}.pptx`,
        makePptx([{ shapes: `${prolog}${makeShape(["Lamp"], "body")}` }]),
        /never writes/,
      ),
    ]),
    broken("ratio.docx", makeDocx(paragraph, { "word/styles.xml": new Uint8Array(3_000_000) }), /unpacked/),
    broken(
      "large.docx",
      makeDocx(paragraph, { "word/media/a.png": new Uint8Array(101_000_000) }),
      /unpacked/,
    ),
    broken(
      "parts.docx",
      zipSync(
        Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`word/${at}`, new Uint8Array()])),
      ),
      /too many parts/,
    ),
    ...["docx", "zip", "txt"].map((kind) => broken(`nested.${kind}`, nest(12), /Archives can't be read/)),
    broken("open-document.odt", zipSync({ "content.xml": strToU8("<a/>") }), /OpenDocument/),
    broken("book.epub", zipSync({ "META-INF/container.xml": strToU8("<a/>") }), /E-books/),
    broken("binary.xlsb", zipSync({ "xl/workbook.bin": strToU8("a") }), /\.xlsb/),
    broken("parts-only.docx", zipSync({ "[Content_Types].xml": strToU8("<Types/>") }), /damaged/),
    ...["pdf", "docx", "xlsx", "pptx", "csv", "txt", "md", "html", "json"].map((kind) =>
      broken(`program.${kind}`, startWith([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0], 600), /program/),
    ),
    ...["pdf", "txt", "csv"].map((kind) =>
      broken(`picture.${kind}`, startWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 200), /Pictures/),
    ),
    ...["pdf", "docx", "xlsx", "pptx"].map((kind) =>
      broken(`text.${kind}`, strToU8("Just text."), /not (?:a|an) /),
    ),
    ...["docx", "xlsx", "pptx"].map((kind) =>
      broken(`locked.${kind}`, makeCompound("EncryptedPackage"), /password/),
    ),
    broken(
      "locked.pdf",
      makePdf(["Lamp"], { objects: [locked], trailer: "/Encrypt 4 0 R /ID [(i)(i)]" }),
      /password/,
    ),
    broken("header.pdf", strToU8("%PDF-1.4\n1 0 obj\n<<"), /damaged/),
    broken("nothing.pdf", strToU8("%PDF-1.7\nnothing of use"), /damaged/),
    broken("scanned.pdf", makePdf([""]), /text recognition/),
    broken("old.doc", makeCompound("WordDocument"), /\.docx/),
    broken("old.ppt", makeCompound("PowerPoint Document"), /\.pptx/),
    broken("damaged.xls", makeCompound("Workbook"), /damaged/),
    broken("blank.docx", makeDocx(""), /no text/),
    broken("blank.txt", strToU8(" \n\t\n"), /no text/),
    broken("packed.csv", startWith([0x1f, 0x8b, 8], 40), /Archives can't be read/),
    broken("database.txt", strToU8("SQLite format 3\0 and its pages"), /Databases can't be read/),
    ...['{"a": ', "[1,", '{"a" "b"}'].map((text, at) =>
      broken(`cut-${at}.json`, strToU8(text), /not valid JSON/),
    ),
  ];
}

function broken(name: string, bytes: Uint8Array, told: RegExp): BrokenFile {
  return { name, bytes, told };
}

function startWith(start: readonly number[], length: number): Uint8Array {
  const bytes = new Uint8Array(length).fill(1);
  bytes.set(start);
  return bytes;
}

/** Gives archives nested `depth` deep. */
function nest(depth: number): Uint8Array {
  return depth === 0 ? strToU8("lamp") : zipSync({ "inner.zip": nest(depth - 1) });
}

/** Gives a text in UTF-16 with its mark, where a look for the bytes of a word finds none. */
function wide(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));
}
