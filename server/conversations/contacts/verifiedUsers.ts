import { mapContactFields } from "../../../shared/domain/contactFields.ts";
import type { Tx } from "../../database/store.ts";
import { fillAttributes, readAttributes } from "../visitors/attributes.ts";
import {
  changeContact,
  lockContact,
  openContact,
  type ContactDeps,
  type ContactKey,
  type Details,
} from "./contacts.ts";
import { writeSignedMore } from "./signedVisitor.ts";
import type { SignedMore } from "./signedVisitor.ts";
import type { ContactRow } from "../tables.ts";

/** A person whom the site vouches for, by its own id of them. */
export interface VerifiedUser extends Details {
  userId: string;
  /** The address, where it is in what the site signed. */
  signedEmail?: string | null;
  /** What else the site signed this time, in place of what it signed before. */
  signedMore?: SignedMore | null;
}

/** Gives the contact of a verified person, made where they are met for the first time, with what is known of them now. */
export async function openVerifiedUser(
  deps: ContactDeps,
  tx: Tx,
  { organizationId, agentId, now, person }: Omit<ContactKey, "contactId"> & { person: VerifiedUser },
): Promise<string> {
  const key = { organizationId, agentId, now };
  const found = await findVerifiedUser(tx, { ...key, userId: person.userId });
  const contactId = found?.id ?? (await openContact(deps, tx, key));
  await updateVerifiedUser(deps, tx, { ...key, contactId, person });
  return contactId;
}

/** The contact that a verified person has with an agent, by whichever of their ids, held until the transaction ends. */
export async function findVerifiedUser(
  tx: Tx,
  { organizationId, agentId, userId }: { organizationId: string; agentId: string; userId: string },
): Promise<ContactRow | null> {
  const row = await tx
    .selectFrom("contacts")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("externalId", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? (await findByAlias(tx, { organizationId, agentId, userId }));
}

/** Somebody who was made one with another is known by the ids of both. */
async function findByAlias(
  tx: Tx,
  { organizationId, agentId, userId }: { organizationId: string; agentId: string; userId: string },
): Promise<ContactRow | null> {
  const row = await tx
    .selectFrom("contacts")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "in", (alias) =>
      alias
        .selectFrom("contactAliases")
        .select("contactAliases.contactId")
        .where("contactAliases.organizationId", "=", organizationId)
        .where("contactAliases.agentId", "=", agentId)
        .where("contactAliases.externalId", "=", userId),
    )
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Whether the site knows a contact by this id, too. */
export async function isKnownAs(
  tx: Tx,
  { organizationId, agentId, id, externalId }: ContactRow,
  userId: string,
): Promise<boolean> {
  if (externalId === userId) return true;
  return (await findByAlias(tx, { organizationId, agentId, userId }))?.id === id;
}

/**
 * Makes a contact the person's. Unverified details are dropped: a name, an address or a number beside "verified" is one
 * that the site vouched for.
 */
export async function updateVerifiedUser(
  deps: ContactDeps,
  tx: Tx,
  { person, ...key }: ContactKey & { person: VerifiedUser },
): Promise<void> {
  const before = await lockContact(tx, key);
  const wasVerified = before.verified === 1;
  const texts = mapContactFields((field) => person[field] ?? (wasVerified ? before[field] : null));
  const name = person.name ?? (wasVerified ? before.name : (texts.email ?? person.userId));
  const attributes = JSON.stringify(fillAttributes(person.attributes, readAttributes(before)));
  await changeContact(deps, tx, {
    ...{ key, before },
    changes: {
      ...{ verified: 1, externalId: before.externalId ?? person.userId, ...texts, name, attributes },
      signedEmail: person.signedEmail ?? before.signedEmail,
      signedMore: person.signedMore ? writeSignedMore(person.signedMore) : before.signedMore,
    },
  });
}
