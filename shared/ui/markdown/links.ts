import { decodeText } from "./entities.ts";
import type { Target } from "./block.ts";

const title = /[ \t\n]+(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|\(((?:[^()\\]|\\.)*)\))/sy;
const spaces = /[ \t\n]*/y;

/** Reads `(address "title")` that begins at a place; `end` is the place behind it. */
export function readTarget(text: string, at: number): (Target & { end: number }) | undefined {
  if (text[at] !== "(") return undefined;
  const found = readDestination(text, skip(spaces, text, at + 1));
  const close = found && skip(spaces, text, found.end);
  if (!found || close === undefined || text[close] !== ")") return undefined;
  return { href: found.href, title: found.title, end: close + 1 };
}

/** Reads `address "title"`: where the address ends, and where all of it does. The address may be empty. */
export function readDestination(
  text: string,
  start: number,
): (Target & { addressEnd: number; end: number }) | undefined {
  const isPointy = text[start] === "<";
  const addressEnd = isPointy ? endOfPointy(text, start) : endOfPlain(text, start);
  if (addressEnd === undefined) return undefined;
  title.lastIndex = addressEnd;
  const match = title.exec(text);
  const address = isPointy ? text.slice(start + 1, addressEnd - 1) : text.slice(start, addressEnd);
  const words = match && (match[1] ?? match[2] ?? match[3]);
  return {
    href: decodeText(address),
    title: words ? decodeText(words) : undefined,
    addressEnd,
    end: match ? title.lastIndex : addressEnd,
  };
}

/** Parentheses in an address nest this deep; it also bounds how often one text is read. */
const maxParentheses = 32;

function endOfPlain(text: string, start: number): number | undefined {
  let depth = 0;
  let at = start;
  for (; at < text.length && !/[ \t\n]/.test(text.charAt(at)); at++) {
    const char = text[at];
    if (char === "\\" && /\S/.test(text.charAt(at + 1))) at += 1;
    else if (char === "(" && ++depth > maxParentheses) return undefined;
    else if (char === ")" && --depth < 0) break;
  }
  return depth > 0 ? undefined : at;
}

function endOfPointy(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === ">") return at + 1;
    if (text[at] === "<" || text[at] === "\n") return undefined;
    if (text[at] === "\\") at += 1;
  }
  return undefined;
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(text);
  return pattern.lastIndex;
}
