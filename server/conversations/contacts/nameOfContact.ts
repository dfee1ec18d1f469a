import type { ContactTexts } from "../../../shared/domain/contactFields.ts";

type Named = ContactTexts & { id: string; name: string | null };

/** Gives what a contact is called: by the name, else by the address or number that is known, else as a visitor. */
export function nameOfContact({ id, name, email, phone }: Named): string {
  return name ?? email ?? phone ?? `Visitor ${id.slice(-4)}`;
}

/** Whether somebody has a name of their own, and not the one that they were given. */
export function hasOwnName(contact: Named): boolean {
  const { id, name } = contact;
  const given = [
    { ...contact, name: null },
    { id, name: null, email: null, phone: null },
  ].map(nameOfContact);
  return name !== null && !given.includes(name);
}
