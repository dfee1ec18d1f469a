import { readCited, writeCitation } from "../../../shared/domain/citations.ts";
import type { Bracket } from "./citeScan.ts";
import { readBracket, readCode } from "./citeScan.ts";
import type { NoteRemoved } from "./removedLinks.ts";

export interface CiteFilterOptions {
  /** How many passages the model was given; it cites them as `[1]` to `[passages]`. It may grow while the model speaks. */
  readonly passages: number;
  /** Whether an address may be in the answer, because a source or the configuration has it. */
  isAllowed: (url: string) => boolean;
  noteRemoved?: NoteRemoved;
}

/** Cleans citations and links with a text of their own while a text streams. */
export interface CiteFilter {
  /** Takes a piece and gives what can be shown of all so far; what may still become a link or citation waits. */
  push(text: string): string;
  /** Gives the rest. */
  end(): string;
  /** The passages that were cited, by the model's numbers. */
  cited(): number[];
}

/**
 * Makes a filter that keeps citations only where their passage exists, numbers them in the order in which they are first
 * met, and leaves only the words of a link or picture whose address is not among the sources.
 */
export function createCiteFilter(given: CiteFilterOptions): CiteFilter {
  const numbers = new Map<number, number>();
  let buffer = "";
  let atLineStart = true;
  let fence: string | null = null;

  function cite(cited: readonly number[]): string {
    let out = "";
    for (const number of cited) {
      if (number < 1 || number > given.passages) continue;
      if (!numbers.has(number)) numbers.set(number, numbers.size + 1);
      out += writeCitation(numbers.get(number) ?? number);
    }
    return out;
  }

  /** Gives the cleaned text and how much of the input it covers; the rest may continue in the next piece. */
  function clean(text: string, isEnd: boolean): { out: string; used: number } {
    let out = "";
    let at = 0;
    while (at < text.length) {
      const rest = text.slice(at);
      const piece = readPiece(rest, isEnd);
      if (piece === null) break;
      if (piece.out === "" && piece.isCitation) out = out.replace(/[ \t]$/, "");
      out += piece.out;
      at += piece.used;
    }
    return { out, used: at };
  }

  function readPiece(
    rest: string,
    isEnd: boolean,
  ): { out: string; used: number; isCitation?: boolean } | null {
    if (!isEnd && rest === "!") return null;
    const first = rest.charAt(0);
    if (first === "`") {
      const code = readCode(rest, isEnd);
      if (code === "unfinished") return null;
      return { out: code ?? first, used: code?.length ?? 1 };
    }
    if (first === "[" || first === "【" || rest.startsWith("![")) {
      const bracket = readBracket(rest, isEnd);
      if (bracket === "unfinished") return null;
      if (bracket) return { used: bracket.used, ...writeBracket(bracket) };
    }
    const plain = /^[^`[【!]+/.exec(rest)?.[0];
    if (plain) return { out: plain, used: plain.length };
    return { out: first, used: 1 };
  }

  function writeBracket({ inner, target, isPicture }: Bracket): { out: string; isCitation?: boolean } {
    const cited = readCited(inner);
    if (cited) return { out: cite(cited), isCitation: true };
    const shown = clean(inner, true).out;
    if (target === null) return { out: isPicture ? `![${shown}]` : `[${shown}]` };
    const url = target.trim().replace(/^<|>$/g, "").split(/\s/)[0] ?? "";
    if (given.isAllowed(url)) return { out: `[${shown}](${url})` };
    given.noteRemoved?.(isPicture ? "picture" : "link", url);
    return { out: shown };
  }

  function take(isEnd: boolean): string {
    let out = "";
    while (buffer !== "") {
      const newline = buffer.indexOf("\n");
      const isWhole = newline >= 0 || isEnd;
      const line = newline < 0 ? buffer : buffer.slice(0, newline + 1);
      const mark = atLineStart ? /^[ \t]{0,3}(`{3,}|~{3,})/.exec(line)?.[1] : undefined;
      // Whether a line opens or closes a block of code is known when it is whole.
      if (atLineStart && !isWhole && (mark || /^[ \t]{0,3}(?:`{0,2}|~{0,2})$/.test(line))) break;
      const isCode = mark !== undefined || fence !== null;
      if (mark && fence === null) fence = mark;
      else if (mark && fence !== null && mark.startsWith(fence)) fence = null;
      const cleaned = isCode ? { out: line, used: line.length } : clean(line, isWhole);
      out += cleaned.out;
      buffer = buffer.slice(cleaned.used);
      if (cleaned.used > 0) atLineStart = newline >= 0 && cleaned.used === line.length;
      if (cleaned.used < line.length) break;
    }
    return out;
  }

  return {
    push: (text) => {
      buffer += text;
      return take(false);
    },
    end: () => take(true),
    cited: () => [...numbers.keys()],
  };
}
