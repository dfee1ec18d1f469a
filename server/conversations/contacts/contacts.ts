import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Attributes } from "../../../shared/contract/surfaces/surfaces.ts";
import {
  contactFieldNames,
  mapContactFields,
  pickContactTexts,
  type ContactTexts,
} from "../../../shared/domain/contactFields.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { newId } from "../../database/ids.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { Events } from "../../live/events.ts";
import { mergeAttributes, readAttributes } from "../visitors/attributes.ts";
import { hasOwnName, nameOfContact } from "./nameOfContact.ts";
import { searchTextOf } from "./searchText.ts";
import { contactFacts } from "../threads/facts.ts";
import type { ContactFact } from "../threads/facts.ts";
import type { ContactRow } from "../tables.ts";
import { tell, tellContact } from "../threads/tell.ts";

/** What is told of a visitor; null where it is not known. */
export interface Details extends ContactTexts {
  name: string | null;
  attributes: Attributes;
}

export interface NewContact extends Partial<Details> {
  organizationId: string;
  agentId: string;
  /** The console's own preview: nobody is told of it. */
  preview?: boolean;
  now: number;
}

/** A visitor's contact; everything about it is found by all of these. */
export interface ContactKey {
  organizationId: string;
  agentId: string;
  contactId: string;
  now: number;
}

/** Recipients of changes. */
export interface ContactDeps {
  events: Events;
}

/** Makes the contact of a visitor who is met for the first time, with what they say of themself, and gives its id. */
export async function openContact(deps: ContactDeps, tx: Tx, contact: NewContact): Promise<string> {
  const { organizationId, agentId, now, name = null, attributes = {}, preview = false } = contact;
  const id = newId(now);
  const texts = pickContactTexts(contact);
  const told = {
    name: nameOfContact({ id, name, ...texts }),
    externalId: null,
    ...texts,
    attributes: JSON.stringify(mergeAttributes({}, attributes)),
  };
  await tx
    .insertInto("contacts")
    .values({
      ...{ organizationId, id, agentId, ...told, searchText: searchTextOf(told), verified: 0 },
      ...{
        preview: preview ? 1 : 0,
        blockedAt: null,
        eraseAskedAt: null,
        consent: null,
        signedEmail: null,
        signedMore: null,
      },
      ...{ createdAt: now, lastSeenAt: now },
    })
    .execute();
  const key = { organizationId, agentId, contactId: id, now };
  if (!preview) await tellContact(deps, tx, { ...key, facts: [{ type: "contact.created" }] });
  return id;
}

/** Holds a visitor's contact until the transaction ends. */
export async function lockContact(tx: Tx, { organizationId, contactId }: ContactKey): Promise<ContactRow> {
  const row = await tx
    .selectFrom("contacts")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", contactId)
    .forUpdate()
    .executeTakeFirst();
  // It became another's while this request was on its way, and its session with it.
  if (!row) throw new AppError("unavailable", { retryAfterSeconds: 1 });
  return row;
}

/**
 * Keeps what an anonymous visitor says of themself. Gives the verified user's id, where the contact is a person's: they take
 * attributes, but who says to be somebody else is `identity_changed`.
 */
export async function sayOfContact(
  deps: ContactDeps,
  tx: Tx,
  { name, attributes, ...told }: ContactKey & Details,
): Promise<string | null> {
  const before = await lockContact(tx, told);
  const hasIdentity = name !== null || contactFieldNames.some((field) => told[field] !== null);
  if (before.verified === 1 && hasIdentity) throw new AppError("identity_changed");
  // The team reads nothing more of theirs.
  if (before.blockedAt !== null) return before.externalId;
  const changes = {
    ...mapContactFields((field) => told[field] ?? before[field]),
    name: name ?? before.name,
    attributes: JSON.stringify(mergeAttributes(readAttributes(before), attributes)),
  };
  await changeContact(deps, tx, { key: told, before, changes });
  return before.externalId;
}

/** Adds to what is known of a visitor; null takes an attribute away. More than fifty are `invalid_input`. */
export async function addAttributes(
  deps: ContactDeps,
  tx: Tx,
  { attributes, ...key }: ContactKey & { attributes: Attributes },
): Promise<void> {
  const before = await lockContact(tx, key);
  if (before.blockedAt !== null) return;
  const merged = JSON.stringify(mergeAttributes(readAttributes(before), attributes));
  await changeContact(deps, tx, { key, before, changes: { attributes: merged } });
}

export interface ContactChange {
  key: ContactKey;
  /** Locked. */
  before: ContactRow;
  changes: Partial<ContactRow>;
}

/**
 * Changes a contact. A page tells the same at each load: only what is new is written and told. Somebody without a name of their
 * own is called by what is known of them now.
 */
export async function changeContact(
  deps: ContactDeps,
  tx: Tx,
  { key, before, changes: asked }: ContactChange,
): Promise<void> {
  const isRenamed = asked.name !== undefined && asked.name !== before.name;
  const name = nameOfContact({ ...before, ...asked, name: null });
  const changes = isRenamed || hasOwnName(before) ? asked : { ...asked, name };
  const isNew = Object.entries(changes).some(([name, value]) => before[name as keyof ContactRow] !== value);
  if (!isNew) return;
  await tx
    .updateTable("contacts")
    .set({ ...changes, searchText: searchTextOf({ ...before, ...changes }) })
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", key.contactId)
    .execute();
  if (changes.verified !== undefined && changes.verified !== before.verified) await keepVerified(tx, key);
  // Of the console's own preview nobody is told.
  if (before.preview === 0) await tellContact(deps, tx, { ...key, facts: contactFacts(before, changes) });
  await tellOfThreads(deps, tx, key);
}

/** What a conversation keeps of a contact, so that a list need not ask each one's. */
export function verifiedOf({
  organizationId,
  contactId,
}: Pick<ContactKey, "organizationId" | "contactId">): RawBuilder<number> {
  return sql<number>`(
    select "verified" from "contacts" where "organizationId" = ${organizationId} and "id" = ${contactId})`;
}

async function keepVerified(tx: Tx, { organizationId, contactId }: ContactKey): Promise<void> {
  await tx
    .updateTable("threads")
    .set({ contactVerified: verifiedOf({ organizationId, contactId }) })
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", contactId)
    .execute();
}

/** How many of a visitor's conversations show the change immediately; older ones when they are read. */
const mostTold = 5;

/** Tells the team that somebody is shown otherwise now, and their conversations with them. */
export async function tellOfContact(
  deps: ContactDeps,
  tx: Tx,
  key: ContactKey & { facts?: readonly ContactFact[] },
): Promise<void> {
  await tellContact(deps, tx, key);
  await tellOfThreads(deps, tx, key);
}

async function tellOfThreads(deps: ContactDeps, tx: Tx, key: ContactKey): Promise<void> {
  for (const thread of await listNewest(tx, key)) await tell(deps, tx, { thread, now: key.now });
}

function listNewest(db: Db, { organizationId, contactId }: ContactKey) {
  return db
    .selectFrom("threads")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", contactId)
    .orderBy("lastActivityAt", "desc")
    .limit(mostTold)
    .execute();
}
