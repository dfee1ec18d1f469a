import type { CannedReply } from "../../../shared/contract/cannedReplies.ts";
import { maxCannedReplies } from "../../../shared/domain/limits.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { newId } from "../../database/ids.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { ConversationDeps } from "../deps.ts";
import type { CannedReplyRow } from "../tables.ts";

type Deps = Pick<ConversationDeps, "store" | "now">;

/** Whose eyes look for canned replies: the agent's, and this member's own. */
export type CannedKey = AgentKey & { userId: string };

/** The owner of those that are everybody's. */
const everybody = "";

export function presentCanned({ id, name, text, ownerId, uses, updatedAt }: CannedReplyRow): CannedReply {
  return { id, name, text, isPersonal: ownerId !== everybody, uses, updatedAt };
}

/** Gives those that a member can use, the most used first. */
export async function listCannedRows(db: Db, key: CannedKey): Promise<CannedReplyRow[]> {
  return selectCanned(db, key).orderBy("uses", "desc").orderBy("nameKey").orderBy("id").execute();
}

export type CannedContent = Pick<CannedReply, "name" | "text" | "isPersonal">;

/** Makes one; the agent and each member have each name once. */
export async function makeCanned(
  { store, now }: Deps,
  key: CannedKey,
  { name, text, isPersonal }: CannedContent,
): Promise<CannedReplyRow> {
  return store.transaction(async (tx) => {
    const ownerId = isPersonal ? key.userId : everybody;
    const { organizationId, agentId } = key;
    await refuseMore(tx, key, ownerId);
    const at = now();
    const row: CannedReplyRow = {
      ...{ organizationId, agentId, ownerId, id: newId(at), name, nameKey: keyOf(name), text },
      attachments: "[]",
      ...{ uses: 0, createdAt: at, updatedAt: at },
    };
    await refuseTaken(tx, key, row);
    await tx.insertInto("cannedReplies").values(row).execute();
    return row;
  });
}

export async function changeCanned(
  { store, now }: Deps,
  { cannedReplyId, ...key }: CannedKey & { cannedReplyId: string },
  { name, text, isPersonal }: { [Name in keyof CannedContent]?: CannedContent[Name] | undefined },
): Promise<CannedReplyRow> {
  return store.transaction(async (tx) => {
    const row = await findCanned(tx, key, cannedReplyId);
    const changed = {
      ...row,
      ...(name !== undefined && { name, nameKey: keyOf(name) }),
      ...(text !== undefined && { text }),
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
    return changed;
  });
}

export async function dropCanned(
  { store }: Deps,
  { cannedReplyId, ...key }: CannedKey & { cannedReplyId: string },
): Promise<void> {
  await store.transaction(async (tx) => {
    const { id } = await findCanned(tx, key, cannedReplyId);
    await tx
      .deleteFrom("cannedReplies")
      .where("organizationId", "=", key.organizationId)
      .where("id", "=", id)
      .execute();
  });
}

/** Counts one use more. */
export async function countUse(
  { store }: Deps,
  { cannedReplyId, ...key }: CannedKey & { cannedReplyId: string },
): Promise<void> {
  await store.transaction(async (tx) => {
    const { id } = await findCanned(tx, key, cannedReplyId);
    await tx
      .updateTable("cannedReplies")
      .set((eb) => ({ uses: eb("uses", "+", 1) }))
      .where("organizationId", "=", key.organizationId)
      .where("id", "=", id)
      .execute();
  });
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
