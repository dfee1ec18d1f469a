import ts from "typescript";
import { lineOf, parseSource, visit } from "./imports.ts";

/**
 * Gives a sentence for every style that goober would drop without a word: a declaration without its final semicolon, a
 * brace inside quotes, or a selector that it takes apart behind the brackets of a pseudo-class.
 */
export function findLostStyles(path: string, text: string): string[] {
  const file = parseSource(path, text);
  const found: string[] = [];
  visit(file, (node) => {
    if (!ts.isTaggedTemplateExpression(node) || !/^(css|keyframes)\b/.test(node.tag.getText())) return;
    const style = readStyle(node.template);
    const lost = /[^;{}\s]\s*(?=\}|$)/.exec(style.trimEnd());
    if (lost) {
      const words = style
        .slice(0, lost.index + 1)
        .split(/[;{}]/)
        .at(-1)
        ?.trim();
      found.push(
        `${path}:${lineOf(file, node)} "${words}" needs its final ;, without it goober drops the declaration`,
      );
    }
    if (/(["'])[^"'\n]*[{}][^"'\n]*\1/.test(style)) {
      found.push(`${path}:${lineOf(file, node)} has a brace inside quotes, which breaks goober's reading`);
    }
    for (const [, selector = ""] of style.matchAll(/(?<=^|[;{}])([^;{}]*)\{/g)) {
      if (isTakenApart(selector.trim()))
        found.push(
          `${path}:${lineOf(file, node)} "${selector.trim()}": goober reads what stands behind the brackets as a selector of its own; nest it`,
        );
    }
  });
  return found;
}

/**
 * Whether something follows the brackets of a pseudo-class (`& label:has(a) svg`), or they hold brackets themselves:
 * goober reads a selector in pieces that end there, by this expression, and takes each for a selector of its own. Where
 * the first is the element itself that changes nothing.
 */
function isTakenApart(selector: string): boolean {
  if (selector.startsWith("@")) return false;
  const pieces = [...selector.matchAll(/[^,]*:\S+\([^)]*\)|[^,]+/g)];
  return pieces.some(({ index, 0: text }, at) => {
    const before = pieces[at - 1]?.[0].trim() ?? "";
    const goesOn = index > 0 && selector[index - 1] !== "," && text.trim() !== "";
    return goesOn && !(/^&[^\s>+~]*$/.test(before) && /^[\s>+~]/.test(text));
  });
}

/** The text of a template without its comments; what is put in stands as a word. */
function readStyle(template: ts.TemplateLiteral): string {
  const text = ts.isNoSubstitutionTemplateLiteral(template)
    ? template.text
    : template.head.text + template.templateSpans.map((span) => `put-in${span.literal.text}`).join("");
  return text.replace(/\/\*[\s\S]*?\*\//g, "");
}
