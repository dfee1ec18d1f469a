import type { ContactPlace, ShownContact } from "../../../state/conversations/contacts/contacts.ts";

/** What can be asked about a contact. */
export type ContactDialogName = "start" | "edit" | "merge" | "block" | "unblock" | "export" | "erase";

/** What each dialog about a contact is given. */
export interface ContactDialogProps {
  place: ContactPlace;
  contact: ShownContact;
  onClose: () => void;
}
