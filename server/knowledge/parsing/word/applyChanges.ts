/** A stretch of a part, by its places in it, and what comes in its stead. */
export interface Change {
  from: number;
  to: number;
  text: string;
}

/** Gives the text with its changes, which are in their order and don't overlap. */
export function applyChanges(text: string, changes: readonly Change[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { from, to, text: instead } of changes) {
    pieces.push(text.slice(at, from), instead);
    at = to;
  }
  return pieces.length > 0 ? [...pieces, text.slice(at)].join("") : text;
}
