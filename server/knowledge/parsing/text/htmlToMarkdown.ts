import Turndown from "turndown";
import { writeRow, writeRule } from "./escapeCell.ts";
import type { PageElement } from "./page.ts";
import { splitTitle } from "./tableTitle.ts";

/**
 * Gives HTML as Markdown: headings (with their ids as `{#id}`), lists, code, links and tables, whose
 * spanned cells are repeated so that each row can be read alone. Pictures are left out, where one is not all that there is,
 * unless their descriptions are meant to be read.
 */
export function htmlToMarkdown(
  html: string,
  { keepsAlternatives = false }: { keepsAlternatives?: boolean } = {},
): string {
  const cells = new Map<object, string>();
  const turndown = new Turndown({
    headingStyle: "atx",
    codeBlockStyle: "fenced",
    bulletListMarker: "-",
    hr: "---",
  });
  // Signs stay as they were written: the text is searched and quoted more than it is drawn.
  turndown.escape = (text) => text.replace(/^#/, "\\#");
  turndown.remove([
    "script",
    "style",
    "noscript",
    "template",
    "iframe",
    "object",
    "button",
    "select",
    "textarea",
  ]);
  turndown.addRule("heading", {
    filter: ["h1", "h2", "h3", "h4", "h5", "h6"],
    replacement: (content, node) => writeHeading(content, readElement(node)),
  });
  turndown.addRule("folded", {
    filter: ["details", "summary"] as never, // turndown lists the names it types by, and these came later
    replacement: (content) => `\n\n${content.trim()}\n\n`,
  });
  turndown.addRule("item", { filter: "li", replacement: writeItem });
  turndown.addRule("picture", {
    filter: "img",
    replacement: (_, node) =>
      keepsAlternatives || isAlone(readElement(node)) ? readAlternative(readElement(node)) : "",
  });
  turndown.addRule("emptyLink", { filter: (node) => node.nodeName === "A", replacement: writeLink });
  turndown.addRule("cell", {
    filter: ["td", "th", "caption"],
    replacement: (content, node) => {
      cells.set(node, content);
      const hasTable = Boolean(readElement(node).querySelector("table"));
      return hasTable ? `\n\n${content.trim()}\n\n` : ` ${content.trim()} `;
    },
  });
  turndown.addRule("table", {
    filter: "table",
    replacement: (content, node) => writeTable({ table: readElement(node), content, cells }),
  });
  turndown.addRule("checkbox", {
    filter: (node) => node.nodeName === "INPUT" && node.getAttribute("type") === "checkbox",
    replacement: (_, node) => (readElement(node).getAttribute("checked") === null ? "[ ]" : "[x]"),
  });
  const markdown = turndown.turndown(html).replace(numberMark, "$1 ");
  if (/[\p{L}\p{N}]/u.test(markdown)) return markdown;
  turndown.addRule("onlyPictures", {
    filter: "img",
    replacement: (_, node) => `\n\n${readAlternative(readElement(node))}\n\n`,
  });
  return turndown.turndown(html);
}

/**
 * Whether a picture is all that a heading or a cell has: then what its author wrote for those who can't see it is what it
 * says there. Anywhere else it describes the picture, and would be quoted as a fact.
 */
function isAlone(picture: PageElement): boolean {
  const place = picture.closest("td, th, h1, h2, h3, h4, h5, h6");
  return place !== null && (place.textContent ?? "").replace(/\{h[1-6]#[^}]*\}/g, "").trim() === "";
}

function readAlternative(picture: PageElement): string {
  return picture.getAttribute("alt")?.replace(/\s+/g, " ").trim() ?? "";
}

/** Gives what is written at the start of a paragraph to say that its document numbers it so, also as a point of a list. */
export function markNumber(number: string): string {
  return `\ue000${number}\ue001`;
}

/** Unicode leaves the meaning of these signs to each program; in a web page they are at most pictures of its font. */
const numberMark = /\ue000([^\ue000\ue001]{0,200})\ue001/g;

/**
 * Gives what is written into a heading to keep its level and id through the search for the main content,
 * which drops the one and evens out the other.
 */
export function markHeading(heading: PageElement): string {
  const inner = heading.querySelector("[id], a[name]");
  const id = heading.getAttribute("id") ?? inner?.getAttribute("id") ?? inner?.getAttribute("name") ?? "";
  return ` {h${heading.nodeName.slice(1)}#${/^[^\s{}]{1,200}$/.test(id) ? id : ""}}`;
}

const headingMark = /\s*\{h([1-6])#([^\s{}]*)\}/;

function writeHeading(content: string, heading: PageElement): string {
  const written = content.replace(/\s+/g, " ").trim();
  const [, level = heading.nodeName.slice(1), marked] = headingMark.exec(written) ?? [];
  const id = marked ?? heading.getAttribute("id");
  const text = written.replace(headingMark, "").trim();
  return text ? `\n\n${"#".repeat(Number(level))} ${text}${id ? ` {#${id}}` : ""}\n\n` : "";
}

function readElement(node: unknown): PageElement {
  return node as PageElement; // turndown calls rules with elements, and types them by a DOM that is not here
}

function writeItem(content: string, node: unknown): string {
  const item = node as { parentNode: PageElement | null; nextSibling: unknown }; // an element has these too
  const end = item.nextSibling ? "\n" : "";
  // A list that begins at a deeper level is in a point that has nothing of its own.
  if (/^[UO]L$/.test(readElement(node).children[0]?.nodeName ?? "") && !hasOwnText(readElement(node)))
    return `${content.trim()}${end}`;
  const list = item.parentNode;
  const place = list ? Array.from(list.children).indexOf(readElement(node)) : 0;
  const [marked, number = `${Number(list?.getAttribute("start") ?? 1) + place}.`] =
    startingNumber.exec(content) ?? [];
  const mark = list?.nodeName === "OL" ? `${number} ` : "- ";
  const text = content
    .slice(marked?.length ?? 0)
    .trim()
    .replace(/\n{2,}/g, "\n")
    .replace(/\n/g, `\n${" ".repeat(mark.length)}`);
  return `${mark}${text}${end}`;
}

function hasOwnText({ childNodes }: PageElement): boolean {
  const first = Array.from(childNodes)[0];
  return first !== undefined && "nodeValue" in first && String(first.nodeValue ?? "").trim() !== "";
}

const startingNumber = /^\s*\ue000([^\ue000\ue001]{0,200})\ue001/;

function writeLink(content: string, node: unknown): string {
  const href = readElement(node).getAttribute("href") ?? "";
  const text = content
    .split("\n")
    .map((line) => line.trim())
    .join(" ");
  if (!text.trim() || !/^(?:https?:|mailto:|tel:)/i.test(href) || text.trim() === href) return text;
  return `[${text.trim()}](${href.replace(/[()\s]/g, encodeURIComponent)})`;
}

/** A table of one column or one row, or with tables inside, only arranges things: it is written as text. */
function writeTable({
  table,
  content,
  cells,
}: {
  table: PageElement;
  content: string;
  cells: ReadonlyMap<object, string>;
}): string {
  const rows = Array.from(table.querySelectorAll("tr"));
  const grid = rows.length <= mostRows && !table.querySelector("table") ? layOut(rows, cells) : [];
  const width = grid.reduce((most, row) => Math.max(most, row.length), 0);
  if (width < 2 || grid.length < 2) return `\n\n${content.trim()}\n\n`;
  const full = grid.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ""));
  const { title: lines, rows: kept } = splitTitle(
    full.filter((row) => row.some((cell) => cell.trim() !== "")),
  );
  const [header = [], ...rest] = kept;
  const caption = table.querySelector("caption");
  const title = [caption ? (cells.get(caption) ?? "").trim() : "", ...lines]
    .filter(Boolean)
    .map((line) => `${line}\n\n`)
    .join("");
  return `\n\n${title}${[writeRow(header), writeRule(width), ...rest.map(writeRow)].join("\n")}\n\n`;
}

const mostRows = 20_000;
/** A cell may claim to span 65,534 rows and 1,000 columns; nobody reads that many copies. */
const mostSpan = 50;

function layOut(rows: readonly PageElement[], cells: ReadonlyMap<object, string>): string[][] {
  const grid: string[][] = rows.map(() => []);
  rows.forEach((row, at) => {
    let column = 0;
    for (const cell of Array.from(row.children)) {
      if (!/^T[DH]$/.test(cell.nodeName)) continue;
      while (grid[at]?.[column] !== undefined) column++;
      const text = cells.get(cell) ?? "";
      const width = readSpan(cell, "colspan");
      const height = Math.min(readSpan(cell, "rowspan"), rows.length - at);
      for (let down = 0; down < height; down++) {
        const line = grid[at + down];
        for (let right = 0; line && right < width; right++) line[column + right] ??= text;
      }
      column += width;
    }
  });
  return grid;
}

function readSpan(cell: PageElement, name: "colspan" | "rowspan"): number {
  const span = Number(cell.getAttribute(name) ?? 1);
  return Number.isInteger(span) && span > 0 ? Math.min(span, mostSpan) : 1;
}
