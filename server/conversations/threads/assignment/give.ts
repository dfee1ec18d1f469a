import { chooseAssignee } from "../../../../shared/domain/assignment.ts";
import type { AssignmentMode } from "../../../../shared/domain/assignment.ts";
import type { Tx } from "../../../database/store.ts";
import type { ConversationDeps } from "../../deps.ts";
import type { ThreadRow } from "../../tables.ts";
import { addMessages } from "../../messages/write.ts";
import { listCandidates } from "./candidates.ts";
import type { AssignmentRules } from "./rules.ts";
import { isInQueue } from "./waiting.ts";

/** Whose team is asked: the conversation's own before the agent's. */
export function teamOf(
  { teamId }: Pick<ThreadRow, "teamId">,
  { assignment }: AssignmentRules,
): string | null {
  return teamId ?? assignment.teamId;
}

/**
 * Gives a waiting conversation to the next member, in one transaction; false where nobody has room. Two at once come
 * one after the other: both would count what each person has before either is written, and overfill somebody.
 */
export async function giveThread(
  deps: ConversationDeps,
  { threadId, rules }: { threadId: string; rules: AssignmentRules },
): Promise<boolean> {
  const { organizationId, assignment } = rules;
  return deps.store.transaction(async (tx) => {
    const thread = await tx
      .selectFrom("threads")
      .selectAll()
      .where("organizationId", "=", organizationId)
      .where("id", "=", threadId)
      .forUpdate()
      .executeTakeFirst();
    if (!thread || !isInQueue(thread) || assignment.mode === "off") return true;
    const turn = await takeTurn(tx, organizationId);
    const now = deps.now();
    const { capacity } = assignment;
    const online = await listCandidates(tx, { organizationId, teamId: teamOf(thread, rules), capacity, now });
    const putBackBy = await findWhoPutBack(tx, thread);
    const others = online.filter(({ userId }) => userId !== putBackBy);
    const next = chooseAssignee(assignment.mode, others);
    // Where only they have room it stays where it is, and the next one is checked.
    if (!next) return chooseAssignee(assignment.mode, online) !== null;
    await giveTurn(tx, { organizationId, userId: next.userId, turn });
    await addMessages(deps, tx, {
      thread,
      messages: [describeGift(assignment.mode, { ...next, open: next.open + 1 })],
      changes: { handledBy: "human", assigneeId: next.userId, personRequestedAt: null },
      now,
    });
    return true;
  });
}

interface Gift {
  name: string;
  open: number;
  capacity: number;
}

function describeGift(by: Exclude<AssignmentMode, "off">, { name, open, capacity }: Gift) {
  return {
    ...({ role: "system", kind: "event", content: "given", audience: "team" } as const),
    about: JSON.stringify({ name, by, open, capacity }),
  };
}

/** Counts on, and holds the organization's row until the transaction ends. */
async function takeTurn(tx: Tx, organizationId: string): Promise<number> {
  const { last } = await tx
    .insertInto("assignmentTurns")
    .values({ organizationId, last: 1 })
    .onConflict((row) =>
      row.column("organizationId").doUpdateSet((set) => ({ last: set("assignmentTurns.last", "+", 1) })),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return last;
}

async function giveTurn(
  tx: Tx,
  { organizationId, userId, turn }: { organizationId: string; userId: string; turn: number },
): Promise<void> {
  await tx
    .insertInto("assignees")
    .values({ organizationId, userId, capacity: null, turn })
    .onConflict((row) => row.columns(["organizationId", "userId"]).doUpdateSet({ turn }))
    .execute();
}

/** The member who last put it back into the queue doesn't get it again automatically. */
async function findWhoPutBack(tx: Tx, { organizationId, id }: ThreadRow): Promise<string | null> {
  const last = await tx
    .selectFrom("messages")
    .select("authorId")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", id)
    .where("kind", "=", "event")
    .where("content", "=", "unassigned")
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.authorId ?? null;
}
