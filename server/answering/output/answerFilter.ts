import { createCiteFilter } from "./citeFilter.ts";
import type { CiteFilterOptions } from "./citeFilter.ts";
import { createLinkGuard } from "./linkGuard.ts";
import { createPlainSigns } from "./plainSigns.ts";

/** Cleans a model's text while it streams. */
export interface AnswerFilter {
  /** Takes a piece and gives what can be shown of all so far; what may still become a link or citation waits. */
  push(text: string): string;
  /** Gives the rest. */
  end(): string;
  /** The passages that were cited, by the model's numbers; the first is in the text as `[1]`, and so on. */
  cited(): number[];
}

/**
 * Makes a filter that keeps citations only where their passage exists, and takes out every link, picture and address that
 * is not among the sources (F11, C18). Addresses are looked for last, in the text as it will be read: what is left when
 * something else is taken out can make a new one. Code stays as it is.
 */
export function createAnswerFilter(given: CiteFilterOptions): AnswerFilter {
  const signs = createPlainSigns();
  const cites = createCiteFilter(given);
  const guard = createLinkGuard(given);
  return {
    push: (text) => guard.push(cites.push(signs.push(text))),
    end: () => guard.push(cites.push(signs.end()) + cites.end()) + guard.end(),
    cited: cites.cited,
  };
}
