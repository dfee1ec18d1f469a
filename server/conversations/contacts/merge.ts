import { AppError } from "../../../shared/errors/errors.ts";
import { newId } from "../../database/ids.ts";
import type { Tx } from "../../database/store.ts";
import type { MemberCaller } from "../../requests/handle.ts";
import { changeContact, tellOfContact } from "./contacts.ts";
import type { ConversationDeps } from "../deps.ts";
import { consentFacts } from "../threads/facts.ts";
import type { ContactRow } from "../tables.ts";
import { tellMerged } from "../threads/tell.ts";
import { combine, tellDifferences } from "./combine.ts";
import type { Combined } from "./combine.ts";
import { holdContact, refuseErased } from "./findContact.ts";
import type { ContactAddress } from "./findContact.ts";
import { moveAll } from "./move.ts";
import type { Moved } from "./move.ts";
import { insertNote } from "./notes.ts";
import type { VisitorSessions } from "./sessions.ts";

export interface MergeDeps extends Pick<
  ConversationDeps,
  "store" | "events" | "findReachableSurfaces" | "now"
> {
  sessions: VisitorSessions;
}

/** What it takes to move back what a merge has moved. */
export interface MovedByMerge extends Moved {
  sessionIds: string[];
  /** Ids of the site's that lead to the one that stayed from then on, beside that one's own. */
  aliases: string[];
  /** Earlier merges into the one that went. */
  mergeIds: string[];
  /** The note that says what differed. */
  noteId: string | null;
}

export interface Merge {
  /** The contact that goes. */
  goes: string;
  member: Pick<MemberCaller, "userId" | "name">;
}

/** Makes two contacts one, in one transaction, and gives the one that stays. */
export function mergeContacts(deps: MergeDeps, stays: ContactAddress, merge: Merge): Promise<ContactRow> {
  return deps.store.transaction(async (tx) => {
    const now = deps.now();
    const { organizationId, agentId, contactId } = stays;
    const { before, gone } = await holdBoth(tx, stays, merge.goes);
    const move = { organizationId, from: gone.id, to: contactId };
    const moved = await moveAll(tx, move);
    const sessionIds = await deps.sessions.move(tx, move);
    const aliases = await moveIds(tx, gone, before);
    const mergeIds = await moveMerges(tx, gone, before);
    await tx
      .deleteFrom("contacts")
      .where("organizationId", "=", organizationId)
      .where("id", "=", gone.id)
      .execute();
    const after = combine(before, gone);
    await changeContact(deps, tx, { key: { ...stays, now }, before, changes: after });
    const noteId = await noteDifferences(tx, stays, { before, gone, after, member: merge.member, now });
    const kept: MovedByMerge = { ...moved, sessionIds, aliases, mergeIds, noteId };
    await tx
      .insertInto("contactMerges")
      .values({
        ...{ organizationId, id: newId(now), agentId, contactId, name: gone.name, closed: null },
        ...{ gone: JSON.stringify(gone), before: JSON.stringify(before), after: JSON.stringify(after) },
        ...{ moved: JSON.stringify(kept), createdAt: now },
        ...{ mergedBy: merge.member.userId, mergedByName: merge.member.name },
      })
      .execute();
    await tellMerged(deps, tx, { from: { ...stays, contactId: gone.id, now }, into: contactId });
    await tellOfContact(deps, tx, { ...stays, facts: consentFacts(moved.consentIds), now });
    return { ...before, ...after };
  });
}

/** Holds both, always in the same order, so that two who merge them the other way round wait for one another. */
async function holdBoth(tx: Tx, stays: ContactAddress, goes: string) {
  if (goes === stays.contactId) {
    throw new AppError("invalid_input", {
      fields: [{ path: "body.data.contactId", message: "Choose a different visitor." }],
    });
  }
  const ids = [stays.contactId, goes].toSorted();
  const rows: ContactRow[] = [];
  for (const contactId of ids) rows.push(await holdContact(tx, { ...stays, contactId }));
  const [before, gone] = [stays.contactId, goes].map((id) => rows.find((row) => row.id === id));
  if (!before || !gone) throw new AppError("not_found");
  refuseErased(before, gone);
  return { before, gone };
}

/** The ids by which the site knew the one that goes lead to the one that stays; gives those that it did not have itself. */
async function moveIds(tx: Tx, gone: ContactRow, stays: ContactRow): Promise<string[]> {
  const { organizationId, agentId } = gone;
  const moved = await tx
    .updateTable("contactAliases")
    .set({ contactId: stays.id })
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", gone.id)
    .returning("externalId")
    .execute();
  const own = gone.externalId !== null && stays.externalId !== null ? [gone.externalId] : [];
  for (const externalId of own) {
    const alias = { organizationId, agentId, externalId, contactId: stays.id };
    await tx.insertInto("contactAliases").values(alias).execute();
  }
  return [...moved.map(({ externalId }) => externalId), ...own];
}

async function moveMerges(tx: Tx, gone: ContactRow, stays: ContactRow): Promise<string[]> {
  const moved = await tx
    .updateTable("contactMerges")
    .set({ contactId: stays.id })
    .where("organizationId", "=", gone.organizationId)
    .where("contactId", "=", gone.id)
    .returning("id")
    .execute();
  return moved.map(({ id }) => id);
}

interface Differing {
  before: ContactRow;
  gone: ContactRow;
  after: Combined;
  member: Merge["member"];
  now: number;
}

async function noteDifferences(
  tx: Tx,
  address: ContactAddress,
  { before, gone, after, member, now }: Differing,
): Promise<string | null> {
  const differences = tellDifferences(before, gone, after);
  if (differences.length === 0) return null;
  const content = [`Merged with ${gone.name}. What differed:`, ...differences].join("\n");
  return (await insertNote(tx, address, { author: member, content, now })).id;
}
