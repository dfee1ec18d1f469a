import type { AnswerOutcome } from "../../answering/answering.ts";
import type { Receipt } from "../../../shared/contract/conversations/answers/receipts.ts";
import { readReceipt, saveReceipt } from "../../answering/receipts.ts";
import { countUse } from "../../knowledge/pages/countUse.ts";
import { statement } from "../../database/statement.ts";
import type { Tx } from "../../database/store.ts";
import type { ConversationDeps } from "../deps.ts";
import { endByAgent } from "../actions/endByAgent.ts";
import { keepApprovals } from "../actions/keepApprovals.ts";
import { handOverNow } from "../actions/handOverBySkill.ts";
import { makeProposal, storeProposal } from "../actions/propose.ts";
import { rememberCited } from "./cited/cited.ts";
import { lockThread } from "../threads/find.ts";
import { indexMessages } from "../messages/search/messageIndex.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";
import { tell } from "../threads/tell.ts";
import { waitForTeam } from "../threads/waitForTeam.ts";
import { lastMessageOf, updateThread } from "../messages/write.ts";

/** How an answer ends: its text as far as it came, and what is behind it where that is known. */
export interface AnswerEnd {
  status: "sent" | "stopped" | "failed";
  text: string;
  outcome: AnswerOutcome | null;
  error: { code: string; message: string } | null;
}

export interface EndOptions {
  row: Pick<MessageRow, "organizationId" | "agentId" | "threadId" | "id" | "generation">;
  end: AnswerEnd;
  /** The thread where the caller holds it already. */
  thread?: ThreadRow;
  now: number;
}

/** Ends an answer that is still being written in this generation, and gives its row; null where it had ended already. */
export async function endAnswer(
  deps: ConversationDeps,
  tx: Tx,
  options: EndOptions,
): Promise<MessageRow | null> {
  const { row, end, now } = options;
  const thread = options.thread ?? (await lockThread(tx, row));
  const { status, text, outcome, error } = end;
  const proposed = status === "sent" ? (outcome?.actions ?? []) : [];
  const proposal = makeProposal(thread, row.id, { proposed, now });
  const [ended] = await putEnd(tx, {
    organizationId: row.organizationId,
    id: row.id,
    generation: row.generation,
    content: text,
    status,
    error: error && JSON.stringify(error),
    citations: JSON.stringify(outcome?.citations ?? []),
    followUps: JSON.stringify(status === "sent" ? (outcome?.followUps ?? []) : []),
    actions: proposal.actions,
    updatedAt: now,
  });
  if (!ended) return null;
  await storeProposal(deps, tx, proposal);
  await indexMessages(tx, [ended]);
  await rememberCited(tx, ended, outcome?.citations ?? []);
  if (outcome) {
    const key = { organizationId: row.organizationId, threadId: row.threadId, messageId: row.id };
    await saveReceipt(tx, { key, receipt: { messageId: row.id, ...outcome.receipt }, now });
    const { passages } = outcome.receipt;
    if (thread.preview === 0) await countUse(tx, { organizationId: row.organizationId, passages, now });
  }
  // A person may have written since; then theirs is the thread's last message.
  const isLast = ended.position >= thread.nextPosition - 1 || !(await isFollowed(tx, ended));
  const byProcedure = followsProcedure(thread, end);
  const isSaid = status === "sent" && text.trim() !== "";
  const firstAnswerAt = thread.firstAnswerAt ?? (isSaid ? now : null);
  const last = isLast && lastMessageOf([ended], now);
  const changes = { ...last, byProcedure, firstAnswerAt, lastActivityAt: now };
  const receipt = outcome ? { messageId: row.id, ...outcome.receipt } : await findEarlierReceipt(tx, ended);
  const counted = { messages: [ended], receipt };
  const updated = await updateThread(tx, thread, { changes, counted, now });
  await tell(deps, tx, {
    thread: updated,
    before: thread,
    messages: [ended],
    isNew: row.generation === 0,
    now,
  });
  const shown = proposal.runs.length > 0 ? await keepApprovals(deps, tx, { thread: updated, now }) : updated;
  // The visitor asked for a person and the model did what they wanted: who stopped the answer has thought better of it.
  if (outcome?.handsOver && status !== "stopped" && shown.handledBy === "ai") {
    const { handsOver } = proposal;
    if (handsOver) await handOverNow(deps, tx, { thread: shown, ...handsOver, now });
    else await waitForTeam(deps, tx, { thread: shown, now });
  } else if (proposal.ends && shown.handledBy === "ai" && isLast) {
    await endByAgent(deps, tx, { thread: shown, skill: proposal.ends, now });
  }
  const { id } = ended;
  tx.afterCommit(() => deps.bus.publish(answerChannel(id), "ended"));
  return ended;
}

/** An answer that is begun again and comes to nothing keeps the receipt of the one before. */
async function findEarlierReceipt(tx: Tx, row: MessageRow): Promise<Receipt | null> {
  return row.generation === 0 ? null : readReceipt(tx, { ...row, messageId: row.id });
}

/** Whether a rule about handing over holds now; a hand-over acts on a yes to what the rule had the agent offer before. */
function followsProcedure({ hadPerson, byProcedure }: ThreadRow, { status, outcome }: AnswerEnd): number {
  if (hadPerson === 1 || status !== "sent" || !outcome) return byProcedure;
  return outcome.hasHandoverRule || (outcome.handsOver && byProcedure === 1) ? 1 : 0;
}

const putEnd = statement((db, { organizationId, id, generation, ...end }: StoredEnd) =>
  db
    .updateTable("messages")
    .set({ ...end, owner: null, leaseUntil: null })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("status", "=", "streaming")
    .where("generation", "=", generation)
    .returningAll(),
);

type StoredEnd = Pick<
  MessageRow,
  | "organizationId"
  | "id"
  | "generation"
  | "content"
  | "status"
  | "error"
  | "citations"
  | "followUps"
  | "actions"
  | "updatedAt"
>;

/** Whether anything was said after a message; what merely happened does not count. */
async function isFollowed(tx: Tx, { organizationId, threadId, position }: MessageRow): Promise<boolean> {
  return (await selectNext(tx, { organizationId, threadId, position })).length > 0;
}

type Place = Pick<MessageRow, "organizationId" | "threadId" | "position">;

const selectNext = statement((db, { organizationId, threadId, position }: Place) =>
  db
    .selectFrom("messages")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("position", ">", position)
    .where("kind", "=", "text")
    .where("audience", "=", "all")
    .limit(1),
);

/** The channel on which an answer's readers in other processes, and its writer, hear that its row changed. */
export function answerChannel(messageId: string): string {
  return `answer:${messageId}`;
}
