import type { Postings } from "./postings.ts";

/** Gives where any of some terms stands, their counts added, as if they were one; null where none stands anywhere. */
export function joinPostings(lists: readonly (Postings | null)[]): Postings | null {
  const there = lists.filter((list) => list !== null);
  if (there.length < 2) return there[0] ?? null;
  const counts = new Map<number, [title: number, headings: number, text: number]>();
  for (const { ordinals, title, headings, text } of there) {
    ordinals.forEach((ordinal, at) => {
      const [inTitle, inHeadings, inText] = counts.get(ordinal) ?? [0, 0, 0];
      counts.set(ordinal, [
        inTitle + (title?.[at] ?? 0),
        inHeadings + (headings?.[at] ?? 0),
        inText + (text[at] ?? 0),
      ]);
    });
  }
  const entries = [...counts].sort(([one], [other]) => one - other);
  return {
    ordinals: Uint32Array.from(entries, ([ordinal]) => ordinal),
    title: Uint16Array.from(entries, ([, [title]]) => title),
    headings: Uint16Array.from(entries, ([, [, headings]]) => headings),
    text: Uint16Array.from(entries, ([, [, , text]]) => text),
  };
}
