import type { LeftOut } from "../ParsedDocument.ts";
import { choosePairs } from "./choosePairs.ts";
import type { PageDocument, PageElement } from "./page.ts";
import { readSheets, readStyle } from "./readSheets.ts";
import type { Rule, Style } from "./readSheets.ts";

/**
 * Takes out what its own style shows nobody: who puts it there writes for machines, mostly so that they obey (F1). What is
 * shown later, as tabs and what fades in are, stays. Changes the document, and
 * gives what it took out.
 */
export function removeUnseen(document: PageDocument): LeftOut[] {
  for (const found of Array.from(document.querySelectorAll('[hidden="until-found"]')))
    found.removeAttribute("hidden");
  const leftOut = choosePairs(document);
  const rules = readSheets(document);
  const isPlainPaper =
    !document.querySelector("link[rel~=stylesheet]") && !rules.some(({ style }) => hasPaint(style));
  const takeOut = (elements: readonly PageElement[], why: string) => {
    for (const element of elements) {
      leftOut.push({ why, text: element.textContent ?? "" });
      element.remove();
    }
  };
  const styled = Array.from(document.querySelectorAll("[style], font[color], [bgcolor]"));
  const isHidden = (element: PageElement) => {
    const style = readStyle(element.getAttribute("style") ?? "");
    if (isUnseen(style) || isFaded(style, element)) return true;
    if (style.get("display") === "none" || isSqueezed(style)) return !opensLater(element);
    return isOfPaper(element, isPlainPaper);
  };
  const isStruck = (element: PageElement) => isLineThrough(readStyle(element.getAttribute("style") ?? ""));
  takeOut(styled.filter(isHidden), "hidden by its style");
  takeOut(styled.filter(isStruck), "struck out");
  takeOut(listMatching(document, rules, isLineThrough), "struck out");
  takeOut(listHidden(document, rules), "hidden by its style");
  return leftOut;
}

function isLineThrough(style: Style): boolean {
  return /line-through/.test(style.get("text-decoration") ?? style.get("text-decoration-line") ?? "");
}

function hasPaint(style: Style): boolean {
  const paint = style.get("background-color") ?? style.get("background");
  return (
    paint !== undefined && !/^(?:none|transparent|inherit|initial|unset)?$/.test(paint) && !isWhite(paint)
  );
}

function isWhite(color: string): boolean {
  return readColor(color) === "#ffffff";
}

/** Letters of the color of what is behind them: the nearest background that is said, else the paper. */
function isOfPaper(element: PageElement, isPlainPaper: boolean): boolean {
  const color =
    readStyle(element.getAttribute("style") ?? "").get("color") ??
    element.getAttribute("color")?.toLowerCase();
  if (!color || (element.nodeName !== "FONT" && element.getAttribute("color") === color)) return false;
  for (
    let next: PageElement | null = element, steps = 0;
    next && steps < deepest;
    next = next.parentNode, steps++
  ) {
    if (!("getAttribute" in next)) break;
    const style = readStyle(next.getAttribute("style") ?? "");
    if (style.has("background-image")) return false;
    const paint =
      style.get("background-color") ?? style.get("background") ?? next.getAttribute("bgcolor")?.toLowerCase();
    if (paint && !/^(?:none|transparent|inherit)$/.test(paint)) return readColor(paint) === readColor(color);
  }
  return isPlainPaper && isWhite(color);
}

const deepest = 100;

/** What comes to light by a program when somebody reads on has marks of it. */
function isFaded(style: Style, element: PageElement): boolean {
  if (!/^0(?:\.0+)?%?$/.test(style.get("opacity") ?? "")) return false;
  if (["transform", "transition", "animation", "will-change"].some((name) => style.has(name))) return false;
  const names = `${element.getAttribute("class") ?? ""} ${element.getAttribute("id") ?? ""}`;
  const isMoved = ["data-aos", "data-w-id", "data-framer-name", "data-animate", "data-sal"].some(
    (name) => element.getAttribute(name) !== null,
  );
  return !isMoved && !/anim|fade|reveal|aos|motion|framer|wow|appear|slide|swiper|lazy|load/i.test(names);
}

/**
 * Says whether an element that is not displayed at first is shown when somebody clicks: it is behind what they would
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

/** Gives the elements that the page's own style sheets hide, where no other rule of them shows them. */
function listHidden(document: PageDocument, rules: readonly Rule[]): PageElement[] {
  const shown = rules
    .filter(({ style }) => (style.get("display") ?? "none") !== "none")
    .flatMap(({ selectors }) => selectors.filter(isUsable));
  const undisplayed = listMatching(document, rules, (style) => style.get("display") === "none");
  const isShown = (element: PageElement) =>
    opensLater(element) || shown.slice(0, mostRules).some((selector) => isMatch(element, selector));
  return [...listMatching(document, rules, isUnseen), ...undisplayed.filter((element) => !isShown(element))];
}

function listMatching(
  document: PageDocument,
  rules: readonly Rule[],
  wants: (style: Style) => boolean,
): PageElement[] {
  const selectors = rules
    .filter(({ style }) => wants(style))
    .flatMap((rule) => rule.selectors.filter(isUsable));
  return selectors.slice(0, mostRules).flatMap((selector) => {
    try {
      return Array.from(document.querySelectorAll(selector));
    } catch {
      return []; // a selector that the parser does not know
    }
  });
}

function isMatch(element: PageElement, selector: string): boolean {
  try {
    return element.matches(selector);
  } catch {
    return false;
  }
}

/** What holds for a state alone (under a pointer), or for nearly everything, hides nothing for good. */
function isUsable(selector: string): boolean {
  return selector.length > 0 && selector.length < 200 && !/[:*]|^(?:html|body)$|^@/i.test(selector);
}

const mostRules = 200;

function isUnseen(style: Style): boolean {
  if (patterns.some(([name, pattern]) => pattern.test(style.get(name) ?? ""))) return true;
  const colour = style.get("color");
  const background = style.get("background-color") ?? style.get("background");
  return colour !== undefined && background !== undefined && readColor(colour) === readColor(background);
}

/** A box without height or width that shows nothing of what lies beyond it. */
function isSqueezed(style: Style): boolean {
  const isNothing = (name: string) => /^(?:0|1px|0(?:px|em|rem|%))$/.test(style.get(name) ?? "");
  const hides = /hidden|clip/.test(style.get("overflow") ?? style.get("overflow-y") ?? "");
  return hides && ["width", "height", "max-height", "max-width"].some(isNothing) && !style.has("transition");
}

const far = /^-\d{3,}(?:\.\d+)?(?:px|em|rem|vw|vh|%)$/;
const patterns: [name: string, pattern: RegExp][] = [
  ["visibility", /^(?:hidden|collapse)$/],
  ["content-visibility", /^hidden$/],
  ["font-size", /^(?:0|0?\.\d+|1)(?:px|pt)?$|^0(?:\.0\d*)?(?:em|rem|%)$/],
  ["color", /^transparent$|^(?:rgb|hsl)a?\([^)]*[,/]\s*0(?:\.0+)?%?\)$/],
  ["text-indent", far],
  ["left", far],
  ["top", far],
  ["right", far],
  ["bottom", far],
  ["margin-left", far],
  ["margin-top", far],
  ["clip", /^rect\((?:[01](?:px)?[\s,]*){4}\)$/],
  ["clip-path", /^inset\((?:50|100)%\)$|^circle\(0(?:px|%)?[\s)]|^polygon\((?:0(?:px|%)?[\s,]*)+\)$/],
  ["transform", /scale\(0(?:[,\s]+0)?\)|translate[xy]?\(\s*-\d{4,}px|scale[xy]\(0\)/],
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
