import type { PageDocument } from "./page.ts";

/** The names and values of a style, in lower case. */
export type Style = Map<string, string>;

export interface Rule {
  selectors: string[];
  style: Style;
}

const longestSheets = 500_000;
const longestStyle = 5000;
const mostRules = 5000;

/**
 * Gives the rules of the style sheets that are in a page itself, those for all screens; media that not everybody has
 * are left out.
 */
export function readSheets(document: PageDocument): Rule[] {
  const text = Array.from(document.querySelectorAll("style"), ({ textContent }) => textContent ?? "")
    .join("\n")
    .slice(0, longestSheets)
    .replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, "");
  const plain = openScreens(text).replace(/@[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
  const rules: Rule[] = [];
  for (const [, selectors = "", body = ""] of plain.matchAll(/([^{};]{1,500})\{([^{}]*)\}/g)) {
    if (rules.length >= mostRules) break;
    rules.push({ selectors: selectors.split(",").map((one) => one.trim()), style: readStyle(body) });
  }
  return rules;
}

/** Rules for every screen hold as if they stood alone. */
function openScreens(text: string): string {
  const opening = /@media\s+(?:only\s+)?(?:screen|all)\s*\{|@layer[^{};]*\{/gi;
  let opened = "";
  let at = 0;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    let depth = 1;
    let end = opening.lastIndex;
    for (; end < text.length && depth > 0; end++) depth += text[end] === "{" ? 1 : text[end] === "}" ? -1 : 0;
    opened += text.slice(at, found.index) + text.slice(opening.lastIndex, depth === 0 ? end - 1 : end);
    at = opening.lastIndex = end;
  }
  return opened + text.slice(at);
}

export function readStyle(text: string): Style {
  const declarations = text.toLowerCase().slice(0, longestStyle).split(";");
  return new Map(
    declarations.map((declaration) => {
      const [name = "", ...value] = declaration.split(":");
      return [name.trim(), value.join(":").replace("!important", "").trim()];
    }),
  );
}
