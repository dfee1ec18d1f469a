import ts from "typescript";
import { lineOf, parseSource, visit } from "./imports.ts";

/**
 * Gives a sentence for every style that goober would drop without a word: a declaration without its final semicolon, or
 * a brace inside quotes.
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
  });
  return found;
}

/** The text of a template without its comments; what is put in stands as a word. */
function readStyle(template: ts.TemplateLiteral): string {
  const text = ts.isNoSubstitutionTemplateLiteral(template)
    ? template.text
    : template.head.text + template.templateSpans.map((span) => `put-in${span.literal.text}`).join("");
  return text.replace(/\/\*[\s\S]*?\*\//g, "");
}
