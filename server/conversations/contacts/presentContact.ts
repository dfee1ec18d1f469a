import type {
  Contact,
  ContactDetail,
  ContactNote,
} from "../../../shared/contract/conversations/contacts/contacts.ts";
import { pickContactTexts } from "../../../shared/domain/contactFields.ts";
import type { Db } from "../../database/store.ts";
import type { ConversationDeps } from "../deps.ts";
import { readAttributes } from "../visitors/attributes.ts";
import { listConsent } from "./consent.ts";
import { listMergeRows, presentMerges } from "./mergeRows.ts";
import type { ContactNoteRow, ContactRow } from "../tables.ts";

/** Gives contacts of one organization as the team sees them. */
export async function presentContacts(db: Db, rows: ContactRow[]): Promise<Contact[]> {
  const [first] = rows;
  if (!first) return [];
  const counted = await db
    .selectFrom("threads")
    .where("organizationId", "=", first.organizationId)
    .where(
      "contactId",
      "in",
      rows.map(({ id }) => id),
    )
    .where("preview", "=", 0)
    .groupBy("contactId")
    .select(({ fn }) => ["contactId", fn.countAll<number>().as("count")])
    .execute();
  const counts = new Map(counted.map(({ contactId, count }) => [contactId, Number(count)]));
  return rows.map((row) => presentContact(row, counts.get(row.id) ?? 0));
}

/** Gives one contact with what is kept beside it. */
export async function describeContact(
  {
    db,
    findReachableSurfaces,
    now,
  }: Pick<ConversationDeps, "findReachableSurfaces"> & { db: Db; now: number },
  row: ContactRow,
): Promise<ContactDetail> {
  const { organizationId, id } = row;
  const [reachableBy, [contact], notes, aliases, merges, consent] = await Promise.all([
    listReachable(findReachableSurfaces, row),
    presentContacts(db, [row]),
    db
      .selectFrom("contactNotes")
      .selectAll()
      .where("organizationId", "=", organizationId)
      .where("contactId", "=", id)
      .orderBy("createdAt", "desc")
      .orderBy("id", "desc")
      .execute(),
    db
      .selectFrom("contactAliases")
      .select("externalId")
      .where("organizationId", "=", organizationId)
      .where("contactId", "=", id)
      .orderBy("externalId")
      .execute(),
    listMergeRows(db, row, now),
    listConsent(db, { organizationId, contactId: id }),
  ]);
  return {
    ...(contact ?? presentContact(row, 0)),
    reachableBy,
    otherIds: aliases.map(({ externalId }) => externalId),
    merges: presentMerges(merges),
    notes: notes.map(presentNote),
    consent,
  };
}

/** Nothing is begun with who may not write back, or is about to be forgotten. */
async function listReachable(
  findReachableSurfaces: ConversationDeps["findReachableSurfaces"],
  row: ContactRow,
): Promise<string[]> {
  const { organizationId, agentId, id: contactId, verified, blockedAt, eraseAskedAt } = row;
  if (blockedAt !== null || eraseAskedAt !== null) return [];
  const reachableSurfaces = await findReachableSurfaces({
    organizationId,
    agentId,
    contactId,
    isVerified: verified === 1,
  });
  return reachableSurfaces.flatMap(({ surface, closedBecause }) => (closedBecause === null ? [surface] : []));
}

function presentContact(row: ContactRow, conversations: number): Contact {
  return {
    id: row.id,
    name: row.name,
    ...pickContactTexts(row),
    externalId: row.externalId,
    verified: row.verified === 1,
    attributes: readAttributes(row),
    blockedAt: row.blockedAt,
    eraseAskedAt: row.eraseAskedAt,
    conversations,
    firstSeenAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
  };
}

export function presentNote(row: ContactNoteRow): ContactNote {
  return {
    id: row.id,
    content: row.content,
    author: { id: row.authorId, name: row.authorName },
    createdAt: row.createdAt,
    editedAt: row.editedAt,
  };
}
