import type { MessageRow } from "../tables.ts";

/** How long a process may be silent about an answer that it writes before another one takes it over. */
export const leaseMs = 15_000;
/** How often leases are checked, and renewed where there is no text to store. */
export const leaseCheckMs = 5_000;
/** How often text that comes is stored, unless very many answers are written at once. */
export const persistEveryMs = 250;
/** The lease of an answer that a process which ends in order has given up: nobody died of it. */
export const handedOver = 0;
/**
 * How much of the time that a process has before it ends is kept for other processes to have words of what it hands
 * over, which its readers are given until then.
 */
export const takenWithinMs = 3500;
/** The bus channel on which such a process says so; what is sent is its owner's id. */
export const handOverChannel = "conversations:handed-over";
/** After this many writers died at an answer, it is given up, with a retry offered: it may be what kills them. */
export const mostAttempts = 3;

/** The generation in which somebody asked for an answer: a process that takes it over begins one too, of the same answer. */
export function askedIn({ generation, attempts }: Pick<MessageRow, "generation" | "attempts">): number {
  return generation - attempts + 1;
}

/** What a row says when this process writes it. */
export function claim(owner: string, now: number): { owner: string; leaseUntil: number } {
  return { owner, leaseUntil: now + leaseMs };
}
