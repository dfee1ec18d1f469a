import { AppError } from "../../../shared/errors/errors.ts";
import type { Tx } from "../../database/store.ts";
import { fillAttributes, readAttributes } from "../visitors/attributes.ts";
import { changeContact, lockContact, tellOfContact, type ContactDeps, type ContactKey } from "./contacts.ts";
import { closeMerges } from "./mergeRows.ts";
import { moveAll } from "./move.ts";
import type { Moved } from "./move.ts";
import { consentFacts } from "../threads/facts.ts";
import { findVerifiedUser, isKnownAs, updateVerifiedUser, type VerifiedUser } from "./verifiedUsers.ts";
import { tellMerged } from "../threads/tell.ts";

/**
 * Makes a visitor's contact the verified person's, and gives the contact that they have from then on: their own from an
 * earlier visit, to which everything of this one moves, or this one, where they had none. A contact that is another
 * person's is `identity_changed`. Two visits of one person at once end in a unique violation, and another try finds them.
 */
export async function claimContact(
  deps: ContactDeps,
  tx: Tx,
  { person, ...key }: ContactKey & { person: VerifiedUser },
): Promise<string> {
  const contact = await lockContact(tx, key);
  const isOther = contact.externalId !== null && !(await isKnownAs(tx, contact, person.userId));
  if (isOther) throw new AppError("identity_changed");
  const known =
    contact.externalId === null ? await findVerifiedUser(tx, { ...key, userId: person.userId }) : null;
  // A contact that is being erased returns as a new one, after that is done: nothing of the old one stays, and nothing
  // said since is deleted.
  if (contact.eraseAskedAt !== null || (known && known.eraseAskedAt !== null))
    throw new AppError("unavailable", { retryAfterSeconds: 1 });
  const next = { ...key, contactId: known?.id ?? contact.id };
  const attributes = fillAttributes(person.attributes, readAttributes(contact));
  // Whose words are whose can't be told from then on.
  if (known) await closeMerges(tx, next, { closed: "joined" });
  if (contact.externalId === null) {
    await closeMerges(tx, key, { closed: known ? "joined" : "identified", to: next.contactId });
  }
  const moved = known && (await join(tx, key, next));
  // Nobody who is blocked comes in by another name.
  if (known && known.blockedAt === null && contact.blockedAt !== null) {
    await changeContact(deps, tx, { key: next, before: known, changes: { blockedAt: contact.blockedAt } });
  }
  await updateVerifiedUser(deps, tx, { ...next, person: { ...person, attributes } });
  if (moved) {
    // Of the console's own preview nobody is told.
    if (contact.preview === 0) await tellMerged(deps, tx, { from: key, into: next.contactId });
    await tellOfContact(deps, tx, { ...next, facts: consentFacts(moved.consentIds) });
  }
  return next.contactId;
}

/** Moves what one contact has to another, and removes it. */
async function join(tx: Tx, from: ContactKey, to: ContactKey): Promise<Moved> {
  const { organizationId } = from;
  const moved = await moveAll(tx, { organizationId, from: from.contactId, to: to.contactId });
  await tx
    .deleteFrom("contacts")
    .where("organizationId", "=", organizationId)
    .where("id", "=", from.contactId)
    .execute();
  return moved;
}
