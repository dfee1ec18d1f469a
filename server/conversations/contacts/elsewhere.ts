import { maxContactsAtOtherAgents } from "../../../shared/contract/conversations/contacts/contactAtOtherAgents.ts";
import type { ContactAtOtherAgents } from "../../../shared/contract/conversations/contacts/contactAtOtherAgents.ts";
import { readConfiguration } from "../../agents/present.ts";
import type {} from "../../agents/tables.ts";
import type { Db } from "../../database/store.ts";
import { listThreadRows } from "../threads/lists.ts";
import { describeThreads } from "../threads/describeThreads.ts";
import type { ContactRow } from "../tables.ts";

/** How many of their conversations with each other agent are told. */
const threadsEach = 5;

interface Found {
  row: ContactRow;
  agentName: string;
  sameId: boolean;
}

/** Gives the same verified person at other agents of the organization; of these agents alone, where there are such. */
export async function listElsewhere(
  db: Db,
  contact: ContactRow,
  onlyAgents: readonly string[] | null,
): Promise<ContactAtOtherAgents[]> {
  const found = await findElsewhere(db, contact);
  const seen = found.filter(({ row }) => onlyAgents === null || onlyAgents.includes(row.agentId));
  const latest = seen.toSorted((one, other) => other.row.lastSeenAt - one.row.lastSeenAt);
  return Promise.all(latest.slice(0, maxContactsAtOtherAgents).map((one) => describe(db, one)));
}

/** The site signed, with a secret of each agent: one ID with different addresses means two people. */
async function findElsewhere(db: Db, contact: ContactRow): Promise<Found[]> {
  const { externalId, signedEmail, verified } = contact;
  if (verified !== 1) return [];
  const [byId, byEmail] = await Promise.all([
    externalId === null ? [] : select(db, contact).where("contacts.externalId", "=", externalId).execute(),
    signedEmail === null ? [] : select(db, contact).where("contacts.signedEmail", "=", signedEmail).execute(),
  ]);
  const rows = new Map([...byId, ...byEmail].map((row) => [row.id, row]));
  return [...rows.values()].flatMap(({ configuration, ...row }) => {
    const [mine, theirs] = [signedEmail ?? contact.email, row.signedEmail ?? row.email];
    if (mine !== null && theirs !== null && mine.toLowerCase() !== theirs.toLowerCase()) return [];
    const sameId = externalId !== null && row.externalId === externalId;
    return [{ row, agentName: readConfiguration(configuration).name, sameId }];
  });
}

/** A deleted agent is stored elsewhere, and a contact that is being erased is omitted. */
function select(db: Db, { organizationId, agentId }: ContactRow) {
  return db
    .selectFrom("agents")
    .innerJoin("contacts", (join) =>
      join
        .onRef("contacts.organizationId", "=", "agents.organizationId")
        .onRef("contacts.agentId", "=", "agents.id"),
    )
    .selectAll("contacts")
    .select("agents.configuration")
    .where("agents.organizationId", "=", organizationId)
    .where("agents.id", "!=", agentId)
    .where("contacts.verified", "=", 1)
    .where("contacts.preview", "=", 0)
    .where("contacts.eraseAskedAt", "is", null);
}

async function describe(db: Db, { row, agentName, sameId }: Found): Promise<ContactAtOtherAgents> {
  const { organizationId, agentId, id, name, email } = row;
  const wanted = { organizationId, agentId, contactId: id, page: 1, limit: threadsEach };
  const { rows, total } = await listThreadRows(db, wanted);
  return {
    agent: { id: agentId, name: agentName },
    by: sameId ? "id" : "address",
    contact: { id, name, email },
    conversations: Number(total),
    threads: await describeThreads(db, rows),
  };
}
