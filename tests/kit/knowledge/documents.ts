import { strToU8, zipSync } from "fflate";

/** Small documents for tests, good and bad, made in place: no file of a stranger is kept in the repository. */

/** Gives a Word document whose body is the given WordprocessingML; `extra` adds or replaces parts. */
export function makeDocx(body: string, extra: Record<string, Uint8Array> = {}): Uint8Array {
  const main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
  return zipSync({
    "[Content_Types].xml": strToU8(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        `<Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    ),
    "_rels/.rels": strToU8(
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
        `<Relationship Id="r1" Type="${office}" Target="word/document.xml"/></Relationships>`,
    ),
    "word/document.xml": strToU8(makeDocumentXml(body)),
    ...extra,
  });
}

/** Gives the main part of a Word document. */
export function makeDocumentXml(body: string, prolog = ""): string {
  const space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  return `<?xml version="1.0"?>${prolog}<w:document xmlns:w="${space}"><w:body>${body}</w:body></w:document>`;
}

/** Gives a paragraph for it, in a style ("Heading1") where one is named. */
export function makeParagraph(text: string, style?: string): string {
  const properties = style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : "";
  return `<w:p>${properties}<w:r><w:t>${text}</w:t></w:r></w:p>`;
}

/** What a PDF of one drawn page has beside its drawing; `objects` adds objects from number 4 on. */
interface DrawnPdf {
  resources?: string;
  catalog?: string;
  page?: string;
  objects?: readonly string[];
}

/** Gives a PDF of one page by the operations that draw it; its font is F1. */
export function makeDrawnPdf(
  content: string,
  { resources = "", catalog = "", page = "", objects = [] }: DrawnPdf = {},
): Uint8Array {
  const at = 4 + objects.length;
  return packPdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${at} 0 R] /Count 1 >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...objects,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${at + 1} 0 R ` +
      `/Resources << /Font << /F1 3 0 R >> ${resources} >> ${page} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]);
}

/** Gives a PDF with a line of text on each page; `trailer` and `page` add entries, `objects` adds objects from number 4 on. */
export function makePdf(
  pages: readonly string[],
  {
    trailer = "",
    page = "",
    objects = [],
  }: { trailer?: string; page?: string; objects?: readonly string[] } = {},
): Uint8Array {
  const first = 4 + objects.length;
  const pageObjects = pages.flatMap((text, index) => {
    const content = `BT /F1 12 Tf 72 700 Td (${text}) Tj ET`;
    return [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${first + index * 2 + 1} 0 R ` +
        `/Resources << /Font << /F1 3 0 R >> >> ${page} >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ];
  });
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(" ");
  const all = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...objects,
    ...pageObjects,
  ];
  return packPdf(all, trailer);
}

function packPdf(objects: readonly string[], trailer = ""): Uint8Array {
  let file = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF`;
  return strToU8(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${end}`, true);
}

/** Gives the start of an old Office container in which a stream of the given name stands. */
export function makeCompound(stream: string): Uint8Array {
  const bytes = new Uint8Array(2048);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  bytes.set(strToU8([...stream].join("\0"), true), 1024);
  return bytes;
}
