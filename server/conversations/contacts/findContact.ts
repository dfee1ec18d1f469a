import { AppError } from "../../../shared/errors/errors.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { ContactRow } from "../tables.ts";

/** A person of an agent's: every row is found by all three. */
export interface ContactAddress extends AgentKey {
  contactId: string;
}

/** The contact of this agent; everybody else's, and those of the console's own preview, are `not_found`. */
export async function findContact(db: Db, address: ContactAddress): Promise<ContactRow> {
  return needed(await selectContact(db, address).executeTakeFirst());
}

/** Finds the contact and holds it until the transaction ends. */
export async function holdContact(tx: Tx, address: ContactAddress): Promise<ContactRow> {
  return needed(await selectContact(tx, address).forUpdate().executeTakeFirst());
}

/** Refuses what would take something from a person who is being erased, or give them more. */
export function refuseErased(...contacts: Pick<ContactRow, "eraseAskedAt">[]): void {
  if (contacts.every(({ eraseAskedAt }) => eraseAskedAt === null)) return;
  throw new AppError("conflict", { message: "This visitor’s data is being erased." });
}

function selectContact(db: Db, { organizationId, agentId, contactId }: ContactAddress) {
  return db
    .selectFrom("contacts")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", contactId)
    .where("agentId", "=", agentId)
    .where("preview", "=", 0);
}

function needed(row: ContactRow | undefined): ContactRow {
  if (row === undefined) throw new AppError("not_found");
  return row;
}
