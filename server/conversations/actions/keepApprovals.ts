import type { Tx } from "../../database/store.ts";
import type { ConversationDeps } from "../deps.ts";
import { addMessages, updateThread } from "../messages/write.ts";
import type { ThreadRow } from "../tables.ts";
import { readCards } from "./cards.ts";

/**
 * Keeps with a conversation how many of its actions wait for the team's approval, and gives it as it is then. A new one is
 * an event that only the team reads, by which bell and push hear of it.
 */
export async function keepApprovals(
  deps: ConversationDeps,
  tx: Tx,
  { thread, now }: { thread: ThreadRow; now: number },
): Promise<ThreadRow> {
  const titles = await listApprovals(tx, thread);
  const changes = { approvals: titles.length };
  if (titles.length <= thread.approvals || thread.preview === 1)
    return updateThread(tx, thread, { changes, now });
  const asked = {
    ...({ role: "system", kind: "event", content: "approvalRequested", audience: "team" } as const),
    about: JSON.stringify({ name: titles.at(-1) }),
  };
  const added = await addMessages(deps, tx, {
    thread,
    messages: [asked],
    changes: { ...changes, unread: thread.unread + 1 },
    now,
  });
  return added.thread;
}

/** How many actions wait there for the team's approval. */
export async function countApprovals(
  tx: Tx,
  place: Pick<ThreadRow, "organizationId" | "id">,
): Promise<number> {
  return (await listApprovals(tx, place)).length;
}

/** The same where an answer that proposed something is written anew; its rewriting tells of the conversation. */
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

/** The titles of what waits for the team, the oldest first. */
async function listApprovals(
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
