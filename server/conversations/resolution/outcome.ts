import type { ThreadRating } from "../../../shared/contract/conversations.ts";
import { findResolution } from "../../../shared/domain/resolution.ts";
import { saysNotFound } from "../../../shared/domain/sayings.ts";
import type { ThreadRow } from "../tables.ts";

type Came = Pick<ThreadRow, "hadPerson" | "byProcedure" | "resolution" | "resolutionReason" | "resolutionAt">;

/** Gives what a thread's row says of how it came out, as it is now; the time stays where nothing is another. */
export function comeOut(thread: ThreadRow, now: number): Came {
  const hadPerson = thread.hadPerson === 1 || thread.handledBy === "human";
  // Who takes over without being asked for follows no rule.
  const isTaken = hadPerson && thread.hadPerson === 0 && thread.personRequestedAt === null;
  const byProcedure = isTaken ? 0 : thread.byProcedure;
  const rating = thread.rating === null ? null : (JSON.parse(thread.rating) as ThreadRating); // written by rateConversation
  const found = findResolution(
    {
      isResolved: thread.status === "resolved",
      isSnoozed: thread.status === "snoozed",
      isAnswered: thread.lastMessageRole === "assistant" || thread.lastMessageRole === "support",
      isNotFound: thread.lastMessageRole === "assistant" && saysNotFound(thread.lastMessageText ?? ""),
      hadPerson,
      isByRule: byProcedure === 1,
      isBegunByTeam: thread.begunByTeam === 1,
      score: rating?.score ?? null,
      lastFeedback: thread.lastFeedback,
      lastActivityAt: thread.lastActivityAt,
    },
    now,
  );
  const resolution = found?.resolution ?? null;
  const resolutionReason = found?.reason ?? null;
  const isSame = resolution === thread.resolution && resolutionReason === thread.resolutionReason;
  const resolutionAt = isSame ? thread.resolutionAt : found && now;
  return { hadPerson: hadPerson ? 1 : 0, byProcedure, resolution, resolutionReason, resolutionAt };
}
