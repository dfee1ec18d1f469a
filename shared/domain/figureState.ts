import type { Resolution } from "./resolution.ts";

/** How a conversation counts in the figures. Each one that a visitor began is in exactly one of them. */
export const figureStates = ["confirmed", "assumed", "handedOver", "abandoned", "unresolved"] as const;
export type FigureState = (typeof figureStates)[number];

/** A visitor who begins another conversation within this time has come back: the one before was not resolved. */
export const returnWithinMs = 72 * 60 * 60 * 1000;

/** What is known of a conversation. */
export interface FiguredThread {
  resolution: Resolution | null;
  handledBy: "ai" | "human";
  status: string;
  firstReplyAt: number | null;
  lastActivityAt: number;
  /** When its visitor began another one within 72 hours of its last word. */
  returnedAt: number | null;
}

/** Gives the state of a conversation; one that still goes on is unresolved. */
export function figureStateOf(thread: FiguredThread): FigureState {
  const { resolution, handledBy, status, firstReplyAt } = thread;
  if (resolution === "confirmed") return "confirmed";
  if (resolution === "assumed") return hasReturned(thread) ? "unresolved" : "assumed";
  if (resolution !== "escalated" && resolution !== "procedure") return "unresolved";
  const isStillTeams = handledBy === "human" && status !== "resolved";
  return firstReplyAt === null && !isStillTeams ? "abandoned" : "handedOver";
}

/** Whether the visitor came back after the last word of this conversation. */
export function hasReturned({ returnedAt, lastActivityAt }: FiguredThread): boolean {
  return returnedAt !== null && returnedAt >= lastActivityAt;
}
