import type { Tx } from "../database/store.ts";
import type { ConversationDeps } from "./deps.ts";
import type { MessageRow, ThreadRow } from "./tables.ts";

export interface News {
  thread: ThreadRow;
  messages?: MessageRow[];
  now: number;
}

/** Writes the live events of a changed thread and its changed messages, for the team and the visitor whose thread it is. */
export async function tell(
  { events }: Pick<ConversationDeps, "events">,
  tx: Tx,
  { thread, messages = [], now }: News,
): Promise<void> {
  const { organizationId, agentId, contactId, id: threadId } = thread;
  const base = { organizationId, agentId, contactId, threadId, audience: "all" as const, createdAt: now };
  const ofMessages = messages.map(({ id: messageId, audience }) => ({
    ...{ ...base, audience, kind: "message", payload: { messageId } },
  }));
  await events.append(tx, ...ofMessages, { ...base, kind: "thread", payload: {} });
}
