import type { Attachment } from "../../../shared/contract/conversations/files/attachment.ts";
import { isAudioType, isImageType } from "../../../shared/domain/attachments.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { expressionBuilder } from "kysely";
import type { Tables, Tx } from "../../database/store.ts";
import { audioMarkBytes, audioTypeOf } from "../../storage/audioType.ts";
import { imageTypeOf } from "../../storage/imageType.ts";
import { makeAttachmentAddress } from "./attachmentAddress.ts";
import type { ConversationDeps } from "../deps.ts";
import type { AttachmentRow, MessageRow, StoredAttachment } from "../tables.ts";
import type { AskedFile } from "../../answering/askedFile.ts";

export const dayMs = 24 * 60 * 60 * 1000;
/** What a visitor, and what a member, may send in a day: how much one of them fills of the disk has an end. */
const mostBytesADay = { visitor: 100_000_000, member: 1_000_000_000 };

/** The files that a message keeps. */
export function readAttachments({ attachments }: Pick<MessageRow, "attachments">): StoredAttachment[] {
  return JSON.parse(attachments) as StoredAttachment[]; // written by takeAttachments
}

/** The files of a message, or of one to come, as everybody who sees it gets them: with addresses that soon end. */
export function presentAttachments(
  row: Pick<MessageRow, "organizationId" | "attachments">,
  deps: PresentDeps,
): Attachment[] {
  return presentFiles(row.organizationId, readAttachments(row), deps);
}

type PresentDeps = Pick<ConversationDeps, "attachmentKey" | "now">;

/** The same for files that nothing keeps yet. */
export function presentFiles(
  organizationId: string,
  files: readonly StoredAttachment[],
  { attachmentKey, now }: PresentDeps,
): Attachment[] {
  return files.map(({ id, name, contentType, sizeBytes, transcript }) => {
    const url = makeAttachmentAddress(attachmentKey, { organizationId, id }, now());
    return { id, name, contentType, sizeBytes, url, ...(transcript !== undefined && { transcript }) };
  });
}

/** What a list says of a message without words: what its recordings say, and what other files are called. */
export function nameAttachments(row: Pick<MessageRow, "attachments">): string {
  return readAttachments(row)
    .map(({ name, transcript }) => transcript ?? name)
    .join(", ");
}

/** What was written, and what was said in recordings. */
export function wordsOf(row: Pick<MessageRow, "content" | "attachments">): string {
  const said = readAttachments(row).flatMap(({ transcript }) => transcript || []);
  return [row.content, ...said].filter((words) => words !== "").join("\n\n");
}

/** Senders of files: a visitor, or a member. */
export type Sender = AgentKey & ({ contactId: string } | { authorId: string });

/** Makes the rows of a sender's file that is to be uploaded. */
export async function announceAttachment(
  { storage, now }: Pick<ConversationDeps, "storage" | "now">,
  tx: Tx,
  { sender, file }: { sender: Sender; file: Omit<StoredAttachment, "id"> },
) {
  const { organizationId, agentId } = sender;
  await refuseTooMuch(tx, sender, { sizeBytes: file.sizeBytes, now: now() });
  const [contactId, authorId] = "authorId" in sender ? ["", sender.authorId] : [sender.contactId, null];
  const announced = await storage.announce(tx, { organizationId, ...file, createdBy: authorId });
  await tx
    .insertInto("attachments")
    .values({
      ...{ organizationId, id: announced.fileId, agentId, contactId, authorId, ...file },
      ...{ messageId: null, replyId: null, createdAt: now() },
    })
    .execute();
  return announced;
}

/** Refuses a file with which a visitor of this agent, or a member with all agents, sends too much in a day. */
async function refuseTooMuch(
  tx: Tx,
  sender: Sender,
  { sizeBytes, now }: { sizeBytes: number; now: number },
): Promise<void> {
  await holdSender(tx, sender);
  const { bytes } = await tx
    .selectFrom("attachments")
    .select((row) => row.fn.sum<number | string | null>("sizeBytes").as("bytes"))
    .where(isOf(sender))
    .where("createdAt", ">", now - dayMs)
    .executeTakeFirstOrThrow();
  const most = mostBytesADay["authorId" in sender ? "member" : "visitor"];
  if (Number(bytes ?? 0) + sizeBytes <= most) return;
  throw new AppError("attachments_refused", {
    message: "The daily limit of files is reached. Try again tomorrow.",
  });
}

/** Two files that a sender announces at once come one after the other: both would count before either is written. */
async function holdSender(tx: Tx, sender: Sender): Promise<void> {
  const { organizationId } = sender;
  if ("authorId" in sender) {
    const member = tx.selectFrom("members").select("userId").where("userId", "=", sender.authorId);
    await member.where("organizationId", "=", organizationId).forUpdate().execute();
    return;
  }
  const contact = tx.selectFrom("contacts").select("id").where("id", "=", sender.contactId);
  await contact.where("organizationId", "=", organizationId).forUpdate().execute();
}

function isOf(sender: Sender) {
  const row = expressionBuilder<Tables, "attachments">();
  const own =
    "authorId" in sender
      ? [row("attachments.authorId", "=", sender.authorId)]
      : [
          row("attachments.agentId", "=", sender.agentId),
          row("attachments.contactId", "=", sender.contactId),
          row("attachments.authorId", "is", null),
        ];
  return row.and([row("attachments.organizationId", "=", sender.organizationId), ...own]);
}

/** The sender's own files that are not sent or kept yet. */
function isUnsentOf(sender: Sender) {
  const row = expressionBuilder<Tables, "attachments">();
  return row.and([
    isOf(sender),
    row("attachments.agentId", "=", sender.agentId),
    row("attachments.messageId", "is", null),
    row("attachments.replyId", "is", null),
  ]);
}

/** A sender's files by their ids, as their bytes are: what calls itself a picture or a recording and is none counts as unknown. */
export type CheckedTypes = Map<string, string>;

/** Looks at the first bytes of files; outside of any transaction, because it reads files. */
export async function checkTypes(
  { store, storage }: Pick<ConversationDeps, "store" | "storage">,
  sender: Sender,
  ids: string[],
): Promise<CheckedTypes> {
  const types: CheckedTypes = new Map();
  if (ids.length === 0) return types;
  const { organizationId } = sender;
  await storage.settleFiles(organizationId, ids);
  const rows = await store.db
    .selectFrom("attachments")
    .innerJoin("files", (join) =>
      join
        .onRef("files.organizationId", "=", "attachments.organizationId")
        .onRef("files.id", "=", "attachments.id"),
    )
    .select(["attachments.id", "attachments.contentType"])
    .where(isUnsentOf(sender))
    .where("attachments.id", "in", ids)
    .where("files.status", "=", "stored")
    .execute();
  for (const { id, contentType } of rows) {
    const start = await (await storage.openFile(organizationId, id)).readStart(audioMarkBytes);
    types.set(id, typeOfBytes(start, contentType));
  }
  return types;
}

/** A file's type as its first bytes have it: what calls itself a picture or a recording and is none counts as unknown. */
export function typeOfBytes(start: Uint8Array, claimed: string): string {
  const image = imageTypeOf(start);
  if (image) return image;
  if (isAudioType(claimed)) return audioTypeOf(start) ?? unknownType;
  return isImageType(claimed) ? unknownType : claimed;
}

const unknownType = "application/octet-stream";

export interface Taking {
  sender: Sender;
  ids: string[];
  /** Where they belong from now on: a message of this visitor's conversation, or a reply that keeps them. */
  to: Pick<AttachmentRow, "messageId" | "contactId"> | Pick<AttachmentRow, "replyId">;
  /** Those that are the sender's own and on the server. */
  types: CheckedTypes;
}

/**
 * Binds a sender's own files to what they go along with, each once, and gives what it keeps of them; null where one of
 * them is not there to be sent.
 */
export async function takeAttachments(tx: Tx, { sender, ids, to, types }: Taking): Promise<string | null> {
  if (ids.length === 0) return "[]";
  const rows = await tx
    .updateTable("attachments")
    .set(to)
    .where(isUnsentOf(sender))
    .where("id", "in", ids)
    .returningAll()
    .execute();
  const wanted = [...new Set(ids)];
  const taken = wanted.flatMap((id): StoredAttachment[] => {
    const row = rows.find((one) => one.id === id);
    const contentType = types.get(id);
    return row && contentType !== undefined
      ? [{ id, name: row.name, contentType, sizeBytes: row.sizeBytes }]
      : [];
  });
  return taken.length === wanted.length ? JSON.stringify(taken) : null;
}

/** Does so; `attachments_refused` where one of them is not there to be sent. */
export async function takeOrRefuse(tx: Tx, taking: Taking): Promise<string> {
  return (await takeAttachments(tx, taking)) ?? refuseMissing();
}

export function refuseMissing(): never {
  throw new AppError("attachments_refused", {
    message: "A file is no longer here, or not yet. Choose it again.",
  });
}

/** What is rewritten may be empty only where files stay with it. */
export function refuseNothing(row: Pick<MessageRow, "attachments">, content: string): void {
  if (content !== "" || row.attachments !== "[]") return;
  throw new AppError("invalid_input", {
    fields: [{ path: "body.data.content", message: "Field is required" }],
  });
}

/** Whether a message that is repeated has the files that it had. */
export function hasSameFiles(row: Pick<MessageRow, "attachments">, ids: readonly string[]): boolean {
  const had = readAttachments(row).map(({ id }) => id);
  return had.join() === [...new Set(ids)].join();
}

/** A message's file as an answer reads it. */
export function openAttachment(
  storage: Pick<ConversationDeps["storage"], "openFile">,
  organizationId: string,
  { id, ...file }: StoredAttachment,
): AskedFile {
  return {
    ...file,
    read: async (most) => (await storage.openFile(organizationId, id)).readStart(most),
  };
}
