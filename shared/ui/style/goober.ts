import { addRules, adoptStyles, sheet } from "./sheet.ts";

/**
 * Makes goober write into our constructed sheet. As shipped it appends to one `<style>` text, which the browser reads
 * again each time (3,000 rules take 12 s), strict policies block, and Trusted Types refuse with an error. goober looks
 * for `window._goober` once a call and reads and writes `firstChild.data` as if it were that text, so this stands in for the
 * element. It must run before the first `css` call: only css.ts may call it.
 */
export function redirectGoober(): void {
  if (!sheet || typeof window === "undefined") return;
  adoptStyles(document);
  Object.assign(window, { _goober: { parentNode: true, nonce: "", firstChild: new RuleText() } });
}

/** Stands for "the text so far" in what goober concatenates, so that we see what is new and on which side. */
const soFar = "\0";

/** What goober takes for a text node: `data.indexOf(css)` asks, `data = data + css` adds at the end. */
class RuleText {
  #known = new Set<string>();

  get data(): { indexOf(css: string): number; toString(): string } {
    return { indexOf: (css) => (this.#known.has(css) ? 0 : -1), toString: () => soFar };
  }

  set data(text: unknown) {
    if (typeof text !== "string") return;
    const inFront = text.endsWith(soFar);
    const css = text.replace(soFar, "");
    this.#known.add(css);
    addRules(css, inFront);
  }
}
