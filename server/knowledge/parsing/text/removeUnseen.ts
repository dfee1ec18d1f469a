import type { LeftOut } from "../ParsedDocument.ts";
import type { PageDocument, PageElement } from "./page.ts";

/**
 * Takes out what its own style shows nobody: who puts it there writes for machines, mostly so that they obey (F1). What is
 * shown later, as tabs and what fades in are, stays. Changes the document, and
 * gives what it took out.
 */
export function removeUnseen(document: PageDocument): LeftOut[] {
  const leftOut: LeftOut[] = [];
  const styled = Array.from(document.querySelectorAll("[style]")).filter((element) => {
    const style = readStyle(element.getAttribute("style") ?? "");
    return isUnseen(style) || (style.get("display") === "none" && !opensLater(element));
  });
  for (const element of [...styled, ...listHidden(document)]) {
    leftOut.push({ why: "hidden by its style", text: element.textContent ?? "" });
    element.remove();
  }
  return leftOut;
}

type Style = Map<string, string>;

/**
 * Says whether an element that is not displayed at first is shown when somebody clicks: it stands behind what they would
 * click, or is named as a part of such a thing.
 */
function opensLater(element: PageElement): boolean {
  if (element.closest(folding)) return true;
  const before = element.previousElementSibling;
  return before !== null && (before.matches(clickable) || before.querySelector(clickable) !== null);
}

const clickable = "h1, h2, h3, h4, h5, h6, button, dt, summary, label, [onclick], [role=button], a";
const folding = [
  "accord",
  "faq",
  "toggle",
  "tab",
  "collaps",
  "panel",
  "answer",
  "fold",
  "expand",
  "slide",
  "fade",
]
  .flatMap((part) => [`[class*=${part} i]`, `[id*=${part} i]`])
  .join(", ");

/** Gives the elements that the page's own style sheets hide by a class or an id of theirs. */
function listHidden(document: PageDocument): PageElement[] {
  const text = Array.from(document.querySelectorAll("style"), ({ textContent }) => textContent ?? "")
    .join("\n")
    .slice(0, longestSheets);
  // What holds for some screens only stands within further braces, and is not looked at.
  const plain = text
    .replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, "")
    .replace(/@[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
  const found: PageElement[] = [];
  let rules = 0;
  for (const [, selectors = "", body = ""] of plain.matchAll(/([^{}]{1,500})\{([^{}]*)\}/g)) {
    const style = readStyle(body);
    if (style.get("display") !== "none" && !isUnseen(style)) continue;
    if ((rules += 1) > mostRules) break;
    for (const selector of selectors.split(",").map((one) => one.trim())) {
      if (!/^\w*(?:[.#][\w-]+)+$/.test(selector)) continue;
      for (const element of Array.from(document.querySelectorAll(selector)))
        if (isUnseen(style) || !opensLater(element)) found.push(element);
    }
  }
  return found;
}

const longestSheets = 500_000;
const mostRules = 200;

function readStyle(text: string): Style {
  const declarations = text.toLowerCase().slice(0, longestStyle).split(";");
  return new Map(
    declarations.map((declaration) => {
      const [name = "", ...value] = declaration.split(":");
      return [name.trim(), value.join(":").replace("!important", "").trim()];
    }),
  );
}

const longestStyle = 5000;

function isUnseen(style: Style): boolean {
  if (patterns.some(([name, pattern]) => pattern.test(style.get(name) ?? ""))) return true;
  const colour = style.get("color");
  const background = style.get("background-color") ?? style.get("background");
  return colour !== undefined && background !== undefined && readColor(colour) === readColor(background);
}

const far = /^-\d{3,}(?:\.\d+)?(?:px|em|rem|vw)$/;
const patterns: [name: string, pattern: RegExp][] = [
  ["visibility", /^hidden$/],
  ["font-size", /^(?:0|0?\.\d+|1)(?:px|pt)?$|^0(?:\.0\d*)?(?:em|rem|%)$/],
  ["color", /^transparent$|^(?:rgb|hsl)a?\([^)]*[,/]\s*0(?:\.0+)?%?\)$/],
  ["text-indent", far],
  ["left", far],
  ["top", far],
  ["clip", /^rect\((?:[01](?:px)?[\s,]*){4}\)$/],
  ["clip-path", /^inset\((?:50|100)%\)$/],
  ["transform", /^scale\(0\)$/],
];

/** Two ways of writing one color are equal, as far as they are in use. */
function readColor(text: string): string {
  const named = names[text] ?? text;
  const [, short] = /^#([\da-f]{3})$/.exec(named) ?? [];
  if (short) return `#${[...short].map((digit) => digit + digit).join("")}`;
  const [, ...parts] = /^rgb\((\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\)$/.exec(named) ?? [];
  if (parts.length === 0) return named;
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
}

const names: Record<string, string> = { white: "#ffffff", black: "#000000" };
