import type { Tx } from "../database/store.ts";
import type { ConversationDeps } from "./deps.ts";
import { moveTo } from "./pages.ts";
import type { VisitedPage } from "./pages.ts";
import type { ThreadRow } from "./tables.ts";
import { addMessages, reopened } from "./write.ts";

export interface Waiting {
  /** Locked; the agent has it. */
  thread: ThreadRow;
  /** The visitor's own id of the request, by which a repeat is known. */
  clientId?: string;
  /** Where the visitor is, where they asked for it themself. */
  page?: VisitedPage | undefined;
  now: number;
}

/** Puts a conversation into the team's queue: the agent is silent until somebody comes. */
export async function waitForPerson(
  deps: ConversationDeps,
  tx: Tx,
  { thread, clientId, page, now }: Waiting,
): Promise<ThreadRow> {
  const event = { role: "system", kind: "event", content: "personRequested" } as const;
  const added = await addMessages(deps, tx, {
    thread,
    messages: [{ ...event, ...(clientId !== undefined && { clientId }) }],
    changes: {
      handledBy: "human",
      assigneeId: null,
      personRequestedAt: now,
      waitingSince: thread.waitingSince ?? now,
      ...reopened,
      ...moveTo(thread, page),
      unread: thread.preview === 1 ? 0 : thread.unread + 1,
    },
    now,
  });
  deps.assignLater(tx, thread.organizationId);
  return added.thread;
}
