import type { AgentKey } from "../agents/parts.ts";
import type { Tx } from "../database/store.ts";
import type { ConversationDeps } from "./deps.ts";
import { endAnswer } from "./endAnswer.ts";
import type { AnswerEnd } from "./endAnswer.ts";
import type { Run } from "./run.ts";
import type { MessageRow } from "./tables.ts";
import { endOf } from "./writer.ts";
import type { Writer } from "./writer.ts";

/**
 * Ends what an agent is writing, here or in another process, in the transaction that deletes it: the text stays as far as it
 * came, and its visitor is told why. Who writes it hears of the end once that is stored, and stops the model.
 */
export async function closeAnswers(
  deps: ConversationDeps,
  tx: Tx,
  { writer, ...key }: AgentKey & { writer: Writer },
): Promise<void> {
  const now = deps.now();
  const written = await listWritten(tx, key);
  for (const thread of await lockThreads(tx, key, written)) {
    for (const row of written.filter(({ threadId }) => threadId === thread.id)) {
      const run = writer.find(row.id);
      const isRuns = run?.row.generation === row.generation;
      const end = run && isRuns ? closedEnd(run) : { ...closedUnseen, text: row.content };
      await endAnswer(deps, tx, { row, end, thread, now });
    }
  }
}

/** By its code a chat says it in the visitor's language. */
const closed = {
  code: "surface_disabled",
  message: "This chat was closed before the answer was finished.",
};

/** Another process writes it: what stands behind its text is known there alone. */
const closedUnseen = { status: "failed", outcome: null, error: closed } as const;

/** Nobody is waited for in a chat that is closed, whatever the model was about to do. */
function closedEnd(run: Run): AnswerEnd {
  const { outcome, ...end } = endOf(run, "failed", closed);
  return { ...end, outcome: outcome && { ...outcome, handsOver: false } };
}

/** By their status first, which few have: by their agent SQLite would read all that was ever said there. */
function listWritten(tx: Tx, { organizationId, agentId }: AgentKey): Promise<MessageRow[]> {
  return tx
    .with(
      (written) => written("written").materialized(),
      (db) => db.selectFrom("messages").selectAll().where("status", "=", "streaming"),
    )
    .selectFrom("written")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .execute();
}

/** Holds their conversations, always in the same order, as recovery does. */
function lockThreads(tx: Tx, { organizationId, agentId }: AgentKey, written: readonly MessageRow[]) {
  if (written.length === 0) return [];
  return tx
    .selectFrom("threads")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where(
      "id",
      "in",
      written.map(({ threadId }) => threadId),
    )
    .orderBy("id")
    .forUpdate()
    .execute();
}
