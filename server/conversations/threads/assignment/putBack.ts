import { statusAt } from "../../../accounts/presence.ts";
import type { Tx } from "../../../database/store.ts";
import type { ConversationDeps } from "../../deps.ts";
import { isAwaitingReply, releaseInPlace } from "../release.ts";
import type { ThreadRow } from "../../tables.ts";
import { addMessages } from "../../messages/write.ts";
import type { AssignmentRules } from "./rules.ts";

const minuteMs = 60_000;

/**
 * Puts back into the queue what people have who are offline for longer than the rules of an agent allow. What sleeps, what
 * waits for its visitor, and what is answered stays theirs until the visitor writes.
 */
export async function putBackOffline(deps: ConversationDeps, rules: AssignmentRules): Promise<void> {
  const { organizationId, agentId, assignment } = rules;
  const minutes = assignment.returnAfterMinutes;
  if (minutes === null) return;
  const held = await deps.store.reader
    .selectFrom("threads")
    .innerJoin("members", (join) =>
      join
        .onRef("members.organizationId", "=", "threads.organizationId")
        .onRef("members.userId", "=", "threads.assigneeId"),
    )
    .where("threads.organizationId", "=", organizationId)
    .where("threads.agentId", "=", agentId)
    .where("threads.assigneeId", "is not", null)
    .where("threads.status", "=", "open")
    .where((row) =>
      row.or([
        row("threads.waitingSince", "is not", null),
        row("threads.lastMessageRole", "is distinct from", "support"),
      ]),
    )
    .where("threads.preview", "=", 0)
    // Members who never said that they are online, as owners never do, are not offline either.
    .where("members.agentSeenAt", "<=", deps.now() - minutes * minuteMs)
    .select(["threads.id", "threads.assigneeId", "members.agentStatus", "members.agentSeenAt"])
    .execute();
  const isOffline = (member: Parameters<typeof statusAt>[0]) => statusAt(member, deps.now()) === "offline";
  for (const { id, assigneeId, ...member } of held) {
    if (isOffline(member)) await putBackOne(deps, { organizationId, id, userId: assigneeId ?? "", minutes });
  }
}

interface Held {
  organizationId: string;
  id: string;
  userId: string;
  minutes: number;
}

async function putBackOne(
  deps: ConversationDeps,
  { organizationId, id, userId, minutes }: Held,
): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const thread = await tx
      .selectFrom("threads")
      .selectAll()
      .where("organizationId", "=", organizationId)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (thread?.assigneeId !== userId || thread.status !== "open" || !isAwaitingReply(thread)) return;
    const name = await readName(tx, userId);
    await putBack(deps, tx, { thread, content: "offline", about: { name, minutes } });
  });
}

/** Puts back what somebody has who leaves the organization, in the transaction that ends their membership. */
export async function putBackOfLeaver(
  deps: ConversationDeps,
  tx: Tx,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await tx
    .deleteFrom("assignees")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .execute();
  const threads = await tx
    .selectFrom("threads")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("assigneeId", "=", userId)
    .where("status", "!=", "resolved")
    .orderBy("id")
    .forUpdate()
    .execute();
  if (threads.length === 0) return;
  const name = await readName(tx, userId);
  for (const thread of threads) await putBack(deps, tx, { thread, content: "memberLeft", about: { name } });
  deps.assignLater(tx, organizationId);
}

interface Back {
  thread: ThreadRow;
  content: string;
  about: { name: string; minutes?: number };
}

async function putBack(deps: ConversationDeps, tx: Tx, { thread, content, about }: Back): Promise<void> {
  const now = deps.now();
  await addMessages(deps, tx, {
    thread,
    messages: [{ role: "system", kind: "event", audience: "team", content, about: JSON.stringify(about) }],
    changes: releaseInPlace(thread, now),
    now,
  });
}

async function readName(tx: Tx, userId: string): Promise<string> {
  const user = await tx
    .selectFrom("users")
    .select(["firstName", "lastName"])
    .where("id", "=", userId)
    .executeTakeFirst();
  return user ? `${user.firstName} ${user.lastName}`.trim() : "";
}
