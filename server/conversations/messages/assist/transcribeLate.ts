import { AppError } from "../../../../shared/errors/errors.ts";
import type { Db } from "../../../database/store.ts";
import type { ConversationDeps, ThreadKey } from "../../deps.ts";
import { findMessage, findThread } from "../../threads/find.ts";
import { askerOf, readTalk } from "../../answers/question.ts";
import type { MessageRow } from "../../tables.ts";
import { transcribe } from "../../files/transcribe.ts";
import { asTeams } from "./asTeams.ts";

export interface LateWanted {
  key: ThreadKey;
  messageId: string;
  userId: string;
}

/** Has the recordings of a message written down that no agent has listened to. */
export type TranscribeLate = (wanted: LateWanted) => Promise<MessageRow>;

/**
 * Two who ask at once wait for the same words; on two processes the provider is asked twice, and the agent charged once
 * all the same, because the charge is the message's. The requester may leave: what is written down is kept for the
 * others.
 */
export function createTranscribeLate(deps: ConversationDeps): TranscribeLate {
  const running = new Map<string, Promise<unknown>>();
  const { db } = deps.store;

  async function listen({ key, messageId, userId }: LateWanted): Promise<void> {
    const talk = await readTalk(deps, key);
    if (!talk) throw new AppError("not_found");
    const message = await findMessage(db, await findThread(db, key), messageId);
    if (message.role !== "user") {
      throw new AppError("conflict", { message: "Only visitors’ recordings are transcribed." });
    }
    if (await isAsked(db, message)) {
      throw new AppError("conflict", { message: "The agent is transcribing it. Check again in a moment." });
    }
    const { agent, asker } = asTeams(talk.agent, { ...askerOf(talk), answerKey: messageId }, userId);
    const { signal } = new AbortController();
    await transcribe(deps, { ...talk, agent }, { message, asker, signal });
  }

  return async (wanted) => {
    const { key, messageId } = wanted;
    const id = `${key.organizationId}/${key.agentId}/${key.threadId}/${messageId}`;
    const work = running.get(id) ?? listen(wanted).finally(() => running.delete(id));
    running.set(id, work);
    await work;
    return findMessage(db, await findThread(db, key), messageId);
  };
}

/** Whether an answer to it is being written, for which it is written down too. */
async function isAsked(db: Db, { organizationId, threadId, id }: MessageRow): Promise<boolean> {
  const row = await db
    .selectFrom("messages")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("inReplyTo", "=", id)
    .where("status", "=", "streaming")
    .executeTakeFirst();
  return row !== undefined;
}
