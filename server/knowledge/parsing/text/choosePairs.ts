import type { LeftOut } from "../ParsedDocument.ts";
import type { PageDocument, PageElement } from "./page.ts";

/** Names that pages give to text only for screen readers. */
const spokenOnly = [
  "sr-only",
  "sr_only",
  "visually-hidden",
  "visuallyhidden",
  "u-visually-hidden",
  "hidden-visually",
  "screen-reader-text",
  "screen-reader-only",
  "screenreader",
  "a11y-hidden",
  "a-offscreen",
  "assistive-text",
  "element-invisible",
]
  .map((name) => `.${name}`)
  .join(", ");

/**
 * What is in a line or is one; larger parts that are hidden from screen readers are menus and windows that open later.
 */
const small =
  /^(?:SPAN|B|I|EM|STRONG|SMALL|SUP|SUB|MARK|TIME|DATA|ABBR|CODE|U|P|H[1-6]|LI|TD|TH|DT|DD|FIGCAPTION)$/;

/**
 * Reads what the eye reads: text that is kept from screen readers stays, text meant only for them is removed. Where the one stands
 * for the other (stars and "4 of 5 stars"), the words stay. Changes the document, and gives what it took out.
 */
export function choosePairs(document: PageDocument): LeftOut[] {
  const leftOut: LeftOut[] = [];
  for (const seen of Array.from(document.querySelectorAll('[aria-hidden="true"]'))) {
    const spoken = findSpoken(seen);
    if (spoken) {
      for (const name of ["class", "style"]) spoken.removeAttribute(name);
      seen.remove();
    } else if (isIcon(seen)) seen.remove();
    else if (small.test(seen.nodeName)) seen.removeAttribute("aria-hidden");
  }
  for (const spoken of Array.from(document.querySelectorAll(spokenOnly))) {
    leftOut.push({ why: "for screen readers alone", text: spoken.textContent ?? "" });
    spoken.remove();
  }
  return leftOut;
}

/** The words that stand for it, beside it. */
function findSpoken(seen: PageElement): PageElement | undefined {
  return Array.from(seen.parentNode?.children ?? [])
    .slice(0, mostSiblings)
    .find(
      (beside) => beside !== seen && beside.matches(spokenOnly) && (beside.textContent ?? "").trim() !== "",
    );
}

const mostSiblings = 20;

/** Fonts of icons draw a picture in the place of a word. */
function isIcon(element: PageElement): boolean {
  const text = (element.textContent ?? "").trim();
  return (
    /(?:^|[\s_-])(?:icons?|glyphicons?|material-symbols\S*|fa[bsr]?)(?:[\s_-]|$)/i.test(
      element.getAttribute("class") ?? "",
    ) && /^[\w-]{0,40}$/.test(text)
  );
}
