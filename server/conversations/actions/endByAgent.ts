import { findAnsweringAgent } from "../../agents/find.ts";
import { insertRun, newRun } from "../../actions/skills/runs.ts";
import type { StoredSkill } from "../../actions/skills/stored.ts";
import type { Tx } from "../../database/store.ts";
import type { ConversationDeps } from "../deps.ts";
import { addMessages } from "../messages/write.ts";
import { agentsOwn, resolved } from "../threads/planChange.ts";
import type { ThreadRow } from "../tables.ts";

/** Ends a conversation because its agent's last answer said goodbye. A new message reopens it. */
export async function endByAgent(
  deps: ConversationDeps,
  tx: Tx,
  { thread, skill, now }: { thread: ThreadRow; skill: StoredSkill; now: number },
): Promise<void> {
  const { organizationId, agentId, id: threadId } = thread;
  const isPreview = thread.preview === 1;
  const agent = await findAnsweringAgent(tx, { organizationId, agentId }, { preview: isPreview });
  const place = { organizationId, agentId, threadId, preview: isPreview };
  const begun = newRun(place, skill, { inputs: {}, state: "done", messageId: null, expiresAt: null, now });
  await insertRun(tx, { ...begun, endedAt: now });
  const authorName = agent?.configuration.name ?? null;
  await addMessages(deps, tx, {
    thread,
    messages: [{ role: "system", kind: "event", content: "resolved", authorName }],
    changes: { ...resolved, ...agentsOwn },
    now,
  });
}
