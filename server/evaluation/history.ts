import type { PastTurn } from "../../shared/contract/evaluation/testCase.ts";
import { wordsOf } from "../conversations/files/attachments.ts";
import type { Db } from "../database/store.ts";

export interface HistoryWanted {
  organizationId: string;
  threadId: string;
  /** The position of the question. */
  before: number;
}

const mostMessages = 12;
const longestMessage = 4000;

/** Gives the newest part of a conversation before a question, oldest first; a person's replies stand as the agent's. */
export async function readHistory(
  db: Db,
  { organizationId, threadId, before }: HistoryWanted,
): Promise<PastTurn[]> {
  const rows = await db
    .selectFrom("messages")
    .select(["role", "content", "attachments"])
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("position", "<", before)
    .where("kind", "=", "text")
    .where("audience", "=", "all")
    .orderBy("position", "desc")
    .limit(mostMessages)
    .execute();
  return rows.reverse().map((row) => ({
    role: row.role === "user" ? "user" : "assistant",
    content: wordsOf(row).slice(0, longestMessage).toWellFormed(),
  }));
}
