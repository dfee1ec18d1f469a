import type { Tx } from "../../database/store.ts";
import { moveGrants } from "../../actions/integrations/moveGrants.ts";
import { verifiedOf } from "./contacts.ts";
import type { ContactIdentityRow } from "../tables.ts";
import { keepLastConsent } from "./consent.ts";

/** From one contact to another of the same agent. */
export interface Move {
  organizationId: string;
  from: string;
  to: string;
}

/** A message whose client's id was given up, because the other contact had one with the same. */
export interface DuplicateThread {
  id: string;
  clientId: string;
}

/** What was moved, so that it can be moved back. */
export interface Moved {
  threadIds: string[];
  noteIds: string[];
  consentIds: string[];
  /** Files that were not sent along with a message yet. */
  attachmentIds: string[];
  /** What they let the agent use of their own accounts; what was kept before there were any knows of none. */
  grantIds?: string[];
  duplicates: DuplicateThread[];
  /** Whom the other contact is by channels. */
  identities?: Pick<ContactIdentityRow, "type" | "externalId">[];
}

/** Moves all that one contact has to another; both are held. */
export async function moveAll(tx: Tx, { organizationId, from, to }: Move): Promise<Moved> {
  // Writers to one of these threads lock it: they finish first, or find it gone.
  const threads = await tx
    .selectFrom("threads")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", from)
    .orderBy("id")
    .forUpdate()
    .execute();
  const duplicates = await dropDuplicates(tx, { organizationId, from, to });
  const unsent = await tx
    .selectFrom("attachments")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", from)
    .where("messageId", "is", null)
    .execute();
  const notes = await tx
    .selectFrom("contactNotes")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", from)
    .execute();
  const consents = await tx
    .selectFrom("contactConsents")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", from)
    .execute();
  await tx
    .updateTable("threads")
    .set({ contactId: to, contactVerified: verifiedOf({ organizationId, contactId: to }) })
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", from)
    .execute();
  for (const table of ["messages", "attachments", "contactNotes", "contactConsents"] as const) {
    await tx
      .updateTable(table)
      .set({ contactId: to })
      .where("organizationId", "=", organizationId)
      .where("contactId", "=", from)
      .execute();
  }
  const identities = await tx
    .updateTable("contactIdentities")
    .set({ contactId: to })
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", from)
    .returning(["type", "externalId"])
    .execute();
  await keepLastConsent(tx, { organizationId, contactId: to });
  const grantIds = await moveGrants(tx, { organizationId, from, to });
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
  return {
    threadIds: idsOf(threads),
    noteIds: idsOf(notes),
    consentIds: idsOf(consents),
    attachmentIds: idsOf(unsent),
    ...{ grantIds, duplicates, identities },
  };
}

/**
 * A message may have been sent in both lives, by a client that lost its session in between: of the two, the one that the
 * other contact has already keeps the client's id, by which another repeat finds it.
 */
async function dropDuplicates(tx: Tx, { organizationId, from, to }: Move): Promise<DuplicateThread[]> {
  const duplicates = await tx
    .selectFrom("messages")
    .innerJoin("messages as twin", (join) =>
      join
        .onRef("twin.organizationId", "=", "messages.organizationId")
        .onRef("twin.role", "=", "messages.role")
        .onRef("twin.clientId", "=", "messages.clientId")
        .on("twin.contactId", "=", to),
    )
    .select(["messages.id", "messages.clientId"])
    .where("messages.organizationId", "=", organizationId)
    .where("messages.contactId", "=", from)
    .where("messages.clientId", "is not", null)
    .execute();
  for (const { id } of duplicates)
    await setClientId(tx, { organizationId, contactId: from, id, clientId: null });
  return duplicates.map(({ id, clientId }) => ({ id, clientId: clientId ?? "" }));
}

/** Gives a contact's message the id that its client made for it, or takes it away. */
export async function setClientId(
  tx: Tx,
  message: { organizationId: string; contactId: string; id: string; clientId: string | null },
): Promise<void> {
  await tx
    .updateTable("messages")
    .set({ clientId: message.clientId })
    .where("organizationId", "=", message.organizationId)
    .where("id", "=", message.id)
    .where("contactId", "=", message.contactId)
    .execute();
}
