import type { AgentKey } from "../../agents/parts.ts";
import type { Db } from "../../database/store.ts";
import { runWithHalt } from "../threads/haltAnswers.ts";
import type { ConversationDeps } from "../deps.ts";
import { lockThread } from "../threads/find.ts";
import { endStreaming } from "../threads/handOver.ts";
import type { Writer } from "./writer.ts";

/** By its code a chat says it in the visitor's language. */
const closed = {
  status: "failed",
  error: { code: "surface_disabled", message: "This chat was closed before the answer was finished." },
} as const;

/**
 * Ends what a deleted agent is still writing, in whichever process: the text stays as far as it came, and its visitor is told
 * why. One conversation after the other, so that nobody else waits for all of them; one that can't be ended now comes to
 * its own end, as there is no agent for what would be rewritten.
 */
export async function closeAnswers(deps: ConversationDeps, writer: Writer, key: AgentKey): Promise<void> {
  const threadIds = await listWriting(deps.store.db, key).catch((error: unknown) => (deps.report(error), []));
  for (const threadId of threadIds) {
    const close = runWithHalt(deps, writer, async (tx, halt) => {
      const thread = await lockThread(tx, { ...key, threadId });
      await endStreaming(deps, tx, { thread, halted: halt(threadId), now: deps.now(), as: closed });
    });
    await close.catch(deps.report);
  }
}

/** By their status first, which few have: by their agent SQLite would read all that was ever said there. */
async function listWriting(db: Db, { organizationId, agentId }: AgentKey): Promise<string[]> {
  const rows = await db
    .with(
      (written) => written("written").materialized(),
      (from) => from.selectFrom("messages").selectAll().where("status", "=", "streaming"),
    )
    .selectFrom("written")
    .select("threadId")
    .distinct()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .execute();
  return rows.map(({ threadId }) => threadId);
}
