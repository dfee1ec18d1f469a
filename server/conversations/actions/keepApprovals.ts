import type { EventAbout } from "../../../shared/contract/conversations/conversations.ts";
import type { Tx } from "../../database/store.ts";
import type { ConversationDeps } from "../deps.ts";
import { addMessages, updateThread } from "../messages/write.ts";
import type { ThreadRow } from "../tables.ts";
import { readCards } from "./cards.ts";

/** What a member is asked to approve. */
export interface AskedApproval {
  title: string;
  /** The only members who may decide; empty for all who may reply. */
  memberIds: readonly string[];
}

/**
 * Keeps with a conversation how many of its actions and workflow steps wait for the team's approval, and gives it as it is
 * then. A new one is an event that only the team reads, by which bell and push hear of it. Without `asked` the last action
 * is new where more wait than before.
 */
export async function keepApprovals(
  deps: ConversationDeps,
  tx: Tx,
  { thread, now, ...given }: { thread: ThreadRow; asked?: readonly AskedApproval[]; now: number },
): Promise<ThreadRow> {
  const titles = await listActions(tx, thread);
  const approvals = titles.length + (await countSteps(tx, thread));
  const changes = { approvals };
  const newest = approvals > thread.approvals ? titles.slice(-1) : [];
  const asked = given.asked ?? newest.map((title) => ({ title, memberIds: [] }));
  if (asked.length === 0 || thread.preview === 1) return updateThread(tx, thread, { changes, now });
  const added = await addMessages(deps, tx, {
    thread,
    messages: asked.map(({ title, memberIds }) => ({
      ...({ role: "system", kind: "event", content: "approvalRequested", audience: "team" } as const),
      about: JSON.stringify({
        name: title,
        ...(memberIds.length > 0 && { memberIds: [...memberIds] }),
      } satisfies EventAbout),
    })),
    changes: { ...changes, unread: thread.unread + asked.length },
    now,
  });
  return added.thread;
}

/** How many actions and workflow steps wait there for the team's approval. */
export async function countApprovals(
  tx: Tx,
  place: Pick<ThreadRow, "organizationId" | "id">,
): Promise<number> {
  return (await listActions(tx, place)).length + (await countSteps(tx, place));
}

/** The same where an answer that proposed something is written again; its rewriting tells of the conversation. */
export async function recountApprovals(
  tx: Tx,
  place: Pick<ThreadRow, "organizationId" | "id">,
): Promise<void> {
  await tx
    .updateTable("threads")
    .set({ approvals: await countApprovals(tx, place) })
    .where("organizationId", "=", place.organizationId)
    .where("id", "=", place.id)
    .execute();
}

async function countSteps(
  tx: Tx,
  { organizationId, id }: Pick<ThreadRow, "organizationId" | "id">,
): Promise<number> {
  const { waiting } = await tx
    .selectFrom("workflowRunSteps")
    .select((row) => row.fn.countAll<number>().as("waiting"))
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", id)
    .where("waitsFor", "=", "approval")
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

/** The titles of the actions that wait for the team, the oldest first. */
async function listActions(
  tx: Tx,
  { organizationId, id }: Pick<ThreadRow, "organizationId" | "id">,
): Promise<string[]> {
  const messages = await tx
    .selectFrom("messages")
    .select("actions")
    .where("organizationId", "=", organizationId)
    .where("id", "in", (inner) =>
      inner
        .selectFrom("skillRuns")
        .select((row) => row.ref("messageId").$notNull().as("messageId"))
        .where("organizationId", "=", organizationId)
        .where("threadId", "=", id)
        .where("state", "=", "waiting")
        .where("risk", "=", "approval")
        .where("messageId", "is not", null),
    )
    .orderBy("position")
    .execute();
  return messages
    .flatMap(readCards)
    .filter(({ by, state }) => by === "team" && state === "waiting")
    .map(({ title }) => title);
}
