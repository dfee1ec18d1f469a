import type { ContactFilter } from "../../../shared/contract/conversations/contacts/contactFilter.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { containsFolded } from "../../database/contains.ts";
import type { Db } from "../../database/store.ts";
import { foldSearch } from "./searchText.ts";

export interface ContactChoice extends AgentKey {
  filter: ContactFilter;
  /** Only these. */
  contactIds?: readonly string[] | undefined;
  /** Whether the conversations that `since` names are looked through sooner than all people. */
  isFewSince?: boolean;
}

/** More words than that make a search no better. */
const mostWords = 10;

/** The people whom a filter lets through; those of the console's own preview are not among them. */
export function selectContacts(db: Db, choice: ContactChoice) {
  const { organizationId, agentId, filter, contactIds, isFewSince } = choice;
  const { search = "", identity, verified, blocked, consent, since } = filter;
  let found = db
    .selectFrom("contacts")
    .where("contacts.organizationId", "=", organizationId)
    .where("contacts.agentId", "=", agentId)
    .where("contacts.preview", "=", 0);
  // A list of nothing is none to Postgres; nobody has this id.
  if (contactIds) found = found.where("contacts.id", "in", contactIds.length > 0 ? contactIds : [""]);
  if (verified) found = found.where("contacts.verified", "=", verified === "true" ? 1 : 0);
  if (identity) found = found.where("contacts.verified", "=", identity === "verified" ? 1 : 0);
  if (identity && identity !== "verified") {
    found = found.where("contacts.email", identity === "address" ? "is not" : "is", null);
  }
  if (blocked) found = found.where("contacts.blockedAt", blocked === "true" ? "is not" : "is", null);
  if (consent === "none") found = found.where("contacts.consent", "is", null);
  else if (consent) found = found.where("contacts.consent", "=", consent);
  if (since !== undefined) {
    found = found.where(({ eb, exists, selectFrom, lit }) => {
      const latest = selectFrom("threads")
        .where("threads.organizationId", "=", organizationId)
        .where("threads.lastActivityAt", ">=", since);
      return isFewSince
        ? eb("contacts.id", "in", latest.where("threads.agentId", "=", agentId).select("threads.contactId"))
        : exists(latest.whereRef("threads.contactId", "=", "contacts.id").select(lit(1).as("one")));
    });
  }
  for (const word of foldSearch(search).split(/\s+/).filter(Boolean).slice(0, mostWords)) {
    found = found.where(({ ref }) => containsFolded(ref("contacts.searchText"), word));
  }
  return found;
}
