import { decodeText } from "./entities.ts";
import type { Target } from "./block.ts";

/**
 * Gives an address that a link may lead to, or undefined. Only http, https, mailto and tel: no script, no data,
 * nothing relative (it would lead into the frame's own site). Control and format characters and spaces,
 * which browsers ignore in a scheme, are taken out before looking.
 */
export function safeHref(address: string): string | undefined {
  const href = address.replace(/[\p{Cc}\p{Cf}\s]/gu, "");
  return /^(?:https?:\/\/[^/]|mailto:[^?]|tel:[+\d])/i.test(href) ? href : undefined;
}

const title = /\s+(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|\(([^()]*)\))/sy;
const spaces = /\s*/y;

/** Reads `(address "title")` that begins at a place; `end` is the place behind it. */
export function readTarget(text: string, at: number): (Target & { end: number }) | undefined {
  if (text[at] !== "(") return undefined;
  const start = skip(spaces, text, at + 1);
  const end = text[start] === "<" ? endOfPointy(text, start) : endOfPlain(text, start);
  if (end === undefined) return undefined;
  title.lastIndex = end;
  const match = title.exec(text);
  const close = skip(spaces, text, match ? title.lastIndex : end);
  if (text[close] !== ")") return undefined;
  const address = text[start] === "<" ? text.slice(start + 1, end - 1) : text.slice(start, end);
  const words = match && (match[1] ?? match[2] ?? match[3]);
  return { href: decodeText(address), title: words ? decodeText(words) : undefined, end: close + 1 };
}

/** Parentheses in an address nest this deep; it also bounds how often one text is looked at. */
const maxParentheses = 32;

function endOfPlain(text: string, start: number): number | undefined {
  let depth = 0;
  let at = start;
  for (; at < text.length && !/\s/.test(text.charAt(at)); at++) {
    const char = text[at];
    if (char === "\\") at += 1;
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
