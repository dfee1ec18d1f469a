import type { Tx } from "../../database/store.ts";
import type { ConversationDeps } from "../deps.ts";
import { moveTo } from "../visitors/pages.ts";
import type { VisitedPage } from "../visitors/pages.ts";
import type { ThreadRow } from "../tables.ts";
import { addMessages, reopened } from "../messages/write.ts";

export interface Waiting {
  /** Locked; the agent has it. */
  thread: ThreadRow;
  /** The visitor's own id of the request, by which a repeat is known. */
  clientId?: string;
  /** Where the visitor is, where they asked for it themself. */
  page?: VisitedPage | undefined;
  now: number;
}

/** What is read about a conversation whose visitor wants a person. */
const asked = { role: "system", kind: "event", content: "personRequested" } as const;

/** What only the team reads where a visitor wrote to an agent that is paused: the visitor asked for nobody. */
export const agentPaused = {
  role: "system",
  kind: "event",
  content: "agentPaused",
  audience: "team",
} as const;

/** What only the team reads where that agent is live again and the visitor writes before anybody came. */
export const agentLive = { ...agentPaused, content: "agentLive" } as const;

/** Whether a conversation is the team's for a pause of its agent alone: nobody has come, and nobody was asked for. */
export async function waitsForAgent(tx: Tx, thread: ThreadRow): Promise<boolean> {
  const { organizationId, id, handledBy, assigneeId, personRequestedAt } = thread;
  if (handledBy !== "human" || assigneeId !== null || personRequestedAt === null) return false;
  const last = await tx
    .selectFrom("messages")
    .select("content")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", id)
    .where("kind", "=", "event")
    .where("content", "in", endings)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.content === agentPaused.content;
}

/** What is a conversation's until then: who is waited for, or who had it. */
const endings = [
  agentPaused.content,
  asked.content,
  "joined",
  "assigned",
  "given",
  "unassigned",
  "offline",
  "memberLeft",
];

/** What a conversation is while its visitor waits for any member; it keeps their waiting time. */
export function waiting({ waitingSince }: Pick<ThreadRow, "waitingSince">, now: number) {
  return {
    ...({ handledBy: "human", assigneeId: null, ...reopened } as const),
    ...{ personRequestedAt: now, waitingSince: waitingSince ?? now },
  };
}

/** Puts a conversation into the team's queue: the agent is silent until somebody comes. */
export async function waitForTeam(
  deps: ConversationDeps,
  tx: Tx,
  { thread, clientId, page, now }: Waiting,
): Promise<ThreadRow> {
  const added = await addMessages(deps, tx, {
    thread,
    messages: [{ ...asked, ...(clientId !== undefined && { clientId }) }],
    changes: {
      ...waiting(thread, now),
      ...moveTo(thread, page),
      unread: thread.preview === 1 ? 0 : thread.unread + 1,
    },
    now,
  });
  deps.assignLater(tx, thread.organizationId);
  return added.thread;
}

/** Puts a conversation into the team's queue in which the visitor asked its agent, which is paused, once more. */
export async function waitWhilePaused(
  deps: ConversationDeps,
  tx: Tx,
  { thread, now }: Pick<Waiting, "thread" | "now">,
): Promise<ThreadRow> {
  const added = await addMessages(deps, tx, {
    thread,
    messages: [agentPaused],
    changes: { ...waiting(thread, now), unread: Math.max(1, thread.unread) },
    now,
  });
  deps.assignLater(tx, thread.organizationId);
  return added.thread;
}
