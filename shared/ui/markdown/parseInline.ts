import { citationAt, citationOpen } from "../../domain/citations.ts";
import type { References, Target } from "./block.ts";
import { buildInline } from "./buildInline.ts";
import type { Piece } from "./buildInline.ts";
import { normalizeLabel } from "./definitions.ts";
import { join, pairMarks, readMark } from "./emphasis.ts";
import type { Mark } from "./emphasis.ts";
import { decodeEntity } from "./entities.ts";
import { readAutolink, readBareEmail, readBareUrl } from "./autolinks.ts";
import type { Autolink } from "./autolinks.ts";
import { HtmlReader } from "./html.ts";
import type { Image, Inline, Link } from "./inline.ts";
import { safeHref } from "../safeHref.ts";
import { readTarget } from "./links.ts";

export interface InlineOptions {
  references: References;
  hasCitation(number: number): boolean;
  /** Where an address leads that is no link by itself. */
  resolveLink?: ((address: string) => string | undefined) | undefined;
  /** The text still grows: what is begun at its end counts as meant, half a link is shown as its text. */
  isOpen: boolean;
}

/** Reads running text: code, emphasis, links, images, citations, breaks. One pass over the text. */
export function parseInline(text: string, options: InlineOptions): Inline[] {
  return new InlineParser(text, options).parse();
}

const special = new RegExp(`[\\\\\`*_~\\${citationOpen}[\\]<&\\n@]|!\\[|https?://|www\\.`, "gi");
const label = /\[((?:[^\\[\]]|\\.){0,999})\]/y;
const entity = /&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,30});/iy;
const escapable = /[!-/:-@[-`{-~]/;

interface Bracket {
  isImage: boolean;
  /** Where its piece stands, where the text behind it begins, how many marks came before it. */
  piece: number;
  at: number;
  marks: number;
  /** Another bracket stands inside, so the inside is no reference. */
  isNested: boolean;
}

class InlineParser {
  #at = 0;
  #pieces: Piece[] = [];
  #marks: Mark[] = [];
  #brackets: Bracket[] = [];
  /** Brackets below this height stand around a link that is done, so they are none. */
  #deadBelow = 0;
  #ticks: Map<number, number[]> | undefined;
  readonly #text: string;
  readonly #html: HtmlReader;
  readonly #options: InlineOptions;

  constructor(text: string, options: InlineOptions) {
    this.#text = options.isOpen ? holdBackMarks(text) : text;
    this.#html = new HtmlReader(this.#text);
    this.#options = options;
  }

  parse(): Inline[] {
    const text = this.#text;
    while (this.#at < text.length) {
      special.lastIndex = this.#at;
      const match = special.exec(text);
      const next = match ? match.index : text.length;
      if (next > this.#at) this.#pieces.push(text.slice(this.#at, next));
      this.#at = next;
      if (match && !this.#read(match[0])) {
        this.#pieces.push(match[0]);
        this.#at += match[0].length;
      }
    }
    if (this.#options.isOpen) this.#settleBracket();
    this.#settleMarks(0, this.#options.isOpen);
    return buildInline(this.#pieces);
  }

  /** Reads what begins here and goes behind it; false if it is only text. */
  #read(what: string): boolean {
    if (what === citationOpen && this.#readCitation()) return true;
    switch (what) {
      case "\\":
        return this.#readEscape();
      case "`":
        return this.#readCode();
      case "*":
      case "_":
      case "~":
        return this.#readMark();
      case "[":
        return this.#openBracket(false);
      case "![":
        return this.#openBracket(true);
      case "]":
        return this.#closeBracket();
      case "\n":
        return this.#readNewline();
      case "&":
        return this.#readEntity();
      case "<":
        return this.#readLink(readAutolink(this.#text, this.#at)) || this.#readHtml();
      case "@":
        return this.#readEmail();
      default:
        return this.#readLink(readBareUrl(this.#text, this.#at));
    }
  }

  #put(piece: Piece, end: number): true {
    this.#pieces.push(piece);
    this.#at = end;
    return true;
  }

  #readEscape(): boolean {
    const next = this.#text.charAt(this.#at + 1);
    if (next === "\n") return this.#put({ type: "break" }, this.#at + 2);
    return escapable.test(next) && this.#put(next, this.#at + 2);
  }

  #readCode(): boolean {
    const text = this.#text;
    const start = endOfRun(text, this.#at);
    const length = start - this.#at;
    const end = this.#findTicks(length, start);
    if (end !== undefined) return this.#put(codeOf(text.slice(start, end)), end + length);
    if (!this.#options.isOpen) return this.#put("`".repeat(length), start);
    return this.#put(codeOf(text.slice(start)), text.length);
  }

  /** The next run of exactly `length` backticks; all runs are listed once, so no text is searched twice. */
  #findTicks(length: number, from: number): number | undefined {
    this.#ticks ??= listTicks(this.#text);
    const runs = this.#ticks.get(length) ?? [];
    while (runs.length > 0 && (runs.at(-1) ?? 0) < from) runs.pop();
    return runs.at(-1);
  }

  #readMark(): boolean {
    const mark = readMark(this.#text, this.#at);
    const run = endOfRun(this.#text, this.#at);
    if (!mark) return this.#put(this.#text.slice(this.#at, run), run);
    this.#marks.push(mark);
    return this.#put(mark, run);
  }

  #readNewline(): true {
    const last = this.#pieces.length - 1;
    const before = this.#pieces[last];
    let isHard = false;
    if (typeof before === "string") {
      const trimmed = before.trimEnd();
      isHard = before.length - trimmed.length > 1;
      this.#pieces[last] = trimmed;
    }
    return this.#put(isHard ? { type: "break" } : "\n", this.#at + 1);
  }

  #readEntity(): boolean {
    const [whole = "", name = ""] = matchAt(entity, this.#text, this.#at) ?? [];
    const decoded = name && decodeEntity(name);
    return Boolean(decoded) && this.#put(decoded ?? "", this.#at + whole.length);
  }

  #readHtml(): boolean {
    const end = this.#html.endAt(this.#at);
    return end !== undefined && this.#put(this.#text.slice(this.#at, end), end);
  }

  #readLink(found: Autolink | undefined): boolean {
    const href = found && this.#readHref(found.href);
    if (!found || !href) return false;
    return this.#put({ type: "link", href, title: undefined, children: [found.text] }, found.end);
  }

  /** A bare address: its part before the @ is already text, in one piece or more, and is taken back. */
  #readEmail(): boolean {
    const found = readBareEmail(this.#text, this.#at);
    if (!found || this.#readHref(found.href) === undefined) return false;
    let count = this.#pieces.length;
    let kept = "";
    for (let left = this.#at - found.start; left > 0;) {
      const piece = this.#pieces[--count];
      if (typeof piece !== "string") return false;
      left -= piece.length;
      kept = left < 0 ? piece.slice(0, -left) : "";
    }
    this.#pieces.splice(count, Infinity, kept);
    return this.#readLink(found);
  }

  #readCitation(): boolean {
    const found = citationAt(this.#text, this.#at);
    if (!found || !this.#options.hasCitation(found.number)) return false;
    return this.#put({ type: "citation", number: found.number }, this.#at + found.length);
  }

  #openBracket(isImage: boolean): true {
    const outer = this.#brackets.at(-1);
    if (outer) outer.isNested = true;
    const mark = isImage ? "![" : "[";
    const at = this.#at + mark.length;
    const marks = this.#marks.length;
    this.#brackets.push({ isImage, piece: this.#pieces.length, at, marks, isNested: false });
    return this.#put(mark, at);
  }

  #closeBracket(): boolean {
    const bracket = this.#brackets.pop();
    const height = this.#brackets.length;
    const isDead = !bracket?.isImage && height < this.#deadBelow;
    this.#deadBelow = Math.min(this.#deadBelow, height);
    if (!bracket || isDead) return false;
    const target = this.#readLinkTarget(bracket);
    if (!target) return false;
    this.#settleMarks(bracket.marks);
    this.#pieces[bracket.piece] = { type: "open", node: this.#linkOf(target, bracket.isImage) };
    if (!bracket.isImage) this.#deadBelow = height;
    return this.#put({ type: "close" }, target.end);
  }

  /** What is behind `]`: an address, a label, or nothing, then the inside may be the label. */
  #readLinkTarget(bracket: Bracket): (Partial<Target> & { end: number }) | undefined {
    const behind = this.#at + 1;
    const target = readTarget(this.#text, behind);
    if (target) return target;
    if (this.#options.isOpen && isHalfTarget(this.#text, behind)) {
      return { end: this.#text.length };
    }
    if (this.#options.references.size === 0) return undefined;
    const [whole = "", name = ""] = matchAt(label, this.#text, behind) ?? [];
    const inside = bracket.isNested ? "" : this.#text.slice(bracket.at, Math.min(this.#at, bracket.at + 999));
    const found = this.#options.references.get(normalizeLabel(name || inside));
    return found && { ...found, end: behind + whole.length };
  }

  #linkOf({ href, title }: Partial<Target>, isImage: boolean): Link | Image | undefined {
    const safe = href === undefined ? undefined : this.#readHref(href);
    return safe === undefined
      ? undefined
      : { type: isImage ? "image" : "link", href: safe, title, children: [] };
  }

  #readHref(address: string): string | undefined {
    const href = safeHref(address);
    const resolved = href === undefined ? this.#options.resolveLink?.(address) : undefined;
    return href ?? (resolved && safeHref(resolved));
  }

  /** At the growing end: half an image or citation is held back, half a link shows its text without the bracket. */
  #settleBracket(): void {
    const bracket = this.#brackets.at(-1);
    if (!bracket || this.#brackets.length <= this.#deadBelow) return;
    const inside = this.#text.slice(bracket.at, bracket.at + 5);
    if (bracket.isImage || /^\d{0,4}$/.test(inside)) {
      this.#pieces.length = bracket.piece;
      this.#marks.length = bracket.marks;
    } else this.#pieces[bracket.piece] = "";
  }

  /** Pairs the marks from one on. At the growing end what is still open is closed there. */
  #settleMarks(from: number, closesOpen = false): void {
    const waiting = pairMarks(this.#marks.splice(from));
    if (!closesOpen) return;
    for (const mark of waiting.toReversed()) {
      // `~10` is far more often about ten than the beginning of something struck out.
      if (mark.char === "~" && mark.length === 1) continue;
      while (mark.count > 0) {
        join(mark, { closes: [], count: mark.count });
        this.#pieces.push({ type: "close" });
      }
    }
  }
}

/**
 * Leaves out marks at the growing end: half a `**` is no `*`, and what a whole one would close is closed there
 * anyway, so nothing drawn changes when the rest of it comes.
 */
function holdBackMarks(text: string): string {
  let end = text.length;
  while (end > 0 && "*_~`\\".includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Whether the text ends within an address, so that the rest may still come. */
function isHalfTarget(text: string, at: number): boolean {
  return (
    at === text.length || (text[at] === "(" && text.length - at < 2000 && /^\([^\s)]*$/.test(text.slice(at)))
  );
}

function codeOf(text: string): Inline {
  const line = text.replace(/\n/g, " ");
  const isPadded = line.startsWith(" ") && line.endsWith(" ") && line.trim() !== "";
  return { type: "code", text: isPadded ? line.slice(1, -1) : line };
}

/** The places of all runs of backticks by their length, the last first. */
function listTicks(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const match of text.matchAll(/`+/g)) {
    const places = runs.get(match[0].length);
    if (places) places.push(match.index);
    else runs.set(match[0].length, [match.index]);
  }
  for (const places of runs.values()) places.reverse();
  return runs;
}

function endOfRun(text: string, at: number): number {
  let end = at;
  while (text[end] === text[at]) end += 1;
  return end;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
