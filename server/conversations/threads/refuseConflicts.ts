import { AppError } from "../../../shared/errors/errors.ts";
import type { Tx } from "../../database/store.ts";
import { readNames, readTeamNames } from "./describeThreads.ts";
import type { ThreadRow } from "../tables.ts";
import type { DecidedChange } from "./decidedChange.ts";
import { isFree } from "./isFree.ts";

/**
 * Throws where a colleague was quicker than who decides about a thread that is held: they are told, and decide again.
 */
export async function refuseConflicts(tx: Tx, thread: ThreadRow, change: DecidedChange): Promise<void> {
  refuseTaken(thread, change);
  await refuseGiven(tx, thread, change);
  await refuseReplied(tx, thread, change);
}

/** A member who takes over a colleague's conversation. */
function refuseTaken(thread: ThreadRow, { handledBy, member }: DecidedChange): void {
  if (handledBy !== "human" || isFree(thread) || thread.assigneeId === member.userId) return;
  throw conflict("A colleague has taken this conversation over.");
}

/** The decision was made while another member had it, or none; a state that is already reached is no conflict. */
async function refuseGiven(tx: Tx, thread: ThreadRow, change: DecidedChange): Promise<void> {
  const { was, handledBy, assigneeId, teamId, member } = change;
  const becomes = handledBy && { human: member.userId, ai: null }[handledBy];
  if (
    isMoved(thread.assigneeId, {
      was: was?.assigneeId,
      wanted: assigneeId === undefined ? becomes : assigneeId,
    })
  )
    throw conflict(await sayWhoHas(tx, thread, member));
  if (isMoved(thread.teamId, { was: was?.teamId, wanted: teamId }))
    throw conflict(await sayWhichTeamHas(tx, thread));
}

interface Expected {
  was: string | null | undefined;
  wanted: string | null | undefined;
}

function isMoved(is: string | null, { was, wanted }: Expected): boolean {
  return was !== undefined && is !== was && is !== wanted;
}

async function sayWhoHas(tx: Tx, thread: ThreadRow, member: DecidedChange["member"]): Promise<string> {
  const { assigneeId, handledBy } = thread;
  if (assigneeId === member.userId) return "You have this conversation now.";
  if (assigneeId !== null)
    return `${(await readNames(tx, [thread])).get(assigneeId) ?? "A colleague"} has this conversation now.`;
  return handledBy === "ai"
    ? "The agent has this conversation again."
    : "This conversation is back in the queue.";
}

async function sayWhichTeamHas(tx: Tx, thread: ThreadRow): Promise<string> {
  if (thread.teamId === null) return "No team has this conversation now.";
  return `${(await readTeamNames(tx, [thread])).get(thread.teamId) ?? "Another team"} has this conversation now.`;
}

/** A member who replies after a colleague's reply that they haven't seen. */
async function refuseReplied(
  tx: Tx,
  { organizationId, id }: ThreadRow,
  { seenTo, member }: DecidedChange,
): Promise<void> {
  if (seenTo === undefined) return;
  const reply = await tx
    .selectFrom("messages")
    .select("authorName")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", id)
    .where("position", ">=", seenTo)
    .where("role", "=", "support")
    .where("audience", "=", "all")
    .where("authorId", "!=", member.userId)
    .limit(1)
    .executeTakeFirst();
  if (reply) throw conflict(`${reply.authorName ?? "A colleague"} replied while you wrote.`);
}

function conflict(message: string): AppError {
  return new AppError("conflict", { message });
}
