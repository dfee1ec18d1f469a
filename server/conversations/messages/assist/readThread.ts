import type { Db } from "../../../database/store.ts";
import { wordsOf } from "../../files/attachments.ts";
import type { ThreadKey } from "../../deps.ts";
import type { MessageRow } from "../../tables.ts";

/** A message as a summary reads it. */
export type ReadRow = Pick<
  MessageRow,
  "position" | "role" | "kind" | "content" | "attachments" | "about" | "authorId" | "authorName" | "createdAt"
>;

/** The parts of a summary's input, oldest first. */
export interface ReadThread {
  /** What the visitor wrote first. */
  first: ReadRow | null;
  /** The newest of what was said to everybody. */
  said: ReadRow[];
  /** The newest of what was decided about it. */
  decided: ReadRow[];
  /** The position that follows all of it. */
  to: number;
}

const mostSaid = 200;
const mostDecided = 8;
const decisions = [
  ...[
    "personRequested",
    "agentPaused",
    "agentLive",
    "personLeft",
    "ended",
    "joined",
    "handedBack",
    "assigned",
    "given",
  ],
  ...["teamAssigned", "snoozed", "pending", "priority", "resolved", "reopened"],
];

/** Reads a conversation for a summary: no private note, and no text that is still being written. */
export async function readThread(db: Db, { organizationId, threadId }: ThreadKey): Promise<ReadThread> {
  const found = db
    .selectFrom("messages")
    .select([
      "position",
      "role",
      "kind",
      "content",
      "attachments",
      "about",
      "authorId",
      "authorName",
      "createdAt",
    ])
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId);
  const texts = found
    .where("kind", "=", "text")
    .where("audience", "=", "all")
    .where("status", "<>", "streaming")
    .where((row) => row.or([row("content", "<>", ""), row("attachments", "like", '%"transcript":"%')]));
  const [first, said, decided] = await Promise.all([
    texts.where("role", "=", "user").orderBy("position").limit(1).executeTakeFirst(),
    texts.orderBy("position", "desc").limit(mostSaid).execute(),
    found
      .where("kind", "=", "event")
      .where("content", "in", decisions)
      .orderBy("position", "desc")
      .limit(mostDecided)
      .execute(),
  ]);
  const to = (said[0]?.position ?? -1) + 1;
  const read = (row: ReadRow) => ({ ...row, content: wordsOf(row) });
  return {
    first: first ? read(first) : null,
    said: said.reverse().map(read),
    decided: decided.reverse(),
    to,
  };
}
