import type { MessageRow } from "./tables.ts";

/**
 * Gives when a message is changed: later than it was before. Clients keep the later of two states, and processes' clocks
 * differ.
 */
export function changedAt({ updatedAt }: Pick<MessageRow, "updatedAt">, now: number): number {
  return Math.max(now, updatedAt + 1);
}
