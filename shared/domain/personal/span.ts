/** Where something is in a text: from a character up to the one behind it. */
export interface Span {
  from: number;
  to: number;
}

/** Puts something in the place of each span; they come in order and do not overlap. */
export function replaceSpans(text: string, spans: Span[], replace: (found: string) => string): string {
  let replaced = "";
  let end = 0;
  for (const { from, to } of spans) {
    replaced += text.slice(end, from) + replace(text.slice(from, to));
    end = to;
  }
  return replaced + text.slice(end);
}

/** Gives where a pattern that has the flag `g` is found. */
export function findAll(text: string, pattern: RegExp): Span[] {
  return Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
    from: index,
    to: index + found.length,
  }));
}
