import type { Attachment } from "../../shared/contract/conversations.ts";
import { isImageType } from "../../shared/domain/attachments.ts";
import type { AskedFile } from "../answering/files.ts";
import type { Tx } from "../database/store.ts";
import type { VisitorCaller } from "../door/handle.ts";
import { readImageType } from "../storage/imageType.ts";
import { makeAttachmentAddress } from "./attachmentAddress.ts";
import type { ConversationDeps } from "./deps.ts";
import type { MessageRow, StoredAttachment } from "./tables.ts";

export const dayMs = 24 * 60 * 60 * 1000;
/** What one visitor may send in a day. */
export const mostBytesADay = 100_000_000;

/** The files that a message keeps. */
export function readAttachments({ attachments }: Pick<MessageRow, "attachments">): StoredAttachment[] {
  return JSON.parse(attachments) as StoredAttachment[]; // written by takeAttachments
}

/** The files of a message as everybody who sees it gets them: with addresses that hold for a day. */
export function presentAttachments(
  row: Pick<MessageRow, "organizationId" | "attachments">,
  { attachmentKey, now }: Pick<ConversationDeps, "attachmentKey" | "now">,
): Attachment[] {
  const { organizationId } = row;
  return readAttachments(row).map(({ id, name, contentType, sizeBytes }) => {
    const url = makeAttachmentAddress(attachmentKey, { organizationId, id }, now());
    return { id, name, contentType, sizeBytes, url };
  });
}

/** What a list says of a message without words. */
export function nameAttachments(row: Pick<MessageRow, "attachments">): string {
  return readAttachments(row)
    .map(({ name }) => name)
    .join(", ");
}

/** A visitor's files by their ids, as their bytes are: what calls itself a picture and is none counts as unknown. */
export type CheckedTypes = Map<string, string>;

/** Looks at the first bytes of files that claim to be pictures; outside of any transaction, because it reads files. */
export async function checkTypes(
  { store, storage }: ConversationDeps,
  { organizationId, contactId }: VisitorCaller,
  ids: string[],
): Promise<CheckedTypes> {
  const types: CheckedTypes = new Map();
  if (ids.length === 0) return types;
  await storage.settleFiles(organizationId, ids);
  const rows = await store.db
    .selectFrom("attachments")
    .innerJoin("files", (join) =>
      join
        .onRef("files.organizationId", "=", "attachments.organizationId")
        .onRef("files.id", "=", "attachments.id"),
    )
    .select(["attachments.id", "attachments.contentType"])
    .where("attachments.organizationId", "=", organizationId)
    .where("attachments.contactId", "=", contactId)
    .where("attachments.id", "in", ids)
    .where("files.status", "=", "stored")
    .execute();
  for (const { id, contentType } of rows) {
    const image = await readImageType(await storage.openFile(organizationId, id));
    types.set(id, image ?? (isImageType(contentType) ? "application/octet-stream" : contentType));
  }
  return types;
}

export interface Taking {
  caller: VisitorCaller;
  ids: string[];
  messageId: string;
  /** Those that are the visitor's own and on the server. */
  types: CheckedTypes;
}

/**
 * Binds a visitor's own files to the message that they go along with, each once, and gives what the message keeps; null
 * where one of them is not there to be sent.
 */
export async function takeAttachments(
  tx: Tx,
  { caller, ids, messageId, types }: Taking,
): Promise<string | null> {
  if (ids.length === 0) return "[]";
  const { organizationId, agentId, contactId } = caller;
  const rows = await tx
    .updateTable("attachments")
    .set({ messageId })
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("contactId", "=", contactId)
    .where("id", "in", ids)
    .where("messageId", "is", null)
    .returningAll()
    .execute();
  const taken = ids.flatMap((id): StoredAttachment[] => {
    const row = rows.find((one) => one.id === id);
    const contentType = types.get(id);
    return row && contentType !== undefined
      ? [{ id, name: row.name, contentType, sizeBytes: row.sizeBytes }]
      : [];
  });
  return taken.length === ids.length ? JSON.stringify(taken) : null;
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
