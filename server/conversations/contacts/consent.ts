import type { ContactDetail } from "../../../shared/contract/conversations/contacts/contacts.ts";
import type { SaidConsent } from "../../../shared/contract/conversations/contacts/consent.ts";
import { newId } from "../../database/ids.ts";
import type { Db, Tx } from "../../database/store.ts";
import { lockContact } from "./contacts.ts";
import type { ContactDeps, ContactKey } from "./contacts.ts";
import { consentFacts } from "../threads/facts.ts";
import type { ContactConsentRow } from "../tables.ts";
import { tellContact } from "../threads/tell.ts";

/** How many consents of one visitor are kept, the newest. */
const keptConsents = 100;

/** Gives what a person agreed to and took back, the newest first. */
export async function listConsent(
  db: Db,
  { organizationId, contactId }: Pick<ContactKey, "organizationId" | "contactId">,
): Promise<ContactDetail["consent"]> {
  const rows = await selectConsent(db, { organizationId, contactId }).execute();
  return rows.map(({ value, at, surfaceType: surface, text }) => ({ value, at, surface, text }));
}

/**
 * Writes down that a visitor agreed, or took it back, also of one who is blocked. A page and a browser tell the same at each
 * visit: only what is another word, or another text, is written.
 */
export async function keepConsent(
  deps: ContactDeps,
  tx: Tx,
  { surfaceType, consent, ...key }: ContactKey & { surfaceType: string; consent: SaidConsent },
): Promise<void> {
  const { organizationId, agentId, contactId, now } = key;
  const { value, text, agoMs } = consent;
  await lockContact(tx, key);
  const kept = await selectConsent(tx, key).execute();
  const last = kept[0];
  if (last?.value === value && (text === null || text === last.text)) return;
  // One after the other, whatever a browser's clock says.
  const at = Math.max(now - agoMs, last?.at ?? 0);
  const row: ContactConsentRow = {
    ...{ organizationId, id: newId(now), agentId, contactId, value, at, surfaceType, text },
  };
  await tx.insertInto("contactConsents").values(row).execute();
  await keepLastConsent(tx, key);
  await tellContact(deps, tx, { ...key, facts: consentFacts([row.id]) });
  const old = kept.slice(keptConsents - 1).map(({ id }) => id);
  if (old.length === 0) return;
  await tx
    .deleteFrom("contactConsents")
    .where("organizationId", "=", organizationId)
    .where("id", "in", old)
    .execute();
}

/** Keeps with a contact what they said last, by which people are listed. */
export async function keepLastConsent(
  tx: Tx,
  { organizationId, contactId }: Pick<ContactKey, "organizationId" | "contactId">,
): Promise<void> {
  const [last] = await selectConsent(tx, { organizationId, contactId }).limit(1).execute();
  await tx
    .updateTable("contacts")
    .set({ consent: last?.value ?? null })
    .where("organizationId", "=", organizationId)
    .where("id", "=", contactId)
    .execute();
}

function selectConsent(
  db: Db,
  { organizationId, contactId }: Pick<ContactKey, "organizationId" | "contactId">,
) {
  return db
    .selectFrom("contactConsents")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", contactId)
    .orderBy("at", "desc")
    .orderBy("id", "desc");
}
