import { writeRow, writeRule } from "./escapeCell.ts";
import { writeLowered, writeRaised } from "./raised.ts";
import { splitTitle } from "./tableTitle.ts";

/**
 * Gives Markdown in which what only some programs know is written so that everybody reads it: boxes of hints, notes and their
 * marks, raised text; without comments and what is struck out. Lines keep their numbers, and code stays as it is.
 */
export function tidyMarkdown(markdown: string): string {
  const lines = dropComments(markdown).split(/\r\n?|\n/);
  let fence: string | undefined;
  let indent = 0;
  const tidied = lines.map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
      return line;
    }
    if (mark) {
      fence = mark;
      return line;
    }
    const box = openBox(line);
    if (box?.isIndented) indent = 4;
    if (box) return box.title && `${box.lead}**${box.title}**`;
    if (line.trim() !== "" && !/^(?: {4}|\t)/.test(line)) indent = 0;
    return tidyLine(indent > 0 ? line.replace(/^(?: {4}|\t)/, "") : line);
  });
  return tidyTables(tidied).join("\n");
}

/** Comments are for who writes the page, and may span lines. */
function dropComments(markdown: string): string {
  let text = "";
  let at = 0;
  let isCode = false;
  for (const { 0: sign, index } of markdown.matchAll(/^ {0,3}(?:`{3,}|~{3,})|<!--/gm)) {
    if (index < at) continue;
    if (sign !== "<!--") isCode = !isCode;
    if (sign !== "<!--" || isCode) continue;
    const end = markdown.indexOf("-->", index);
    if (end < 0) break;
    text += markdown.slice(at, index) + "\n".repeat(markdown.slice(index, end).split("\n").length - 1);
    at = end + 3;
  }
  return text + markdown.slice(at);
}

interface Box {
  /** "" where its line says nothing. */
  title: string;
  lead: string;
  /** Its text stands four signs further right. */
  isIndented?: boolean;
}

/** The first or last line of a box of hints, in the forms of GitHub, VitePress, MkDocs, GitBook, Hugo and MDX. */
function openBox(line: string): Box | undefined {
  const [, quote, kind = "", rest = ""] =
    /^(\s{0,3}(?:>\s?)+)\[!([\w-]{1,30})\][+-]?[ \t]*(.{0,200})$/.exec(line) ?? [];
  if (quote !== undefined)
    return { lead: quote.endsWith(" ") ? quote : `${quote} `, title: nameBox(kind, rest) };
  const fenced = /^\s{0,3}:{3,}\s*(?:\{?\.?([\w-]{1,40})?([^}\n]{0,200})\}?)?\s*$/.exec(line);
  if (fenced) return { lead: "", title: fenced[1] ? nameBox(fenced[1], fenced[2] ?? "") : "" };
  const [, mkdocs, words = ""] =
    /^\s{0,3}(?:!!!|\?\?\?\+?)[ \t]+([\w-]{1,40})[^"\n]{0,60}(?:"([^"\n]{0,200})")?\s*$/.exec(line) ?? [];
  if (mkdocs) return { lead: "", title: words || nameBox(mkdocs, ""), isIndented: true };
  const [, hint] = /^\s{0,3}\{%\s*hint\b[^%]{0,60}style=["']?(\w+)[^%]{0,60}%\}\s*$/.exec(line) ?? [];
  if (hint) return { lead: "", title: nameBox(hint, "") };
  return isFrame.test(line) ? { lead: "", title: "" } : undefined;
}

/** Lines that only programs read. */
const isFrame =
  /^\s{0,3}(?:\{%[^%\n]{0,200}%\}|\{\{[<%][^}\n]{0,200}[>%]\}\}|\{:[^}\n]{0,200}\}|\[\[?_?toc_?\]?\]|\[\/\/\]:\s*#.{0,500}|<\/?[A-Z][\w.]{0,60}(?:\s[^<>]{0,300})?\/?>|import\s[^"'\n]{1,200}\sfrom\s+["'][^"'\n]{1,200}["'];?)\s*$/i;

function nameBox(kind: string, rest: string): string {
  const title = rest.replace(/^[\s.{]+|[\s}]+$/g, "").replace(/^title=["']?|["']$/g, "");
  const name = kind
    .replace(/^callout-/, "")
    .replace(/[-_]/g, " ")
    .toLowerCase();
  if (/^(?:details|container|code group|tabs?|columns?|grid|row|block|raw)$/.test(name)) return title;
  return title || name.charAt(0).toUpperCase() + name.slice(1);
}

function tidyLine(line: string): string {
  if (!/[[^~=<{]/.test(line) || line.length > longestLine) return line;
  return line
    .split(/(`+[^`\n]*`+)/)
    .map((part, at) => (at % 2 === 1 ? part : tidyWords(part)))
    .join("");
}

const longestLine = 20_000;

function tidyWords(text: string): string {
  return writePlaces(
    text
      .replace(/^(\s{0,3})\[\^([\w-]{1,40})\]:[ \t]*/, (_, lead: string, name: string) =>
        /^\d+$/.test(name) ? `${lead}Note ${name}: ` : lead,
      )
      .replace(/[ \t]?\[\^[\w-]{1,40}\]/g, "")
      .replace(/\^\[([^\][\n]{1,500})\]/g, " ($1)")
      .replace(/!\[\[[^\][\n]{1,200}\]\]/g, "")
      .replace(/\[\[(?:[^\][|\n]{1,200}\|)?([^\][|\n]{1,200})\]\]/g, "$1")
      .replace(/(?<![~\w])~~(?=\S)[^~\n]{1,500}~~/g, "")
      .replace(/<(del|s|strike)>[^<\n]{0,500}<\/\1>/gi, "")
      .replace(
        /<(span|div|p)\s[^<>]{0,200}(?:display\s*:\s*none|visibility\s*:\s*hidden|\shidden)[^<>]{0,200}>[^<\n]{0,2000}<\/\1>/gi,
        "",
      )
      .replace(/(?<![=\w])==(?=\S)([^=\n]{1,300})==(?![=\w])/g, "$1")
      .replace(/^(#{1,6} .{1,500}?)\s*\{[.:][^}\n]{0,200}\}\s*$/, "$1"),
  );
}

/** `10<sup>6</sup>`, and `10^6^` and `H~2~O` as Pandoc writes them. */
function writePlaces(text: string): string {
  const raised =
    /<(sup|sub)>([^<\n]{1,40})<\/\1>|(?<=[\p{L}\p{N})])([\^~])([\p{L}\p{N}+−-]{1,12})\3(?!\3)/giu;
  let written = "";
  let end = 0;
  for (const { 0: whole, 1: name, 2: inside, 3: sign, 4: marked, index } of text.matchAll(raised)) {
    written += text.slice(end, index);
    end = index + whole.length;
    const own = inside ?? marked ?? "";
    const isOverLowered = /^\s*[/⁄∕]\s*<sub>/i.test(text.slice(end, end + 20));
    const isLowered = sign === "~" || name?.toLowerCase() === "sub";
    const before = written.slice(-60);
    written += isLowered ? writeLowered(own, { before }) : writeRaised(own, { before, isOverLowered });
  }
  return written + text.slice(end);
}

/** A table whose head is a line over all of it has its head below; the line stands before the table then. */
function tidyTables(lines: readonly string[]): string[] {
  const tidied = [...lines];
  lines.forEach((line, at) => {
    if (!/^\s*\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?\s*)?$/.test(line) || at === 0) return;
    const [head = [], next = []] = [lines[at - 1], lines[at + 1]].map((row = "") => readCells(row));
    const { title } = splitTitle([head, next, next]);
    if (head.length < 2 || title.length !== 1 || next.length !== head.length) return;
    tidied.splice(at - 1, 3, title[0] ?? "", `\n${writeRow(next)}`, writeRule(next.length));
  });
  return tidied;
}

function readCells(row: string): string[] {
  const cells = row.trim().split(/(?<!\\)\|/);
  return row.trim().startsWith("|")
    ? cells.slice(1, row.trim().endsWith("|") ? -1 : undefined).map((cell) => cell.trim())
    : [];
}
