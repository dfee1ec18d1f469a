import type { LeftOut } from "../ParsedDocument.ts";
import { markItems } from "./markItems.ts";
import type { PageDocument, PageElement } from "./page.ts";
import { writeLowered, writeRaised } from "./raised.ts";
import { writeMath } from "./writeMath.ts";

/**
 * Writes as text what a page says by position and form alone: powers, fractions and formulas; takes out readings over
 * words, marks of notes and what is struck out. Changes the document, and gives what it took out.
 */
export function writePositions(document: PageDocument): LeftOut[] {
  const leftOut: LeftOut[] = [];
  const list = (selector: string) => Array.from(document.querySelectorAll(selector));
  const takeOut = (elements: readonly PageElement[], why: string) => {
    for (const element of elements) {
      leftOut.push({ why, text: element.textContent ?? "" });
      element.remove();
    }
  };
  takeOut(list("rt, rp, rtc"), "reading over a word");
  takeOut(list("del, s, strike"), "struck out");
  takeOut(list("sup, a[href]").filter(isNoteMark), "mark of a note");
  for (const element of list("[style*=vertical-align]")) nameRaised(document, element);
  for (const drawing of list("svg")) replace(drawing, writeDrawing(drawing));
  for (const ruby of list("ruby")) replace(ruby, ruby.textContent ?? "");
  for (const numbered of list("ol")) markItems(numbered);
  // Programs that draw formulas put a picture of each beside it.
  for (const element of list(".katex-html, [class*=mwe-math-fallback-image]")) element.remove();
  for (const math of list("math")) replace(math, writeMath(math));
  for (const element of list("sup, sub")) {
    const text = element.textContent ?? "";
    // What holds more than a few signs is a paragraph in small print.
    if (text.trim().length > longestRaised || element.querySelector("img, table")) continue;
    const before = textBefore(element);
    const isRaised = element.nodeName === "SUP";
    const isOverLowered = isRaised && isOverSub(element);
    const written = isRaised ? writeRaised(text, { before, isOverLowered }) : writeLowered(text, { before });
    if (written === "" && text.trim() !== "") leftOut.push({ why: "mark of a note", text });
    replace(element, written);
  }
  return leftOut;
}

const longestRaised = 40;

/** What is raised by its style is as raised as what is named so. */
function nameRaised(document: PageDocument, element: PageElement): void {
  const place = /vertical-align\s*:\s*(super|sub)\b/i.exec(element.getAttribute("style") ?? "")?.[1];
  if (!place || !/^(?:SPAN|B|I|EM|FONT|SMALL)$/.test(element.nodeName)) return;
  const instead = document.createElement(place.toLowerCase() === "super" ? "sup" : "sub");
  instead.append(...Array.from(element.childNodes));
  element.replaceWith(instead);
}

/** The words that a drawing shows; its title is for those who don't see it. */
function writeDrawing(drawing: PageElement): string {
  const words = Array.from(drawing.querySelectorAll("text"), ({ textContent }) => (textContent ?? "").trim());
  return words.length > 0 && words.length <= mostWords ? ` ${words.filter(Boolean).join(" ")} ` : "";
}

/** A drawing of more is a map. */
const mostWords = 300;

/** A link to a note of the same page, or what a program names so. */
function isNoteMark(element: PageElement): boolean {
  const text = (element.textContent ?? "").trim();
  if (text.length > 12 || /\s\S+\s/.test(text)) return false;
  const named = ["class", "role", "epub:type", "rel"]
    .map((name) => element.getAttribute(name) ?? "")
    .join(" ");
  if (/\b(?:doc-noteref|noteref|doc-backlink|footnote-?(?:ref|backref)|footnote-back)\b/i.test(named))
    return true;
  if (element.nodeName === "A") {
    const leadsHere = element.getAttribute("href")?.startsWith("#") === true;
    return leadsHere && /^(?:\[[\w*†‡]{1,4}\]|[↩↑^]\ufe0e?)$/.test(text);
  }
  const link = element.querySelector("a[href]") ?? element.closest("a[href]");
  if (!link) return /\breference\b/i.test(named) && /^\[?\w{1,4}\]?$/.test(text);
  return /^[^?]*#/.test(link.getAttribute("href") ?? "") && /^[[(]?[\w*†‡,\s]{1,6}[\])]?$/.test(text);
}

interface Near {
  nodeName: string;
  textContent: string | null;
  previousSibling: Near | null;
  nextSibling: Near | null;
  parentNode: Near | null;
}

const inline = /^(?:SPAN|B|I|EM|STRONG|A|FONT|SMALL|BIG|U|MARK|CODE|TT|SUP|SUB)$/;
const enough = 60;

/** The text on the same line before an element. */
function textBefore(element: PageElement): string {
  let text = "";
  let node: Near | null = element as unknown as Near; // every node of the parser has these
  while (node && text.length < enough) {
    const before: Near | null = node.previousSibling;
    if (before) {
      if (!/^#|^\w+$/.test(before.nodeName) || before.nodeName === "BR") break;
      if (!before.nodeName.startsWith("#") && !inline.test(before.nodeName)) break;
      if (before.nodeName !== "#comment") text = (before.textContent ?? "") + text;
      node = before;
      continue;
    }
    const parent: Near | null = node.parentNode;
    node = parent && inline.test(parent.nodeName) ? parent : null;
  }
  return text.slice(-enough).replace(/\s+/g, " ");
}

/** `1/2`, whose bar is a sign between the two. */
function isOverSub(element: PageElement): boolean {
  const bar = (element as unknown as Near).nextSibling;
  const next = bar?.nextSibling;
  return /^\s*[/⁄∕]\s*$/.test(bar?.textContent ?? "") && next?.nodeName === "SUB";
}

function replace(element: PageElement, text: string): void {
  const parent = element.parentNode;
  element.replaceWith(text);
  parent?.normalize();
}
