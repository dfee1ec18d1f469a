import type { KeptTranslation, MessageRow } from "../tables.ts";

type Changed = Pick<MessageRow, "updatedAt" | "translations">;

/**
 * Gives when a message is changed: later than it was before. Clients keep the later of two states, and processes' clocks
 * differ.
 */
export function changedAt(row: Changed, now: number): number {
  return Math.max(now, shownAt(row) + 1);
}

/** Gives when a message last changed for the team: of translations its visitor is not told. */
export function shownAt({ updatedAt, translations }: Changed): number {
  if (translations === null) return updatedAt;
  const kept = JSON.parse(translations) as KeptTranslation[]; // written by keepTranslation
  return Math.max(updatedAt, ...kept.map(({ at = 0 }) => at));
}
