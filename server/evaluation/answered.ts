import type { Receipt } from "../../shared/contract/conversations/answers/receipts.ts";
import type { PastTurn } from "../../shared/contract/evaluation/testCase.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { wordsOf } from "../conversations/files/attachments.ts";
import { readReceipt } from "../answering/receipts.ts";
import { findMessage, findThread } from "../conversations/threads/find.ts";
import type { MessageRow, ThreadRow } from "../conversations/tables.ts";
import type { ThreadKey } from "../conversations/deps.ts";
import type { Store } from "../database/store.ts";
import { readHistory } from "./history.ts";

/** An answer of the agent with all that it was given. */
export interface Answered {
  thread: ThreadRow;
  message: MessageRow;
  question: string;
  history: PastTurn[];
  /** Null where the agent was cut before it looked anything up. */
  receipt: Receipt | null;
}

/** The agent's answer in a conversation, and what it answers; another message is `not_found`. */
export async function findAnswered({ db }: Store, key: ThreadKey, messageId: string): Promise<Answered> {
  const thread = await findThread(db, key);
  const message = await findMessage(db, thread, messageId);
  if (message.role !== "assistant" || message.kind !== "text" || message.inReplyTo === null)
    throw new AppError("not_found");
  const { organizationId, threadId } = message;
  const question = await findMessage(db, thread, message.inReplyTo);
  const history = await readHistory(db, { organizationId, threadId, before: question.position });
  const receipt = await readReceipt(db, { organizationId, threadId, messageId });
  return { thread, message, question: wordsOf(question), history, receipt };
}
