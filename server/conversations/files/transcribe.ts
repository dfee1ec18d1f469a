import { isAudioType } from "../../../shared/domain/attachments.ts";
import { speechCredits } from "../../../shared/domain/speech.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Asker, Heard } from "../../answering/question.ts";
import { ModelFault } from "../../models/fault.ts";
import type { FaultKind } from "../../models/fault.ts";
import type { Transcriber } from "../../models/transcriber.ts";
import { nameAttachments, readAttachments } from "./attachments.ts";
import { changedAt } from "../messages/changedAt.ts";
import type { ConversationDeps } from "../deps.ts";
import { findMessage, lockThread } from "../threads/find.ts";
import { titleOf } from "../threads/openThread.ts";
import { indexMessages } from "../messages/search/messageIndex.ts";
import type { MessageRow, StoredAttachment } from "../tables.ts";
import { tell } from "../threads/tell.ts";
import { lastMessageOf, updateThread } from "../messages/write.ts";
import type { SaidRow, Talk } from "../answers/talk.ts";

export interface ToHear {
  message: SaidRow;
  asker: Asker;
  signal: AbortSignal;
}

export type HearingDeps = Pick<ConversationDeps, "store" | "storage" | "models" | "spend" | "events" | "now">;

/**
 * Has a message's recordings written down, each once, and keeps that with them: gives the message as it is then, and what
 * did it. Throws `speech_failed` with why; the recordings are there to be listened to all the same.
 */
export async function transcribe(
  deps: HearingDeps,
  talk: Talk,
  { message, asker, signal }: ToHear,
): Promise<{ message: SaidRow; heard: Heard | null }> {
  const recordings = readAttachments(message).filter(isUnheard);
  if (recordings.length === 0) return { message, heard: null };
  const { organizationId } = talk.key;
  const transcriber = await deps.models.openTranscriber(organizationId);
  // Where something was written beside it, that is answered.
  if (!transcriber && message.content !== "") return { message, heard: null };
  if (!transcriber) throw new AppError("speech_failed", nobodyListens);
  const credits = recordings.reduce((sum, { sizeBytes }) => sum + speechCredits(sizeBytes), 0);
  const answerKey = `${asker.answerKey}.speech`;
  const spent = await deps.spend({ agent: talk.agent, asker: { ...asker, answerKey }, credits });
  if (typeof spent === "string") throw new AppError("speech_failed", { message: spent });
  const startedAt = performance.now();
  try {
    const texts = await listen(deps, { organizationId, recordings, transcriber, signal });
    const ms = Math.round(performance.now() - startedAt);
    const attachments = await keepTranscripts(deps, talk, { messageId: message.id, texts });
    return { message: { ...message, attachments }, heard: { model: transcriber.model, ms, credits } };
  } catch (error) {
    // What said nothing costs nothing.
    await spent.giveBack();
    if (error instanceof ModelFault)
      throw new AppError("speech_failed", { ...reasons[error.kind], cause: error });
    throw error;
  }
}

const nobodyListens = { message: "Recordings can't be understood here at the moment." };
const unread = { message: "The recording could not be read." };
const silent = { message: "Nothing could be heard in the recording." };
/** What is said where trying again would not help. */
const reasons: Partial<Record<FaultKind, { message: string }>> = {
  key: nobodyListens,
  funds: nobodyListens,
  unknown_model: nobodyListens,
  no_access: nobodyListens,
  request: unread,
};

function isUnheard({ contentType, transcript }: StoredAttachment): boolean {
  return isAudioType(contentType) && transcript === undefined;
}

interface Listening {
  organizationId: string;
  recordings: StoredAttachment[];
  transcriber: Transcriber;
  signal: AbortSignal;
}

/** Gives what is said in each recording, by its id. */
async function listen(
  { storage }: HearingDeps,
  { organizationId, recordings, transcriber, signal }: Listening,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const { id, contentType, sizeBytes } of recordings) {
    const file = await storage.openFile(organizationId, id);
    const bytes = new Uint8Array(await file.readStart(sizeBytes));
    texts.set(id, await transcriber.transcribe({ contentType, bytes }, signal));
  }
  if ([...texts.values()].every((text) => text === "")) {
    throw new AppError("speech_failed", silent);
  }
  return texts;
}

/** A message without words is found by its transcript and called after it, wherever it was called after its file. */
async function keepTranscripts(
  deps: HearingDeps,
  { key }: Talk,
  { messageId, texts }: { messageId: string; texts: Map<string, string> },
): Promise<string> {
  return deps.store.transaction(async (tx) => {
    const before = await lockThread(tx, key);
    const message = await findMessage(tx, before, messageId);
    // Deleted while the provider listened.
    if (message.kind !== "text") throw new AppError("not_found");
    const attachments = JSON.stringify(
      readAttachments(message).map((file) => {
        const transcript = texts.get(file.id);
        return transcript === undefined ? file : { ...file, transcript };
      }),
    );
    const now = deps.now();
    const updatedAt = changedAt(message, now);
    await tx
      .updateTable("messages")
      .set({ attachments, updatedAt })
      .where("organizationId", "=", key.organizationId)
      .where("id", "=", messageId)
      .execute();
    const heard: MessageRow = { ...message, attachments, updatedAt };
    await indexMessages(tx, [heard]);
    const name = titleOf(message.content || nameAttachments(message));
    const isLast =
      before.lastMessageRole === "user" &&
      before.lastMessageText === lastMessageOf([message], 0).lastMessageText;
    const { lastMessageText } = lastMessageOf([heard], now);
    const changes = {
      ...(before.title === name && { title: titleOf(message.content || nameAttachments(heard)) }),
      ...(isLast && { lastMessageText: lastMessageText ?? null }),
    };
    const thread = await updateThread(tx, before, { changes, now });
    await tell(deps, tx, { thread, before, messages: [heard], now });
    return attachments;
  });
}
