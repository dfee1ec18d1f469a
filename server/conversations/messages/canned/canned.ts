import type { CannedReply } from "../../../../shared/contract/conversations/messages/cannedReplies.ts";
import { maxCannedReplies } from "../../../../shared/domain/limits.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import type { AgentKey } from "../../../agents/parts.ts";
import { newId } from "../../../database/ids.ts";
import type { Db, Tx } from "../../../database/store.ts";
import {
  announceAttachment,
  checkTypes,
  presentAttachments,
  readAttachments,
  takeOrRefuse,
} from "../../files/attachments.ts";
import type { Sender } from "../../files/attachments.ts";
import { removeAttachments } from "../../files/attachmentSweep.ts";
import type { ConversationDeps } from "../../deps.ts";
import { keepFiles } from "../../files/keepFiles.ts";
import type { CannedReplyRow, StoredAttachment } from "../../tables.ts";
import { tellKept } from "../../threads/tell.ts";

export type CannedDeps = Pick<ConversationDeps, "store" | "storage" | "events" | "attachmentKey" | "now">;

/** Whose eyes look for canned replies: the agent's, and this member's own. */
export type CannedKey = AgentKey & { userId: string };

/** The owner of those that are everybody's. */
const everybody = "";

export function presentCanned(row: CannedReplyRow, deps: CannedDeps): CannedReply {
  const { id, name, text, ownerId, uses, updatedAt } = row;
  const attachments = presentAttachments(row, deps);
  return { id, name, text, attachments, isPersonal: ownerId !== everybody, uses, updatedAt };
}

/** Gives those that a member can use, the most used first. */
export async function listCannedRows(db: Db, key: CannedKey): Promise<CannedReplyRow[]> {
  return selectCanned(db, key).orderBy("uses", "desc").orderBy("nameKey").orderBy("id").execute();
}

export interface CannedContent extends Pick<CannedReply, "name" | "text" | "isPersonal"> {
  /** Files of the member's own, and those that it has. */
  attachments: string[];
}

/** Makes one; the agent and each member have each name once. */
export async function makeCanned(
  deps: CannedDeps,
  key: CannedKey,
  { name, text, isPersonal, attachments: ids }: CannedContent,
): Promise<CannedReplyRow> {
  const { store, now } = deps;
  const sender = senderOf(key);
  const types = await checkTypes(deps, sender, ids);
  return store.transaction(async (tx) => {
    const ownerId = isPersonal ? key.userId : everybody;
    const { organizationId, agentId } = key;
    await refuseMore(tx, key, ownerId);
    const at = now();
    const id = newId(at);
    const attachments = await takeOrRefuse(tx, { sender, ids, to: { replyId: id }, types });
    const row: CannedReplyRow = {
      ...{ organizationId, agentId, ownerId, id, name, nameKey: keyOf(name), text, attachments },
      ...{ uses: 0, createdAt: at, updatedAt: at },
    };
    await refuseTaken(tx, key, row);
    await tx.insertInto("cannedReplies").values(row).execute();
    await tellOfCanned(deps, tx, key);
    return row;
  });
}

export async function changeCanned(
  deps: CannedDeps,
  { cannedReplyId, ...key }: CannedKey & { cannedReplyId: string },
  {
    name,
    text,
    isPersonal,
    attachments: ids,
  }: { [Name in keyof CannedContent]?: CannedContent[Name] | undefined },
): Promise<CannedReplyRow> {
  const { store, now } = deps;
  const types = await checkTypes(deps, senderOf(key), ids ?? []);
  return store.transaction(async (tx) => {
    const row = await findCanned(tx, key, cannedReplyId);
    const changed = {
      ...row,
      ...(name !== undefined && { name, nameKey: keyOf(name) }),
      ...(text !== undefined && { text }),
      ...(ids && { attachments: await keepFiles(deps, tx, { sender: senderOf(key), row, ids, types }) }),
      ...(isPersonal !== undefined && { ownerId: isPersonal ? key.userId : everybody }),
      updatedAt: now(),
    };
    if (changed.ownerId !== row.ownerId) await refuseMore(tx, key, changed.ownerId);
    await refuseTaken(tx, key, changed);
    await tx
      .updateTable("cannedReplies")
      .set(changed)
      .where("organizationId", "=", key.organizationId)
      .where("id", "=", row.id)
      .execute();
    await tellOfCanned(deps, tx, key);
    return changed;
  });
}

export async function dropCanned(
  deps: CannedDeps,
  { cannedReplyId, ...key }: CannedKey & { cannedReplyId: string },
): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const { id } = await findCanned(tx, key, cannedReplyId);
    await removeAttachments(deps, tx, { organizationId: key.organizationId, replyId: id });
    await tx
      .deleteFrom("cannedReplies")
      .where("organizationId", "=", key.organizationId)
      .where("id", "=", id)
      .execute();
    await tellOfCanned(deps, tx, key);
  });
}

/**
 * Counts one use more, and gives copies of its files: the member's own to send, so that what was sent stays whatever becomes
 * of the canned reply.
 */
export async function countUse(
  deps: CannedDeps,
  { cannedReplyId, ...key }: CannedKey & { cannedReplyId: string },
): Promise<StoredAttachment[]> {
  const { organizationId } = key;
  const copies = await deps.store.transaction(async (tx) => {
    const row = await findCanned(tx, key, cannedReplyId);
    await tx
      .updateTable("cannedReplies")
      .set((eb) => ({ uses: eb("uses", "+", 1) }))
      .where("organizationId", "=", organizationId)
      .where("id", "=", row.id)
      .execute();
    const announced = [];
    for (const { id: from, ...file } of readAttachments(row)) {
      const { fileId: id } = await announceAttachment(deps, tx, { sender: senderOf(key), file });
      announced.push({ from, id, ...file });
    }
    return announced;
  });
  // After their rows: a copy that no row tells of would stay for good.
  for (const { from, id } of copies) await deps.storage.copyFile(organizationId, { from, to: id });
  return copies;
}

/** All of the team hears it, of a personal one too: it is for another window of its maker's, and says nothing of the reply. */
function tellOfCanned(deps: CannedDeps, tx: Tx, { organizationId, agentId }: CannedKey): Promise<void> {
  return tellKept(deps, tx, { organizationId, agentId, kind: "cannedReplies" });
}

function senderOf({ organizationId, agentId, userId }: CannedKey): Sender {
  return { organizationId, agentId, authorId: userId };
}

async function findCanned(tx: Tx, key: CannedKey, id: string): Promise<CannedReplyRow> {
  const row = await selectCanned(tx, key).where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}

async function refuseTaken(tx: Tx, key: CannedKey, { id, ownerId, nameKey }: CannedReplyRow): Promise<void> {
  const same = await selectCanned(tx, key)
    .where("ownerId", "=", ownerId)
    .where("nameKey", "=", nameKey)
    .where("id", "!=", id)
    .executeTakeFirst();
  if (same) throw new AppError("name_taken");
}

async function refuseMore(tx: Tx, key: CannedKey, ownerId: string): Promise<void> {
  const owned = await selectCanned(tx, key).where("ownerId", "=", ownerId).execute();
  if (owned.length < maxCannedReplies) return;
  const whose = ownerId === everybody ? "An agent" : "A person";
  const message = `${whose} has at most ${maxCannedReplies} canned replies. Delete one first.`;
  throw new AppError("conflict", { message });
}

function selectCanned(db: Db, { organizationId, agentId, userId }: CannedKey) {
  return db
    .selectFrom("cannedReplies")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("ownerId", "in", [everybody, userId]);
}

function keyOf(name: string): string {
  return name.toLowerCase();
}
