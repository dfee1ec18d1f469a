import { findResolution } from "../../../../shared/domain/resolution.ts";
import type { Tx } from "../../../database/store.ts";
import type { ThreadRow } from "../../tables.ts";
import { nothingSaid, readLastWords } from "./lastWords.ts";

type Came = Pick<ThreadRow, "hadPerson" | "byProcedure" | "resolution" | "resolutionReason" | "resolutionAt">;

/** Gives what a thread's row says of how it came out, as it is now; the time stays where nothing is another. */
export async function comeOut(tx: Tx, thread: ThreadRow, now: number): Promise<Came> {
  const hadPerson = thread.hadPerson === 1 || thread.handledBy === "human";
  // Takeovers without a request follow no rule.
  const isTaken = hadPerson && thread.hadPerson === 0 && thread.personRequestedAt === null;
  const byProcedure = isTaken ? 0 : thread.byProcedure;
  const outcome = {
    ...nothingSaid,
    isResolved: thread.status === "resolved",
    isSnoozed: thread.status === "snoozed",
    isAnswered: thread.lastMessageRole === "assistant" || thread.lastMessageRole === "support",
    hadPerson,
    isByRule: byProcedure === 1,
    isBegunByTeam: thread.begunByTeam === 1,
    lastActivityAt: thread.lastActivityAt,
  };
  const unsaid = findResolution(outcome, now);
  // What was said is read only where it can decide: not with each message of a conversation that continues.
  const isSaid = unsaid?.resolution === "assumed" || (!unsaid && thread.rating !== null);
  const found = isSaid ? findResolution({ ...outcome, ...(await readLastWords(tx, thread)) }, now) : unsaid;
  const resolution = found?.resolution ?? null;
  const resolutionReason = found?.reason ?? null;
  const isSame = resolution === thread.resolution && resolutionReason === thread.resolutionReason;
  const resolutionAt = isSame ? thread.resolutionAt : found && now;
  return { hadPerson: hadPerson ? 1 : 0, byProcedure, resolution, resolutionReason, resolutionAt };
}
