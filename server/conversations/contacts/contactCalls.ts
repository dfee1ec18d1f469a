import {
  addContactNote,
  blockContact,
  getContact,
  listContactThreads,
  listContacts,
  mergeContact,
  removeContactNote,
  unblockContact,
  undoMerge,
  updateContact,
  updateContactNote,
} from "../../../shared/contract/conversations/contacts/contacts.ts";
import { listContactAtOtherAgents } from "../../../shared/contract/conversations/contacts/contactAtOtherAgents.ts";
import { handle } from "../../requests/handle.ts";
import type { MemberCaller, Route } from "../../requests/handle.ts";
import { listThreadRows } from "../threads/lists.ts";
import { describeThreads } from "../threads/describeThreads.ts";
import type { ContactRow } from "../tables.ts";
import { editContact } from "./editContact.ts";
import { listElsewhere } from "./elsewhere.ts";
import { findContact } from "./findContact.ts";
import type { ContactAddress } from "./findContact.ts";
import { listContactRows } from "./listContacts.ts";
import { mergeContacts } from "./merge.ts";
import type { MergeDeps } from "./merge.ts";
import { unmergeContacts } from "./unmerge.ts";
import { setBlocked } from "./setBlocked.ts";
import { addNote, changeNote, dropNote } from "./notes.ts";
import { describeContact, presentContacts, presentNote } from "./presentContact.ts";

/** The team's calls on the people who write to an agent. */
export function createContactRoutes(deps: MergeDeps): Route[] {
  const { store, now } = deps;
  const { db, reader } = store;
  const describe = (row: ContactRow) => describeContact({ ...deps, db, now: now() }, row);
  return [
    handle(listContacts, async ({ caller, params, query }) => {
      const { organizationId } = caller;
      const { page, limit, sort, cursor, ...filter } = query;
      const wanted = { organizationId, agentId: params.productId, filter, sort, cursor, page, limit };
      const { rows, total, ...walk } = await listContactRows(reader, wanted);
      const shown = cursor === undefined ? page : 1;
      return { items: await presentContacts(reader, rows), page: { page: shown, limit, total }, ...walk };
    }),

    handle(getContact, async ({ caller, params }) => ({
      data: await describe(await findContact(db, addressOf(caller, params))),
    })),

    handle(listContactThreads, async ({ caller, params, query }) => {
      const address = addressOf(caller, params);
      await findContact(db, address);
      const { rows, total } = await listThreadRows(reader, { ...address, ...query });
      return { items: await describeThreads(reader, rows), page: { ...query, total } };
    }),

    handle(listContactAtOtherAgents, async ({ caller, params }) => {
      const contact = await findContact(db, addressOf(caller, params));
      return { data: await listElsewhere(reader, contact, caller.agentIds) };
    }),

    handle(updateContact, async ({ caller, params, body }) => ({
      data: await describe(await editContact(deps, addressOf(caller, params), body.data)),
    })),

    handle(blockContact, async ({ caller, params }) => ({
      data: await describe(await setBlocked(deps, addressOf(caller, params), true)),
    })),

    handle(unblockContact, async ({ caller, params }) => ({
      data: await describe(await setBlocked(deps, addressOf(caller, params), false)),
    })),

    handle(mergeContact, async ({ caller, params, body }) => {
      const merge = { goes: body.data.contactId, member: caller };
      return { data: await describe(await mergeContacts(deps, addressOf(caller, params), merge)) };
    }),

    handle(undoMerge, async ({ caller, params }) => {
      const { kept, restored } = await unmergeContacts(deps, addressOf(caller, params), params.mergeId);
      return { data: { kept: await describe(kept), restored: await describe(restored) } };
    }),

    handle(addContactNote, async ({ caller, params, body }) => {
      const note = { author: caller, content: body.data.content };
      return { data: presentNote(await addNote(deps, addressOf(caller, params), note)) };
    }),

    handle(updateContactNote, async ({ caller, params, body }) => {
      const address = { ...addressOf(caller, params), contactNoteId: params.contactNoteId };
      const change = { userId: caller.userId, content: body.data.content };
      return { data: presentNote(await changeNote(deps, address, change)) };
    }),

    handle(removeContactNote, async ({ caller, params }) => {
      const address = { ...addressOf(caller, params), contactNoteId: params.contactNoteId };
      await dropNote(deps, address, caller);
      return undefined;
    }),
  ];
}

/** The person whom a path names, found through organization and agent. */
export function addressOf(
  { organizationId }: Pick<MemberCaller, "organizationId">,
  { productId, contactId }: { productId: string; contactId: string },
): ContactAddress {
  return { organizationId, agentId: productId, contactId };
}
