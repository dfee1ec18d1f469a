/** What server and screens must both know of one text that a contact has beside the name. */
interface ContactFieldFacts {
  /** What people call it. */
  label: string;
  /** What the form calls it where that is longer. */
  formLabel?: string;
  /** What may be in it: a `text` is one of at most 120 characters. */
  kind: "email" | "phone" | "text";
}

/**
 * The texts that a contact has beside the name, in the order in which they are shown. Contract, answers, search, merging,
 * exports, webhooks and screens read them from here; the store has a column for each.
 */
export const contactFields = {
  email: { label: "E-mail", formLabel: "E-mail address", kind: "email" },
  /** Kept as `+4930123456`. Nobody is known by it. */
  phone: { label: "Phone", kind: "phone" },
} as const satisfies Record<string, ContactFieldFacts>;

export type ContactField = keyof typeof contactFields;
/** The texts of one contact; null where nobody told one. */
export type ContactTexts = Record<ContactField, string | null>;
export const contactFieldNames = Object.keys(contactFields) as ContactField[]; // its keys are they

/** What holds of a field. */
export function factsOfContactField(field: ContactField): ContactFieldFacts {
  return contactFields[field];
}

/** Gives something for each field. */
/* @__NO_SIDE_EFFECTS__ */
export function mapContactFields<Value>(give: (field: ContactField) => Value): Record<ContactField, Value> {
  const given = contactFieldNames.map((field) => [field, give(field)] as const);
  return Object.fromEntries(given) as Record<ContactField, Value>; // one for each
}

/** The texts of what has more than them; what is not told is null. */
export function pickContactTexts(
  told: Partial<Record<ContactField, string | null | undefined>>,
): ContactTexts {
  return mapContactFields((field) => told[field] ?? null);
}

/** Gives by what somebody is reached: the first address or number that is known. */
export function addressOf(contact: Readonly<ContactTexts>): string | null {
  const known = contactFieldNames.find(
    (field) => factsOfContactField(field).kind !== "text" && contact[field] !== null,
  );
  return known ? contact[known] : null;
}
