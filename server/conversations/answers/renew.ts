import { AppError } from "../../../shared/errors/errors.ts";
import { findAnsweringAgent } from "../../agents/find.ts";
import type { Tx } from "../../database/store.ts";
import type { ConversationDeps } from "../deps.ts";
import { recountApprovals } from "../actions/keepApprovals.ts";
import { withdrawProposals } from "../actions/propose.ts";
import { answerChannel } from "./endAnswer.ts";
import { claim } from "./lease.ts";
import { recountMessage } from "../figures/count.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";

/** Whether the agent answers in a thread now: no person has it or is waited for, and the agent is not paused. */
export async function isAgentsTurn(tx: Tx, thread: ThreadRow): Promise<boolean> {
  return (await mayAnswer(tx, thread)) && thread.handledBy === "ai";
}

/** Whether the agent of a thread is not paused; in the preview it never is. */
export async function mayAnswer(tx: Tx, { organizationId, agentId, ...thread }: ThreadRow): Promise<boolean> {
  const preview = thread.preview === 1;
  const agent = await findAnsweringAgent(tx, { organizationId, agentId }, { preview });
  if (!agent) throw new AppError("not_found");
  return agent.status === "live" || preview;
}

export interface Renewal {
  answer: MessageRow;
  /** The process that will write it. */
  owner: string;
  now: number;
}

/** Empties an answer to be rewritten as its next generation: what was thought of the old text goes with it. */
export async function renewRow(
  { bus }: Pick<ConversationDeps, "bus">,
  tx: Tx,
  { answer, owner, now }: Renewal,
): Promise<MessageRow> {
  const { organizationId, id } = answer;
  // A process that writes or reads the earlier generation checks again.
  tx.afterCommit(() => bus.publish(answerChannel(id), "renewed"));
  await withdrawProposals(tx, answer, now);
  await recountMessage(tx, { before: answer, after: null });
  const renewed = await tx
    .updateTable("messages")
    .set((eb) => ({
      content: "",
      status: "streaming",
      error: null,
      citations: "[]",
      followUps: "[]",
      actions: "[]",
      translations: null,
      feedback: null,
      generation: eb("generation", "+", 1),
      attempts: 1,
      ...claim(owner, now),
      updatedAt: now,
    }))
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (answer.actions !== "[]") await recountApprovals(tx, { organizationId, id: answer.threadId });
  return renewed;
}
