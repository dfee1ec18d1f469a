import { AppError } from "../../shared/errors/errors.ts";
import type { Tx } from "../database/store.ts";
import { fillAttributes, readAttributes } from "./attributes.ts";
import { changeContact, lockContact, tellOfContact, type ContactDeps, type ContactKey } from "./contacts.ts";
import { findPerson, knowPerson, type Person } from "./persons.ts";

/**
 * Makes a visitor's contact the verified person's, and gives the contact that they have from then on: their own from an
 * earlier visit, to which everything of this one moves, or this one, where they had none. A contact that is another
 * person's is `identity_changed`. Two visits of one person at once end in a unique violation, and another try finds them.
 */
export async function becomePerson(
  deps: ContactDeps,
  tx: Tx,
  { person, ...key }: ContactKey & { person: Person },
): Promise<string> {
  const contact = await lockContact(tx, key);
  const isOther = contact.externalId !== null && contact.externalId !== person.userId;
  if (isOther) throw new AppError("identity_changed");
  const known = contact.externalId === null ? await findPerson(tx, { ...key, userId: person.userId }) : null;
  const next = { ...key, contactId: known?.id ?? contact.id };
  const attributes = fillAttributes(person.attributes, readAttributes(contact));
  if (known) await moveAll(tx, key, next);
  // Nobody who is blocked comes in by another name.
  if (known && known.blockedAt === null && contact.blockedAt !== null) {
    await changeContact(deps, tx, { key: next, before: known, changes: { blockedAt: contact.blockedAt } });
  }
  await knowPerson(deps, tx, { ...next, person: { ...person, attributes } });
  if (known) await tellOfContact(deps, tx, next);
  return next.contactId;
}

/** Moves what one contact has to another, and removes it. */
async function moveAll(tx: Tx, from: ContactKey, to: ContactKey): Promise<void> {
  const { organizationId } = from;
  const contactId = to.contactId;
  // Whoever writes into one of these threads holds it: they are done before, or find it gone.
  await tx
    .selectFrom("threads")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", from.contactId)
    .forUpdate()
    .execute();
  await giveUpTwins(tx, from, to);
  for (const table of ["threads", "messages", "attachments", "contactNotes"] as const) {
    await tx
      .updateTable(table)
      .set({ contactId })
      .where("organizationId", "=", organizationId)
      .where("contactId", "=", from.contactId)
      .execute();
  }
  await tx
    .deleteFrom("contacts")
    .where("organizationId", "=", organizationId)
    .where("id", "=", from.contactId)
    .execute();
}

/**
 * A message may have been sent in both lives, by a client that lost its session in between: of the two, the one that the
 * person has already keeps the client's id, by which another repeat finds it.
 */
async function giveUpTwins(tx: Tx, from: ContactKey, to: ContactKey): Promise<void> {
  const { organizationId } = from;
  await tx
    .updateTable("messages")
    .set({ clientId: null })
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", from.contactId)
    .where("clientId", "is not", null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("messages as twin")
          .select("twin.id")
          .where("twin.organizationId", "=", organizationId)
          .where("twin.contactId", "=", to.contactId)
          .whereRef("twin.role", "=", "messages.role")
          .whereRef("twin.clientId", "=", "messages.clientId"),
      ),
    )
    .execute();
}
