import type { MergeRefusal } from "../../../shared/contract/conversations/contacts/contacts.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Tx } from "../../database/store.ts";
import { changeContact, tellOfContact, verifiedOf } from "./contacts.ts";
import { consentFacts } from "../threads/facts.ts";
import type { ContactMergeRow, ContactRow } from "../tables.ts";
import { tell } from "../threads/tell.ts";
import { separate } from "./combine.ts";
import { keepLastConsent } from "./consent.ts";
import type { Combined } from "./combine.ts";
import { holdContact, refuseErased } from "./findContact.ts";
import type { ContactAddress } from "./findContact.ts";
import type { MergeDeps, MovedByMerge } from "./merge.ts";
import { listMergeRows, refusalOf } from "./mergeRows.ts";
import { setClientId } from "./move.ts";

const sentences: Record<MergeRefusal, string> = {
  joined: "Another visitor’s conversations were added since, so this can’t be undone.",
  identified: "Your site has signed this visitor in since, so this can’t be undone.",
  later: "This visitor was merged again since. Undo that first.",
};

/**
 * Makes two contacts again of two that were made one, in one transaction. Conversations go to whom they began with, also
 * those since; what was changed or noted since stays with the one that stayed.
 */
export function unmergeContacts(
  deps: MergeDeps,
  stays: ContactAddress,
  mergeId: string,
): Promise<{ kept: ContactRow; restored: ContactRow }> {
  return deps.store.transaction(async (tx) => {
    const now = deps.now();
    const present = await holdContact(tx, stays);
    refuseErased(present);
    const merge = await takeMerge(tx, present, { mergeId, now });
    // All four were written by mergeContacts.
    const gone = JSON.parse(merge.gone) as ContactRow;
    const before = JSON.parse(merge.before) as ContactRow;
    const after = JSON.parse(merge.after) as Combined;
    const moved = JSON.parse(merge.moved) as MovedByMerge;
    const changes = separate(present, before, after);
    // First, because the site's id of a person stands with one of them only.
    await changeContact(deps, tx, { key: { ...stays, now }, before: present, changes });
    const isChanged = present.blockedAt !== after.blockedAt;
    const restored = {
      ...gone,
      // If they were blocked or unblocked while merged, both of them were.
      ...(isChanged && { blockedAt: present.blockedAt }),
    };
    await tx.insertInto("contacts").values(restored).execute();
    await giveBack(deps, tx, { merge, gone, moved, now });
    for (const contactId of [stays.contactId, gone.id]) await keepLastConsent(tx, { ...stays, contactId });
    await tellOfContact(deps, tx, { ...stays, facts: consentFacts(moved.consentIds ?? []), now });
    const facts = [{ type: "contact.unmerged" as const, from: stays.contactId }];
    await tellOfContact(deps, tx, { ...stays, contactId: gone.id, facts, now });
    return { kept: { ...present, ...changes }, restored };
  });
}

async function takeMerge(
  tx: Tx,
  contact: ContactRow,
  { mergeId, now }: { mergeId: string; now: number },
): Promise<ContactMergeRow> {
  const merges = await listMergeRows(tx, contact, now);
  const index = merges.findIndex(({ id }) => id === mergeId);
  const merge = merges[index];
  if (!merge) throw new AppError("not_found");
  const refusal = refusalOf(merge, index === 0);
  if (refusal) throw new AppError("conflict", { message: sentences[refusal] });
  await tx
    .deleteFrom("contactMerges")
    .where("organizationId", "=", merge.organizationId)
    .where("id", "=", merge.id)
    .execute();
  return merge;
}

interface GivenBack {
  merge: ContactMergeRow;
  gone: ContactRow;
  moved: MovedByMerge;
  now: number;
}

async function giveBack(deps: MergeDeps, tx: Tx, { merge, gone, moved, now }: GivenBack): Promise<void> {
  const { organizationId, contactId: from } = merge;
  const to = gone.id;
  const userIds = [...(gone.externalId === null ? [] : [gone.externalId]), ...moved.aliases];
  const theirs = await deps.sessions.split(tx, { organizationId, from, to, ids: moved.sessionIds, userIds });
  const since = await tx
    .selectFrom("threads")
    .select(["id", "sessionId"])
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", from)
    .where("createdAt", ">=", merge.createdAt)
    .execute();
  const opened = new Set<string | null>([...theirs, ...moved.sessionIds]);
  const begunSince = since.filter(
    ({ id, sessionId }) => opened.has(sessionId) && !moved.threadIds.includes(id),
  );
  for (const threadId of [...moved.threadIds, ...begunSince.map(({ id }) => id)]) {
    await giveThread(deps, tx, { organizationId, threadId, from, to, now });
  }
  for (const { id, clientId } of moved.duplicates)
    await setClientId(tx, { organizationId, contactId: to, id, clientId });
  await giveRows(tx, { table: "attachments", ids: moved.attachmentIds, organizationId, from, to });
  await giveRows(tx, { table: "contactNotes", ids: moved.noteIds, organizationId, from, to });
  // One that was kept before there was consent knows of none.
  const consentIds = moved.consentIds ?? [];
  await giveRows(tx, { table: "contactConsents", ids: consentIds, organizationId, from, to });
  await giveRows(tx, { table: "integrationGrants", ids: moved.grantIds ?? [], organizationId, from, to });
  await giveRows(tx, { table: "contactMerges", ids: moved.mergeIds, organizationId, from, to });
  for (const { type, externalId } of moved.identities ?? []) {
    await tx
      .updateTable("contactIdentities")
      .set({ contactId: to })
      .where("organizationId", "=", organizationId)
      .where("type", "=", type)
      .where("externalId", "=", externalId)
      .where("contactId", "=", from)
      .execute();
  }
  if (moved.noteId !== null) {
    await tx
      .deleteFrom("contactNotes")
      .where("organizationId", "=", organizationId)
      .where("id", "=", moved.noteId)
      .execute();
  }
  for (const externalId of moved.aliases) {
    const alias = tx.deleteFrom("contactAliases").where("organizationId", "=", organizationId);
    await alias.where("agentId", "=", gone.agentId).where("externalId", "=", externalId).execute();
    if (externalId === gone.externalId) continue;
    const row = { organizationId, agentId: gone.agentId, externalId, contactId: to };
    await tx.insertInto("contactAliases").values(row).execute();
  }
}

interface GivenThread {
  organizationId: string;
  threadId: string;
  from: string;
  to: string;
  now: number;
}

/** A conversation that is gone since, or moved to somebody else, stays so. */
async function giveThread(
  deps: Pick<MergeDeps, "events">,
  tx: Tx,
  { organizationId, threadId, from, to, now }: GivenThread,
): Promise<void> {
  const thread = await tx
    .updateTable("threads")
    .set({ contactId: to, contactVerified: verifiedOf({ organizationId, contactId: to }) })
    .where("organizationId", "=", organizationId)
    .where("id", "=", threadId)
    .where("contactId", "=", from)
    .returningAll()
    .executeTakeFirst();
  if (!thread) return;
  await tell(deps, tx, { thread, alsoChanged: ["contact"], audience: "team", now });
  const messages = tx
    .selectFrom("messages")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId);
  await tx
    .updateTable("attachments")
    .set({ contactId: to })
    .where("organizationId", "=", organizationId)
    .where("messageId", "in", messages)
    .execute();
  await tx
    .updateTable("messages")
    .set({ contactId: to })
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .execute();
}

interface GivenRows {
  table: "attachments" | "contactNotes" | "contactConsents" | "contactMerges" | "integrationGrants";
  ids: string[];
  organizationId: string;
  from: string;
  to: string;
}

async function giveRows(tx: Tx, { table, ids, organizationId, from, to }: GivenRows): Promise<void> {
  for (const id of ids) {
    await tx
      .updateTable(table)
      .set({ contactId: to })
      .where("organizationId", "=", organizationId)
      .where("id", "=", id)
      .where("contactId", "=", from)
      .execute();
  }
}
