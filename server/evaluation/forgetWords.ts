import type { Receipt } from "../../shared/contract/conversations/answers/receipts.ts";
import { wordsOf } from "../conversations/files/attachments.ts";
import type { Tx } from "../database/store.ts";
import type {} from "../answering/tables.ts";
import type {} from "../conversations/tables.ts";
import { forgetThreads } from "./forgetThreads.ts";
import { readAsked } from "./askedQuestions.ts";
import { nameQuestion } from "./nameQuestion.ts";
import { markOrigin } from "./origin.ts";
import { readCase } from "./present.ts";
import type {} from "./tables.ts";

/**
 * Deletes all that is kept of what was said in conversations that are to be erased: cases made from them with their
 * results, in copies of the agent and where a file brought them too, what runs replayed, and questions that were taken off
 * the list of gaps.
 * Called while the conversations are there.
 */
export async function forgetWords(
  tx: Tx,
  wanted: { organizationId: string; agentId: string; threadIds: readonly string[] },
): Promise<void> {
  await removeCases(tx, wanted);
  await removeClosedGaps(tx, wanted);
  await forgetThreads(tx, wanted);
}

type Wanted = Parameters<typeof forgetWords>[1];

/** A copy of the agent, or one that its file made, may have the same cases: the whole organization is looked through. */
async function removeCases(tx: Tx, { organizationId, threadIds }: Wanted): Promise<void> {
  const cases = await tx
    .selectFrom("testCases")
    .select(["id", "body"])
    .where("organizationId", "=", organizationId)
    .where((row) => row.or([row("body", "not like", '%"from":null%'), row("body", "like", '%"origin":"%')]))
    .execute();
  const marks = new Set(threadIds.map((threadId) => markOrigin({ organizationId, threadId })));
  const made = cases.filter((row) => {
    const { from, origin } = readCase(row);
    return (from && threadIds.includes(from.threadId)) || (origin !== undefined && marks.has(origin));
  });
  if (made.length === 0) return;
  const ids = made.map(({ id }) => id);
  await tx
    .deleteFrom("evaluationResults")
    .where("organizationId", "=", organizationId)
    .where("caseId", "in", ids)
    .execute();
  await tx
    .deleteFrom("testCases")
    .where("organizationId", "=", organizationId)
    .where("id", "in", ids)
    .execute();
}

async function removeClosedGaps(tx: Tx, { organizationId, agentId, threadIds }: Wanted): Promise<void> {
  const closed = tx
    .selectFrom("closedGaps")
    .select("question")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId);
  if ((await closed.limit(1).execute()).length === 0) return;
  const asked = await tx
    .selectFrom("messages as question")
    .leftJoin("messages as answer", (join) =>
      join
        .onRef("answer.organizationId", "=", "question.organizationId")
        .onRef("answer.threadId", "=", "question.threadId")
        .onRef("answer.inReplyTo", "=", "question.id"),
    )
    .leftJoin("receipts as receipt", (join) =>
      join
        .onRef("receipt.organizationId", "=", "answer.organizationId")
        .onRef("receipt.messageId", "=", "answer.id"),
    )
    .select(["question.content", "question.attachments", "receipt.body as receipt"])
    .where("question.organizationId", "=", organizationId)
    .where("question.threadId", "in", threadIds)
    .where("question.role", "=", "user")
    .execute();
  const names = asked.flatMap(({ receipt, ...question }) => {
    const words = wordsOf(question);
    const read = receipt === null ? null : (JSON.parse(receipt) as Receipt); // written by saveReceipt
    return [nameQuestion(words), nameQuestion(readAsked(words, read))];
  });
  for (const question of new Set(names)) {
    await tx
      .deleteFrom("closedGaps")
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .where("question", "=", question)
      .execute();
  }
}
