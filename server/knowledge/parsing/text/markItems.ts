import { markNumber } from "./htmlToMarkdown.ts";
import type { PageElement } from "./page.ts";

/**
 * Marks the items of a list with the numbers that a browser shows: counted from its start, or from the last item that names
 * its own, up or down. What else reads the page may drop the attributes that say so.
 */
export function markItems(list: PageElement): void {
  const items = Array.from(list.children).filter(({ nodeName }) => nodeName === "LI");
  const isPlain = !["start", "reversed", "type"].some((name) => list.getAttribute(name) !== null);
  if (isPlain && items.every((item) => item.getAttribute("value") === null)) return;
  const isDown = list.getAttribute("reversed") !== null;
  let number = readNumber(list.getAttribute("start")) ?? (isDown ? items.length : 1);
  for (const item of items) {
    number = readNumber(item.getAttribute("value")) ?? number;
    item.prepend(markNumber(`${writeCounter(number, list.getAttribute("type"))}.`));
    number += isDown ? -1 : 1;
  }
}

function readNumber(text: string | null): number | undefined {
  return text !== null && /^\s*-?\d{1,9}\s*$/.test(text) ? Number(text) : undefined;
}

/** Gives a counter as it is shown, by the type of its list (a, A, i, I): texts speak of a point so. */
export function writeCounter(number: number, type: string | null): string {
  if (number < 1 || number > 3999) return String(number);
  if (type === "a" || type === "A") {
    let letters = "";
    for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
      letters = String.fromCharCode(97 + ((rest - 1) % 26)) + letters;
    return type === "A" ? letters.toUpperCase() : letters;
  }
  if (type !== "i" && type !== "I") return String(number);
  let rest = number;
  const roman = romanSigns
    .map(([value, sign]) => {
      const times = Math.floor(rest / value);
      rest %= value;
      return sign.repeat(times);
    })
    .join("");
  return type === "I" ? roman.toUpperCase() : roman;
}

const romanSigns: [value: number, sign: string][] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];
