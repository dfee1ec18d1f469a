import {
  consentChoices,
  contactIdentities,
} from "../../../../shared/contract/conversations/contacts/contactFilter.ts";
import type {
  ConsentChoice,
  ContactFilter,
  ContactIdentity,
} from "../../../../shared/contract/conversations/contacts/contactFilter.ts";
import { dayOf } from "../inbox/filters.ts";

/** What takes all of it out of the address. */
export const noContactFilters = { search: null, identity: null, consent: null, since: null, blocked: null };

export const identityNames: Record<ContactIdentity, string> = {
  verified: "Verified",
  address: "Left an address",
  anonymous: "Anonymous",
};

export const consentNames: Record<ConsentChoice, string> = {
  granted: "Granted",
  denied: "Denied",
  none: "Not asked",
};

/** The filter that the address names; what it says wrongly counts as not said. */
export function readContactFilter(read: (name: string) => string): ContactFilter {
  const filter = {
    search: read("search").trim() || undefined,
    identity: contactIdentities.find((one) => one === read("identity")),
    consent: consentChoices.find((one) => one === read("consent")),
    since: dayOf(read("since")),
    blocked: read("blocked") === "true" ? "true" : undefined,
  };
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined),
  ) as ContactFilter; // what is left of it
}
