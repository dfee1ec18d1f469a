import { goodScore } from "./resolution.ts";
import type { Resolution } from "./resolution.ts";

/** How a conversation counts in the figures. Each one that a visitor began is in exactly one of them. */
export const figureStates = ["confirmed", "assumed", "handedOver", "abandoned", "unresolved"] as const;
export type FigureState = (typeof figureStates)[number];

/** A visitor who begins another conversation within this time has come back: the one before was not resolved. */
export const returnWithinMs = 72 * 60 * 60 * 1000;

/** What is known of a conversation. */
interface FiguredThread {
  resolution: Resolution | null;
  handledBy: "ai" | "human";
  status: string;
  firstReplyAt: number | null;
  lastActivityAt: number;
  /** When its visitor began another one within 72 hours of its last word. */
  returnedAt: number | null;
}

/** Gives the state of a conversation; one that still continues is unresolved. */
function figureStateOf(thread: FiguredThread): FigureState {
  const { resolution, handledBy, status, firstReplyAt } = thread;
  if (resolution === "confirmed") return "confirmed";
  if (resolution === "assumed") return hasReturned(thread) ? "unresolved" : "assumed";
  if (resolution !== "escalated" && resolution !== "procedure") return "unresolved";
  const isStillTeams = handledBy === "human" && status !== "resolved";
  return firstReplyAt === null && !isStillTeams ? "abandoned" : "handedOver";
}

/** Whether the visitor came back after the last word of this conversation. */
function hasReturned({ returnedAt, lastActivityAt }: FiguredThread): boolean {
  return returnedAt !== null && returnedAt >= lastActivityAt;
}

/** What one conversation can count in. Each is also the name of a counter, and of a measure that adds it up. */
export const threadFigures = [
  ...(["conversations", "teamConversations", "involved"] as const),
  ...figureStates,
  ...(["open", "returned", "handoffs", "ratings", "satisfied"] as const),
] as const;
export type ThreadFigure = (typeof threadFigures)[number];

/** A conversation with all that figures ask of it. */
interface CountedThread extends FiguredThread {
  preview: number;
  nextPosition: number;
  begunByTeam: number;
  hadPerson: number;
  firstAnswerAt: number | null;
  score: number | null;
}

/**
 * Lists what a conversation counts in: none of it for a preview, and for one in which nobody has written. The inbox filters
 * by the same, asked of rows (`server/conversations/inbox/figureFilter.ts`).
 */
export function listFigures(thread: CountedThread): ThreadFigure[] {
  const { preview, nextPosition, begunByTeam, hadPerson, firstAnswerAt, status, resolution, score } = thread;
  if (preview === 1 || nextPosition === 0) return [];
  const rated: (ThreadFigure | false)[] = [
    score !== null && "ratings",
    score !== null && score >= goodScore && "satisfied",
  ];
  const counted: (ThreadFigure | false)[] =
    begunByTeam === 1
      ? ["teamConversations", ...rated]
      : [
          ...(["conversations", figureStateOf(thread)] as const),
          firstAnswerAt !== null && "involved",
          status === "open" && resolution === null && "open",
          hasReturned(thread) && "returned",
          hadPerson === 1 && "handoffs",
          ...rated,
        ];
  return counted.filter((one) => one !== false);
}
