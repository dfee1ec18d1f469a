import { safeHref } from "../../../../../shared/ui/safeHref.ts";

/** Whatever some program begins a line at. */
const lineEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** A name or a title as one line of Markdown that shows just what it is. */
export function escapeMarkdown(text: string): string {
  return escapeSigns(text.split(lineEnd).join(" ").trim());
}

/** A text as lines of Markdown that show just what was written. */
export function escapeText(text: string): string[] {
  const lines = text.split(lineEnd);
  return lines.map((line, index) => {
    // Blanks before a line would make code of it.
    const shown = escapeSigns(line).replace(/^[ \t]+/, (blanks) => "\u00a0".repeat(blanks.length));
    // Two blanks break the line, too, and many editors take them away.
    return shown.trim() && lines[index + 1]?.trim() ? `${shown}\\` : shown;
  });
}

/**
 * Markdown that is safe within another document: no headings, HTML or pictures, links only as in the chat, and no text that
 * brackets around it would turn into a link.
 */
export function tameMarkdown(text: string): string[] {
  const lines = text.split(lineEnd);
  const isCode = findCode(lines);
  return lines.map((line, index) => (isCode[index] ? line : tameLine(line)));
}

function escapeSigns(text: string): string {
  return (
    text
      .replace(/[\\`*[\]<>~|]|&(?=[#\w]+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\$&")
      // What a heading, a list or a line across begins with, and what makes a heading of the line before.
      .replace(/^(\s*)([-+=#])/, "$1\\$2")
      .replace(/^(\s*\d+)([.)])/, "$1\\$2")
  );
}

function tameLine(line: string): string {
  // Below a line of text it would make a heading of it.
  if (/^[\s>]*(?:=+|-+)\s*$/.test(line)) return line.replace(/[-=]/, "\\$&");
  const inside = /^(?:[\s>]|[-*+](?=\s)|\d+[.)](?=\s))*/.exec(line)?.[0] ?? "";
  const rest = line
    .slice(inside.length)
    // A bare address would swallow a stroke, and one before it would show what `&lt;` is.
    .replace(/\\*<(?=[a-z/!?])/gi, (part) => `${part.slice(part.length % 2 ? 0 : 1, -1)}&lt;`)
    // Opening the file would load a picture, and tell its server so.
    .replace(/\\*!(?=\[)/g, escapeBare)
    // An address on the next line is none that we look at.
    .replace(/\\*\](?=\(\s*([^\s)]*))/g, (part, address: string) =>
      safeHref(address) ? part : escapeBare(part),
    )
    .replace(/\]:/g, "]\\:");
  const heading = /^#{1,6}(?:\s+(.*?))?(?:\s+#+)?\s*$/.exec(rest);
  if (heading) return `${inside}${heading[1] ? `**${heading[1].replaceAll("**", "")}**` : ""}`;
  return inside + rest;
}

/** Escapes a sign behind strokes, unless they do so already: another one would lay it bare. */
function escapeBare(part: string): string {
  return part.length % 2 ? `${part.slice(0, -1)}\\${part.slice(-1)}` : part;
}

/**
 * Says which lines are code between fences, where nothing is to be changed. Only fences that everybody reads alike count,
 * those at the beginning of a line: where there is another, all of it is taken for text, which at worst shows a stroke.
 */
function findCode(lines: readonly string[]): boolean[] {
  let open: string | null = null;
  let isSure = true;
  const isCode = lines.map((line) => {
    const fence: string | undefined = /^(`{3,}|~{3,})[^`~]*$/.exec(line)?.[1];
    if (fence === undefined) {
      if (/`{3}|~{3}/.test(line)) isSure = false;
      return open !== null;
    }
    if (open === null) open = fence;
    else if (line.trimEnd() === fence && fence.startsWith(open)) open = null;
    else isSure = false;
    return true;
  });
  return isSure ? isCode : lines.map(() => false);
}
