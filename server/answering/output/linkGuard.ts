import { trimSentenceEnd } from "./allowedUrls.ts";
import { CodeState } from "./codeState.ts";
import type { NoteRemoved } from "./removedLinks.ts";

export interface LinkGuardOptions {
  /** Whether an address may be in the answer. */
  isAllowed: (url: string) => boolean;
  noteRemoved?: NoteRemoved;
}

/** Takes addresses out of a text while it streams. */
export interface LinkGuard {
  push(text: string): string;
  end(): string;
}

const removed = "(link removed)";
const longestUrl = 2100;
const longestLocal = 64;
const longestDomain = 255;
/** An escaped sign stands for itself where Markdown reads an address. */
const urlStart = /^(?:https?\\?:\\?\/\\?\/|www\\?\.)/i;
const schemeStart = /^(?:mailto\\?:|tel\\?:\\?[+\d])/i;
const urlStarts = ["https://", "http://", "www."];
const schemeStarts = ["mailto:", "tel:+"];
/** Up to where an address, a span of code or an escape may begin. */
const plainRun = /^(?:[^`@<\\hwmt]|h(?![t\\]|$)|w(?![w\\]|$)|m(?![a\\]|$)|t(?![e\\]|$))+/i;
const domain = /^@[\w-]+(?:\.[\w-]+)*/;

/**
 * Makes a guard that lets an address pass only where `isAllowed`: web addresses with or without their scheme, mail
 * addresses, and what a definition or a link leads to. It takes too many rather than too few: whatever some renderer could
 * make a link of counts. In code, where that is certainly what it is, addresses are no links and stay.
 */
export function createLinkGuard({ isAllowed, noteRemoved = () => {} }: LinkGuardOptions): LinkGuard {
  const code = new CodeState();
  let buffer = "";
  /** The end of what was given out. */
  let tail = "";

  function give(text: string): string {
    tail = (tail + text).slice(-2 * longestLocal);
    return text;
  }

  /** Gives the checked text and how much of the line it covers; the rest may continue in the next piece. */
  function check(line: string, isWhole: boolean): { out: string; used: number } {
    let out = "";
    let at = 0;
    while (at < line.length) {
      const piece = readPiece(line.slice(at), isWhole);
      if (piece === null) break;
      out += give(piece.out);
      at += piece.used;
    }
    return { out, used: at };
  }

  function readPiece(rest: string, isWhole: boolean): { out: string; used: number } | null {
    const isInWord = /[a-z\d+.-]/i.test(tail.slice(-1));
    if (!isWhole && isBegun(rest, isInWord)) return null;
    const first = rest.charAt(0);
    if (first === "`") {
      const span = code.readSpan(rest, isWhole);
      return span === null ? null : { out: span, used: span.length };
    }
    if (first === "@") return readMail(rest, isWhole);
    if (urlStart.test(rest) || (schemeStart.test(rest) && !isInWord)) return readUrl(rest, isWhole);
    const plain = plainRun.exec(rest)?.[0];
    if (plain) return { out: plain, used: plain.length };
    const isEscape = first === "\\" && rest.length > 1 && rest[1] !== "\n";
    const text = isEscape && rest[1] === "`" ? rest.slice(0, 2) : first;
    code.passText(text);
    return { out: text, used: text.length };
  }

  /** Reads the address that the text begins with, and gives what is in its place; null while it may continue. */
  function readUrl(rest: string, isWhole: boolean): { out: string; used: number } | null {
    const text = rest.slice(0, longestUrl);
    const isDefined = /\]:\s*$/.test(tail);
    const run = (isDefined ? definedRun : tail.endsWith("<") ? pointyRun : bareRun).exec(text)?.[0] ?? "";
    const bare = isDefined || tail.endsWith("<") ? run : trimSentenceEnd(run);
    const target = tail.endsWith("](") ? readTarget(text) : bare;
    // A link's target continues behind a bracket at which an address in the text ends.
    if (Math.max(run.length, target.length) === rest.length && !isWhole) return null;
    if (!isAllowed(target)) return remove(target);
    if (target === bare) return { out: target, used: target.length };
    // Whether it is a link's depends on what stands far before: a space behind the parenthesis makes both the same.
    return text[target.length] === ")" ? { out: `${target}) `, used: target.length + 1 } : remove(target);
  }

  function remove(target: string): { out: string; used: number } {
    noteRemoved(tail.endsWith("](") ? "link" : "address", target);
    return { out: removed, used: Math.max(target.length, 1) };
  }

  /** A mail address is known by its `@`; what stands before it was given out already. */
  function readMail(rest: string, isWhole: boolean): { out: string; used: number } | null {
    const pointy = /<([^\s<>]+)$/.exec(tail)?.[1];
    const local = pointy ?? /[\w.+-]+$/.exec(tail.slice(-longestLocal))?.[0];
    const run = domain.exec(rest.slice(0, longestDomain))?.[0] ?? "@";
    if (!isWhole && /^@[\w.-]*$/.test(rest) && rest.length < longestDomain) return null;
    const found = pointy ? run : run.replace(/[-_]+$/, "");
    if (!local || found === "@" || (!pointy && !found.includes("."))) return { out: "@", used: 1 };
    // An underscore before it may be Markdown's.
    const names = [local, local.replace(/^_+/, "")];
    const isKnown = names.some((name) => isAllowed(`mailto:${name}${found}`));
    if (isKnown) return { out: found, used: found.length };
    noteRemoved("address", `${local}${found}`);
    return { out: removed, used: found.length };
  }

  function take(isEnd: boolean): string {
    let out = "";
    while (buffer !== "") {
      const newline = buffer.indexOf("\n");
      const isWhole = newline >= 0 || isEnd;
      const line = newline < 0 ? buffer : buffer.slice(0, newline + 1);
      // What a line begins with may be known only when it is whole.
      if (code.isAtLineStart && !isWhole && code.isUndecided(line)) break;
      if (code.isAtLineStart) code.beginLine(line);
      const { out: checked, used } = code.isBlock
        ? { out: give(line), used: line.length }
        : check(line, isWhole);
      out += checked;
      buffer = buffer.slice(used);
      if (used > 0) code.isAtLineStart = newline >= 0 && used === line.length;
      if (used < line.length) break;
    }
    return out;
  }

  return {
    push(text) {
      buffer += text;
      return take(false);
    },
    end: () => take(true),
  };
}

/** Whether a text that is not over yet could still become the beginning of an address; within a word no scheme begins. */
function isBegun(rest: string, isInWord: boolean): boolean {
  if (rest === "\\") return true;
  const plain = rest.slice(0, 16).replaceAll("\\", "").toLowerCase();
  if (plain === "" || plain.length >= 8 || plain.length < rest.replaceAll("\\", "").length) return false;
  const mayBecome = (start: string) => start.startsWith(plain) && start !== plain;
  return (
    urlStarts.some(mayBecome) || (!isInWord && (schemeStarts.some(mayBecome) || /^tel:\+?$/.test(plain)))
  );
}

const bareRun = /^[^\s<>`\]|。，、）」]+/;
const pointyRun = /^[^\s<>]+/;
const definedRun = /^\S+/;

function readTarget(text: string): string {
  let depth = 0;
  let at = 0;
  for (; at < text.length && !/\s/.test(text.charAt(at)); at += 1) {
    if (text[at] === "(") depth += 1;
    else if (text[at] === ")" && --depth < 0) break;
  }
  return text.slice(0, at);
}
