import { addressOf, pickContactTexts, type ContactTexts } from "../../../shared/domain/contactFields.ts";

type Named = ContactTexts & { id: string; name: string | null };

/** Gives what a contact is called: by the name, else by the address or number that is known, else as a visitor. */
export function nameOfContact(contact: Named): string {
  return contact.name ?? addressOf(contact) ?? `Visitor ${contact.id.slice(-4)}`;
}

/** Whether somebody has a name of their own, and not the one that they were given. */
export function hasOwnName(contact: Named): boolean {
  const { id, name } = contact;
  const given = [
    { ...contact, name: null },
    { id, name: null, ...pickContactTexts({}) },
  ].map(nameOfContact);
  return name !== null && !given.includes(name);
}
