import type { Tx } from "../database/store.ts";
import type { ConversationDeps } from "./deps.ts";
import type { MessageRow, ThreadRow } from "./tables.ts";

export interface News {
  thread: ThreadRow;
  messages?: MessageRow[];
  /** `team`: what its visitor sees is the same as before. */
  audience?: "all" | "team";
  now: number;
}

/** Writes the live events of a changed thread and its changed messages, for the team and the visitor whose thread it is. */
export async function tell(
  { events }: Pick<ConversationDeps, "events">,
  tx: Tx,
  { thread, messages = [], audience: whose = "all", now }: News,
): Promise<void> {
  const { organizationId, agentId, contactId, id: threadId } = thread;
  const base = { organizationId, agentId, contactId, threadId, audience: whose, createdAt: now };
  const ofMessages = messages.map(({ id: messageId, audience }) => ({
    ...{ ...base, audience, kind: "message", payload: { messageId } },
  }));
  await events.append(tx, ...ofMessages, { ...base, kind: "thread", payload: {} });
}
