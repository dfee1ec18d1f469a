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

interface Source {
  path: string;
  text: string;
}

/**
 * Gives a sentence for every style that changes what another of the same element says, and whose text stands a second time:
 * both have one class, so that the rule of whichever is loaded first counts, before or behind what it should change.
 */
export function findSharedChanges(sources: Source[]): string[] {
  const files = sources
    .filter(({ text }) => /css`|\bcx\(/.test(text))
    .map(({ path, text }) => parseSource(path, text));
  const times = new Map<string, number>();
  const named = new Map<string, Map<string, string[]>>();
  for (const file of files) {
    const own = new Map<string, string[]>();
    visit(file, (node) => {
      if (isStyle(node)) times.set(wordsOf(node), (times.get(wordsOf(node)) ?? 0) + 1);
      if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name))
        own.set(node.name.text, stylesIn(node));
    });
    named.set(file.fileName, own);
  }
  // An imported style is told by its name: no two that are exported have the same.
  const exported = new Map([...named.values()].flatMap((own) => [...own]));
  return files.flatMap((file) => {
    const found: string[] = [];
    visit(file, (node) => {
      if (!ts.isCallExpression(node) || node.expression.getText() !== "cx") return;
      const styles = node.arguments.map((one) => {
        const texts: string[] = [];
        visit(one, (part) => {
          if (ts.isIdentifier(part))
            texts.push(...(named.get(file.fileName)?.get(part.text) ?? exported.get(part.text) ?? []));
        });
        return texts;
      });
      styles.forEach((changes, at) => {
        const said = new Set(styles.slice(0, at).flat().flatMap(propertiesOf));
        for (const style of new Set(changes)) {
          const both = propertiesOf(style).find((name) => said.has(name));
          if (both && (times.get(style) ?? 0) > 1)
            found.push(
              `${file.fileName}:${lineOf(file, node)} changes ${both} by a style that stands elsewhere, too: say it by an attribute of the first`,
            );
        }
      });
    });
    return found;
  });
}

function isStyle(node: ts.Node): node is ts.TaggedTemplateExpression {
  return ts.isTaggedTemplateExpression(node) && node.tag.getText() === "css";
}

function stylesIn(node: ts.Node): string[] {
  const found: string[] = [];
  visit(node, (part) => {
    if (isStyle(part)) found.push(wordsOf(part));
  });
  return found;
}

const wordsOf = (style: ts.TaggedTemplateExpression) => readStyle(style.template).replace(/\s+/g, " ").trim();

/** What a style says of the element itself. */
function propertiesOf(style: string): string[] {
  let flat = style;
  while (/\{[^{}]*\}/.test(flat)) flat = flat.replace(/[^;{}]*\{[^{}]*\}/g, "");
  return [...flat.matchAll(/([\w-]+)\s*:/g)].map(([, name = ""]) => name);
}

/** The text of a template without its comments; what is put in stands as a word. */
function readStyle(template: ts.TemplateLiteral): string {
  const text = ts.isNoSubstitutionTemplateLiteral(template)
    ? template.text
    : template.head.text + template.templateSpans.map((span) => `put-in${span.literal.text}`).join("");
  return text.replace(/\/\*[\s\S]*?\*\//g, "");
}
