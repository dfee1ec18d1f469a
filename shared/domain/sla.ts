import { addOpenTime } from "./openingHours.ts";
import type { OpeningHours } from "./openingHours.ts";

/**
 * Within how many minutes a visitor who waits for the team has its word: its first one, and each later one. Null where none
 * is promised. Where there are opening hours, these alone count.
 */
export interface Sla {
  firstReplyMinutes: number | null;
  nextReplyMinutes: number | null;
}

export const noSla: Sla = { firstReplyMinutes: null, nextReplyMinutes: null };
export const mostReplyMinutes = 7 * 24 * 60;

/** How near the team's word is to its time, or that this is over. */
export const replyDueStates = ["soon", "overdue"] as const;
export type ReplyDueState = (typeof replyDueStates)[number];

/** How long before its time a reply is due soon. */
export const dueSoonMs = 15 * 60_000;

/** What of a conversation decides by when the team owes its visitor a word. */
export interface Waiting {
  /** Since when the visitor waits for it. */
  waitingSince: number;
  firstReplyAt: number | null;
}

/** By when the team's next word is due; null where none is promised, or no hour of the team's ever comes. */
export function findReplyDue(
  { waitingSince, firstReplyAt }: Waiting,
  { sla, hours }: { sla: Sla; hours: OpeningHours | null },
): number | null {
  const minutes = firstReplyAt === null ? sla.firstReplyMinutes : sla.nextReplyMinutes;
  return minutes === null ? null : addOpenTime(hours, waitingSince, minutes * 60_000);
}
