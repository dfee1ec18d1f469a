import { getDocumentProxy, getResolvedPDFJS } from "unpdf";
import { ParseError } from "../ParseError.ts";
import type { LeftOut, ParsedParts } from "../ParsedDocument.ts";
import { findUnseen } from "../pdf/findUnseen.ts";
import { joinLines } from "../pdf/joinLines.ts";
import type { PdfLine } from "../pdf/joinLines.ts";
import { listTurnedWords, mayHaveTurned } from "../pdf/mendLigatures.ts";
import { joinSpaced } from "../pdf/joinSpaced.ts";
import { listFilled, listStrikes } from "../pdf/listFilled.ts";
import { orderColumns } from "../pdf/orderColumns.ts";
import { dropUnseen } from "../pdf/readItems.ts";
import { turnUpright } from "../pdf/turnUpright.ts";
import { joinPages } from "../pdf/joinPages.ts";
import { walkPage } from "../pdf/walkPage.ts";

/** Reads the text of a PDF page by page, with what was filled into its forms; larger lines become headings. */
export async function parsePdf(bytes: Uint8Array): Promise<ParsedParts> {
  const pdf = await openPdf(bytes);
  const pages: PdfLine[][] = [];
  const leftOut: LeftOut[] = [];
  const layers = await pdf.getOptionalContentConfig().catch(() => undefined);
  let failed = 0;
  let hasFields = false;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number).catch(() => undefined);
    const content = await page?.getTextContent().catch(() => undefined);
    if (!content) failed++;
    const annotations = (await page?.getAnnotations().catch(() => undefined)) ?? [];
    const lines = page
      ? await readPage(page, { items: content?.items ?? [], annotations, layers, leftOut })
      : [];
    pages.push([...lines, ...listFilled(annotations)]);
    hasFields ||= annotations.some((each) => Reflect.get(each, "subtype") === "Widget");
    page?.cleanup();
  }
  const { title, language, isForm } = await readMetadata(pdf);
  if (isNotice(pages) || (isForm && !hasFields && isShort(pages)))
    throw new ParseError("unsupported", needsAdobe);
  const sections = joinPages(pages);
  if (sections.length === 0 && failed > 0) throw new ParseError("broken");
  if (sections.length === 0) throw new ParseError("empty", scanned);
  const first = sections[0]?.position.page === 1 ? sections[0].headings[0] : undefined;
  return { title: title || (first ?? ""), language, sections, leftOut };
}

/** What is on the one page of a form that only Adobe's programs draw (XFA), in any language that they write it in. */
function isNotice(pages: readonly PdfLine[][]): boolean {
  if (pages.length > 2) return false;
  const text = pages.flatMap((lines) => lines.map((line) => line.text)).join(" ");
  const saysWait =
    /if this message is not eventually replaced|may not be able to display this type of document/i;
  return (
    text.length < longestNotice && (saysWait.test(text) || /adobe\.com\/go\/(?:reader|acrreader)/i.test(text))
  );
}

/** In any language: a form that is drawn by its own program has no fields, and little beside the notice. */
function isShort(pages: readonly PdfLine[][]): boolean {
  return pages.length <= 2 && pages.flat().reduce((sum, { text }) => sum + text.length, 0) < longestNotice;
}

const longestNotice = 2500;
const needsAdobe =
  "The PDF is a form that only Adobe's programs can show. Open it in Adobe Reader, print it to a PDF and upload that.";

const scanned =
  "The PDF has no text, only pictures of pages. Run text recognition (OCR) over it and upload the result.";

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

type Page = Awaited<ReturnType<Pdf["getPage"]>>;
type Layers = Awaited<ReturnType<Pdf["getOptionalContentConfig"]>>;

/** Gives the lines of a page that somebody sees. What can't be drawn is read as it came. */
async function readPage(
  page: Page,
  {
    items,
    annotations,
    layers,
    leftOut,
  }: {
    items: readonly object[];
    annotations: readonly object[];
    layers: Layers | undefined;
    leftOut: LeftOut[];
  },
): Promise<PdfLine[]> {
  if (items.length === 0) return [];
  const operations = await page
    .getOperatorList({ annotationMode: withoutAnnotations })
    .catch(() => undefined);
  const turned = operations && mayHaveTurned(items) ? listTurnedWords(operations) : undefined;
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = page.view;
  const view = [x0, y0, x1, y1] as const;
  const { OPS } = await getResolvedPDFJS();
  const drawn =
    operations &&
    walkPage(operations, {
      numbers: OPS,
      view,
      isLayerShown: (layer) => layers?.isVisible(layer) !== false,
      unitOf: (font) => readUnit(page, font),
    });
  if (!drawn) return joinLines(orderColumns(turnUpright(items)), turned);
  drawn.lines.push(...listStrikes(annotations));
  const texts = findUnseen(drawn, view);
  const seen = dropUnseen(items, texts);
  leftOut.push(...seen.leftOut);
  return joinLines(orderColumns(turnUpright(joinSpaced(seen.items, texts))), turned);
}

const withoutAnnotations = 0;

/** The width of a unit of a font's glyphs: a thousandth of its size, but for fonts that are drawings. */
function readUnit(page: Page, font: string): number {
  const known: unknown = page.commonObjs.has(font) ? page.commonObjs.get(font) : undefined;
  const matrix: unknown = Reflect.get(Object(known), "fontMatrix");
  return Array.isArray(matrix) && Number(matrix[0]) > 0 ? Number(matrix[0]) : 0.001;
}

async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  try {
    // Takes the array away, so it gets its own, and a plain one: it refuses a Buffer. Fonts are for drawing only.
    return await getDocumentProxy(Uint8Array.from(bytes), {
      ...{ disableFontFace: true, verbosity: 0 },
      // Pictures are not unpacked.
      maxImageSize: 1,
    });
  } catch (error) {
    const isLocked = error instanceof Error && error.name === "PasswordException";
    throw new ParseError(isLocked ? "encrypted" : "broken", undefined, { cause: error });
  }
}

/** `isForm`: it has a form of the kind that only Adobe's programs draw (XFA). */
async function readMetadata(pdf: Pdf): Promise<{ title: string; language: string | null; isForm: boolean }> {
  const info: unknown = await pdf.getMetadata().then(
    (metadata) => metadata.info,
    () => ({}),
  );
  const read = (name: string) => {
    const value: unknown = Reflect.get(Object(info), name);
    return typeof value === "string" ? value.trim() : "";
  };
  const title = read("Title");
  return {
    title: isProgramsTitle.test(title) ? "" : title,
    language: read("Language") || null,
    isForm: Reflect.get(Object(info), "IsXFAPresent") === true,
  };
}

/** Many programs write the name or address of what they printed, or a word for "none". */
const isProgramsTitle =
  /\.(?:docx?|pdf|indd|tex|dvi|pptx?|xlsx?|html?|odt|pages)$|^\W*(?:untitled|anonymous|unspecified|unknown|microsoft (?:word|powerpoint|excel)|(?:new )?(?:document|presentation)\d*$|no title|print$)(?:\b|$)|^(?:about|https?|file|blob|data|chrome|view-source):|^\W*$/i;
