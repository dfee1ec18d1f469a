import type { Block, Code, Html, Item, List, Paragraph, Quote, Table, Target } from "./block.ts";
import { takeDefinitions } from "./definitions.ts";
import { decodeText } from "./entities.ts";
import { findHtmlEnd } from "./html.ts";
import { LineCursor } from "./lineCursor.ts";
import { parseDelimiterRow, splitRow } from "./table.ts";

/** The blocks of a text, where each begins in it, and the link definitions that are in it. */
export interface ParsedText {
  blocks: Block[];
  starts: number[];
  references: Map<string, Target>;
}

/**
 * Finds the block structure as CommonMark describes it: each line goes down through the open containers, then may
 * open new ones, then adds to the open leaf. One pass, so the time grows with the length, whatever the text is.
 * HTML is a block of text.
 */
export function parseBlocks(text: string): ParsedText {
  const parser = new BlockParser();
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    parser.feed(text.slice(at, text[end - 1] === "\r" ? end - 1 : end), at);
    at = end + 1;
  }
  return parser.finish();
}

/** Quotes, lists and items nest this deep; what would be deeper is text. */
const maxDepth = 40;

const heading = /^(#{1,6})(?:[ \t]+(.*))?$/;
const fence = /^(?:(`{3,})([^`]*)|(~{3,})(.*))$/;
const rule = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const underline = /^(?:=+|-+)$/;
const listMark = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/;
const task = /^\[([ xX])\][ \t]+(?=\S)/;

/** An open container; an item also knows how far its content is indented. */
interface Open {
  block: Quote | List | Item;
  indent: number;
}

class BlockParser {
  #blocks: Block[] = [];
  #starts: number[] = [];
  #references = new Map<string, Target>();
  #path: Open[] = [];
  #leaf: Paragraph | Code | Html | Table | undefined;
  /** What closes the open code, this text or longer; empty for indented code. */
  #fence = "";
  #fenceIndent = 0;
  /** What the last line of the open HTML has; null ends it by a blank line. */
  #htmlEnd: RegExp | null = null;
  /** The last line of the open paragraph and its place: it may turn out to be the head of a table. */
  #lastLine = "";
  #lastLineAt = 0;
  #lineAt = 0;
  #isAfterBlank = false;
  /** How many of the open containers continue in this line. */
  #matched = 0;

  feed(text: string, at: number): void {
    const line = new LineCursor(text);
    const stop = this.#path.findIndex((open) => !continues(open, line));
    this.#matched = stop < 0 ? this.#path.length : stop;
    this.#lineAt = at;
    const isBlank = line.isBlank;
    if (!this.#feedCode(line) && !this.#feedHtml(line) && !this.#openBlocks(line)) this.#addText(line);
    const isInFence = this.#leaf?.type === "code" && this.#fence !== "";
    this.#isAfterBlank = isBlank && !isInFence && this.#path.at(-1)?.block.type !== "quote";
  }

  finish(): ParsedText {
    this.#closeLeaf();
    return { blocks: this.#blocks, starts: this.#starts, references: this.#references };
  }

  /** Gives the line to open code; false if there is none or it ends here by indentation. */
  #feedCode(line: LineCursor): boolean {
    const code = this.#leaf;
    if (code?.type !== "code" || this.#matched < this.#path.length) return false;
    if (this.#fence && line.indent < 4 && closesFence(line.rest.trim(), this.#fence)) {
      this.#closeLeaf();
      return true;
    }
    if (!this.#fence && line.indent < 4 && !line.isBlank) return false;
    line.eatIndent(this.#fence ? this.#fenceIndent : 4);
    code.text += line.rest + "\n";
    return true;
  }

  /** Gives the line to open HTML; false if there is none or it ends here. */
  #feedHtml(line: LineCursor): boolean {
    const html = this.#leaf;
    if (html?.type !== "html" || this.#matched < this.#path.length) return false;
    if (!this.#htmlEnd && line.isBlank) return false;
    html.text += (html.text && "\n") + line.rest;
    if (this.#htmlEnd?.test(line.rest)) this.#closeLeaf();
    return true;
  }

  /** Opens what begins on this line; true if nothing is left of it. */
  #openBlocks(line: LineCursor): boolean {
    while (!line.isBlank) {
      const text = line.rest.trim();
      if (line.indent >= 4) return this.#leaf?.type !== "paragraph" && this.#openCode(line, "");
      if (text[0] === ">" && this.#path.length < maxDepth) {
        this.#add({ type: "quote", children: [] });
        eatQuoteMark(line);
      } else if (this.#openLeaf(line, text)) return true;
      else if (!this.#openItem(line, text)) return false;
    }
    return false;
  }

  #openLeaf(line: LineCursor, text: string): boolean {
    const [, marks, title = ""] = heading.exec(text) ?? [];
    if (marks) return this.#add({ type: "heading", level: marks.length, text: trimClosingMarks(title) });
    const [, ticks, info, tildes, tildeInfo] = fence.exec(text) ?? [];
    if (ticks ?? tildes) return this.#openCode(line, ticks ?? tildes ?? "", info ?? tildeInfo);
    if (this.#continuesParagraph() && (this.#openUnderlined(text) || this.#openTable(text))) return true;
    if (rule.test(text)) return this.#add({ type: "rule" });
    const end = findHtmlEnd(text, this.#leaf?.type === "paragraph");
    return end !== undefined && this.#openHtml(line, end);
  }

  #openHtml(line: LineCursor, end: RegExp | null): boolean {
    const html: Html = { type: "html", text: "" };
    this.#add(html);
    this.#leaf = html;
    this.#htmlEnd = end;
    return this.#feedHtml(line);
  }

  #openCode(line: LineCursor, mark: string, info = ""): true {
    this.#closeTo(this.#matched);
    this.#fence = mark;
    this.#fenceIndent = line.indent;
    const [language = ""] = decodeText(info.trim()).split(/\s/, 1);
    const code: Code = { type: "code", language, text: "" };
    this.#add(code);
    this.#leaf = code;
    if (!mark) this.#feedCode(line);
    return true;
  }

  /** A paragraph turns into a heading by a line of `===` or `---` below it. */
  #openUnderlined(text: string): boolean {
    if (!underline.test(text) || this.#leaf?.type !== "paragraph") return false;
    const title = takeDefinitions(this.#leaf.text, this.#references).trim();
    if (!title) return false;
    this.#siblings().splice(-1, 1, { type: "heading", level: text[0] === "=" ? 1 : 2, text: title });
    this.#leaf = undefined;
    return true;
  }

  /** The last line of a paragraph turns into the head of a table by a line such as `| --- | --- |` below it. */
  #openTable(text: string): boolean {
    const align = parseDelimiterRow(text);
    const paragraph = this.#leaf;
    if (!align || paragraph?.type !== "paragraph") return false;
    const header = splitRow(this.#lastLine);
    if (header.length !== align.length) return false;
    const table: Table = { type: "table", align, header, rows: [] };
    if (paragraph.text === this.#lastLine) this.#siblings().splice(-1, 1, table);
    else {
      paragraph.text = paragraph.text.slice(0, -this.#lastLine.length - 1);
      this.#lineAt = this.#lastLineAt;
      this.#add(table);
    }
    this.#leaf = table;
    return true;
  }

  #openItem(line: LineCursor, text: string): boolean {
    const [mark, number] = listMark.exec(text) ?? [];
    if (!mark || this.#path.length + 2 > maxDepth) return false;
    const mayInterrupt = mark !== text && (number === undefined || Number(number) === 1);
    if (this.#continuesParagraph() && !mayInterrupt) return false;
    this.#closeTo(this.#matched);
    const kind = mark.slice(-1);
    const top = this.#path.at(-1)?.block;
    if (top?.type !== "list" || top.mark !== kind) {
      const start = number === undefined ? undefined : Number(number);
      this.#add({ type: "list", mark: kind, start, isLoose: false, children: [] });
    }
    const before = line.indent;
    line.eatIndent(before);
    line.eat(mark.length);
    const space = line.isBlank || line.indent > 4 ? 1 : line.indent;
    line.eatIndent(space);
    this.#add({ type: "item", isChecked: undefined, children: [] }, before + mark.length + space);
    return true;
  }

  /** Adds what is left of the line as text; a paragraph continues even where its containers' marks are left out. */
  #addText(line: LineCursor): void {
    if (line.isBlank) return this.#closeTo(this.#matched);
    const text = line.rest.trimStart();
    if (this.#leaf?.type === "paragraph") this.#leaf.text += "\n" + text;
    else if (this.#leaf?.type === "table" && this.#matched === this.#path.length) {
      this.#leaf.rows.push(splitRow(text));
    } else this.#addParagraph(text);
    this.#lastLine = text;
    this.#lastLineAt = this.#lineAt;
  }

  #addParagraph(text: string): void {
    this.#closeTo(this.#matched);
    const item = this.#path.at(-1)?.block;
    const [box, check] = (item?.type === "item" && item.children.length === 0 && task.exec(text)) || [];
    if (item?.type === "item" && box) item.isChecked = check !== " ";
    const paragraph: Paragraph = { type: "paragraph", text: text.slice(box?.length ?? 0) };
    this.#add(paragraph);
    this.#leaf = paragraph;
  }

  #add(block: Block, indent = 0): true {
    this.#closeTo(this.#matched);
    if (this.#path.at(-1)?.block.type === "list" && block.type !== "item") this.#path.pop();
    const siblings = this.#siblings();
    if (this.#isAfterBlank && siblings.length > 0) this.#markLoose();
    if (this.#path.length === 0) this.#starts.push(this.#lineAt);
    siblings.push(block);
    if ("children" in block) this.#path.push({ block, indent });
    this.#matched = this.#path.length;
    return true;
  }

  #markLoose(): void {
    const [outer, inner] = [this.#path.at(-2)?.block, this.#path.at(-1)?.block];
    const list = inner?.type === "item" ? outer : inner;
    if (list?.type === "list") list.isLoose = true;
  }

  #closeTo(depth: number): void {
    this.#closeLeaf();
    this.#path.length = depth;
  }

  #closeLeaf(): void {
    if (this.#leaf?.type === "paragraph") {
      this.#leaf.text = takeDefinitions(this.#leaf.text, this.#references).trimEnd();
    }
    if (this.#leaf?.type === "code" && !this.#fence) this.#leaf.text = trimBlankLines(this.#leaf.text);
    this.#leaf = undefined;
  }

  #siblings(): Block[] {
    return this.#path.at(-1)?.block.children ?? this.#blocks;
  }

  /** Whether the line continues in the container of the open paragraph, so that not all may interrupt it. */
  #continuesParagraph(): boolean {
    return this.#leaf?.type === "paragraph" && this.#matched === this.#path.length;
  }
}

/** Takes a container's mark off the line, if it is there. */
function continues({ block, indent }: Open, line: LineCursor): boolean {
  if (block.type === "list") return true;
  if (block.type === "item") {
    if (line.isBlank ? block.children.length === 0 : line.indent < indent) return false;
    line.eatIndent(indent);
    return true;
  }
  if (line.indent > 3 || line.rest.trimStart()[0] !== ">") return false;
  eatQuoteMark(line);
  return true;
}

function eatQuoteMark(line: LineCursor): void {
  line.eatIndent(3);
  line.eat(1);
  line.eatIndent(1);
}

/** Code without the blank lines at its end; one newline stays. */
function trimBlankLines(text: string): string {
  let end = text.length;
  for (let at = end; at > 0 && /\s/.test(text.charAt(at - 1)); at--) if (text[at - 1] === "\n") end = at - 1;
  return text.slice(0, end) + "\n";
}

function closesFence(text: string, mark: string): boolean {
  return text.length >= mark.length && text === mark.slice(0, 1).repeat(text.length);
}

/** `## Title ##` is closed by marks that a space sets off. */
function trimClosingMarks(title: string): string {
  let end = title.length;
  while (title[end - 1] === "#") end -= 1;
  return end === 0 || /\s/.test(title[end - 1] ?? "") ? title.slice(0, end).trim() : title.trim();
}
