import type { ContactMerge, MergeRefusal } from "../../../shared/contract/conversations/contacts/contacts.ts";
import { undoDays } from "../../../shared/domain/contacts.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { ContactMergeRow } from "../tables.ts";

const keptForMs = undoDays * 24 * 60 * 60 * 1000;

/** The people who were made one with a contact, the latest first, as long as that can be undone or is told of. */
export async function listMergeRows(
  db: Db,
  { organizationId, id }: { organizationId: string; id: string },
  now: number,
): Promise<ContactMergeRow[]> {
  return db
    .selectFrom("contactMerges")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", id)
    .where("createdAt", ">", now - keptForMs)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Gives merges, the latest first, as the team sees them. */
export function presentMerges(rows: ContactMergeRow[]): ContactMerge[] {
  return rows.map((row, index) => ({
    id: row.id,
    name: row.name,
    mergedBy: { id: row.mergedBy, name: row.mergedByName },
    mergedAt: row.createdAt,
    undoUntil: row.createdAt + keptForMs,
    refusal: refusalOf(row, index === 0),
  }));
}

/** Why a merge can't be undone; null where it can. What was merged last is undone first. */
export function refusalOf({ closed }: ContactMergeRow, isLatest: boolean): MergeRefusal | null {
  return closed ?? (isLatest ? null : "later");
}

/** Says of a contact's merges that they can no longer be undone, and why; from then on `to` shows them. */
export async function closeMerges(
  tx: Tx,
  { organizationId, contactId }: { organizationId: string; contactId: string },
  { closed, to = contactId }: { closed: "joined" | "identified"; to?: string },
): Promise<void> {
  await tx
    .updateTable("contactMerges")
    .set(({ fn, ref, val }) => ({ contactId: to, closed: fn.coalesce(ref("closed"), val(closed)) }))
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", contactId)
    .execute();
}

/** Deletes what is kept for an undoing that is too late. */
export async function removeOldMerges(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom("contactMerges")
    .where("createdAt", "<=", now - keptForMs)
    .execute();
}
