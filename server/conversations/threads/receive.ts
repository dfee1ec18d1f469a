import type { AnswerEvent } from "../../../shared/contract/conversations/conversations.ts";
import { isAudioType } from "../../../shared/domain/attachments.ts";
import { maxMessageCharacters } from "../../../shared/domain/limits.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { VisitorCaller } from "../../requests/handle.ts";
import { followAnswer } from "../answers/follow.ts";
import type { Writer } from "../answers/writer.ts";
import type { ConversationDeps } from "../deps.ts";
import { announceAttachment } from "../files/attachments.ts";
import { acceptMessage } from "../messages/accept.ts";
import { actFor } from "./actFor.ts";
import { requestHandoff } from "./handoff.ts";

/** What somebody wrote by a channel. */
export interface ReceivedMessage extends AgentKey {
  contactId: string;
  /** The conversation; where none has this id, it begins with it. */
  threadId: string;
  surfaceType: string;
  /** The same for every repeat of this message. */
  clientId: string;
  content: string;
  /** Gives the files that come with it, one after the other; asked only where the message is new. */
  listFiles?: () => Iterable<ReceivedFile> | AsyncIterable<ReceivedFile>;
  /** People are asked to answer; the agent does not. */
  isForTeam?: true;
  /** The agent answers nothing for now, as if it were paused: the message waits for the team. */
  isSilent: boolean;
  /** Nothing proves that its sender wrote it, which the team is told. */
  isUnverified?: boolean;
}

/** A file as the message's own; or why there is none, as a sentence that stands in the message instead. */
export type ReceivedFile = { name: string; contentType: string; bytes: Uint8Array } | { problem: string };

export interface Receipt {
  /** False where it had been stored before. */
  isNew: boolean;
  /** What the agent is writing; null where a person answers. */
  answer: ReceivedAnswer | null;
}

export interface ReceivedAnswer {
  messageId: string;
  /** Gives it while it is written, whichever process does. */
  follow(signal: AbortSignal): AsyncGenerator<AnswerEvent, void, void>;
}

export type Receive = (message: ReceivedMessage) => Promise<Receipt>;

/** Makes what stores a channel's message as its visitor's, once however often it is repeated; the answer is written meanwhile. */
export function createReceive(deps: ConversationDeps, writer: Writer): Receive {
  return async (received) => {
    const { organizationId, agentId, contactId, threadId, surfaceType, clientId, isSilent } = received;
    const { isUnverified = false } = received;
    const known = await actFor(deps, { organizationId, sessionId: contactId }, { agentId, contactId });
    const caller = { ...known, surfaceType };
    // Files that come again would be others, so that they are looked for by their message.
    if (received.listFiles && (await isStored(deps, caller, clientId))) return { isNew: false, answer: null };
    if (received.isForTeam)
      await requestHandoff(deps, writer, { caller, newThreadId: threadId, clientId: `${clientId}.person` });
    const kept = await keepFiles(deps, caller, received);
    const { isNew, answer } = await acceptMessage(deps, writer, {
      caller,
      ...{ newThreadId: threadId, clientId, isSilent, isUnverified, ...kept },
    });
    if (!answer) return { isNew, answer };
    const { id: messageId, generation } = answer;
    const follow = (signal: AbortSignal) =>
      followAnswer(deps, writer, { organizationId, messageId, generation, offset: 0, signal });
    return { isNew, answer: { messageId, follow } };
  };
}

async function isStored(
  { store }: Pick<ConversationDeps, "store">,
  { organizationId, contactId }: VisitorCaller,
  clientId: string,
): Promise<boolean> {
  const found = await store.db
    .selectFrom("messages")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", contactId)
    .where("role", "=", "user")
    .where("clientId", "=", clientId)
    .executeTakeFirst();
  return found !== undefined;
}

type KeepingDeps = Pick<ConversationDeps, "store" | "storage" | "models" | "now">;

/** Keeps a message's files as its visitor's own, and says in its words which could not be kept. */
async function keepFiles(
  deps: KeepingDeps,
  caller: VisitorCaller,
  { content, isSilent, listFiles = () => [] }: ReceivedMessage,
): Promise<{ content: string; attachments: string[] }> {
  const attachments: string[] = [];
  const said = [content];
  let hasRecording = false;
  for await (const file of listFiles()) {
    const kept = "problem" in file ? file : await keepFile(deps, caller, file);
    if ("problem" in kept) said.push(`[${kept.problem}]`);
    else attachments.push(kept.id);
    hasRecording ||= "contentType" in file && isAudioType(file.contentType);
  }
  // Where nobody writes down what is said in it, the agent answers that it came.
  const isUnheard = hasRecording && !isSilent && said.join("") === "";
  if (isUnheard && !(await deps.models.openTranscriber(caller.organizationId))) said.push("[Voice message]");
  return { content: said.filter(Boolean).join("\n").slice(0, maxMessageCharacters), attachments };
}

const refusals: ReadonlySet<string> = new Set(["attachments_refused", "storage_full"]);

/** Keeps a file as one that the visitor sent; or gives why it may not be kept. */
async function keepFile(
  deps: Pick<ConversationDeps, "store" | "storage" | "now">,
  { organizationId, agentId, contactId }: VisitorCaller,
  { bytes, ...file }: Exclude<ReceivedFile, { problem: string }>,
): Promise<{ id: string } | { problem: string }> {
  const sender = { organizationId, agentId, contactId };
  const announced = { sender, file: { ...file, sizeBytes: bytes.byteLength } };
  try {
    const { fileId } = await deps.store.transaction((tx) => announceAttachment(deps, tx, announced));
    await deps.storage.sendFile(organizationId, fileId, bytes);
    return { id: fileId };
  } catch (error) {
    // The text of the message still arrives.
    const isRefused = error instanceof AppError && refusals.has(error.code);
    if (!isRefused) throw error;
    return { problem: `“${file.name}” was not kept. ${error.message}` };
  }
}
