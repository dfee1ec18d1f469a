import type { Db } from "../database/store.ts";
import type { Thread, VisitorThread } from "../../shared/contract/conversations.ts";
import type {} from "../accounts/tables.ts";
import { presentThread, presentVisitorThread } from "./present.ts";
import type { ThreadRow } from "./tables.ts";

/** Gives threads of one organisation as the team sees them, with the names of contacts and assignees. */
export async function describeThreads(db: Db, rows: ThreadRow[]): Promise<Thread[]> {
  const [first] = rows;
  if (!first) return [];
  const contacts = await db
    .selectFrom("contacts")
    .select(["id", "name", "verified", "email", "attributes"])
    .where("organizationId", "=", first.organizationId)
    .where("id", "in", [...new Set(rows.map(({ contactId }) => contactId))])
    .execute();
  const names = await readNames(db, rows);
  return rows.map((row) => {
    const contact = contacts.find(({ id }) => id === row.contactId);
    return presentThread(row, {
      contact: contact ?? { id: row.contactId, name: "Visitor", verified: 0, email: null, attributes: "{}" },
      assigneeName: names.get(row.assigneeId ?? "") ?? null,
    });
  });
}

/** Gives threads as their visitor sees them. */
export async function describeVisitorThreads(db: Db, rows: ThreadRow[]): Promise<VisitorThread[]> {
  const names = await readNames(db, rows);
  return rows.map((row) => presentVisitorThread(row, names.get(row.assigneeId ?? "") ?? null));
}

async function readNames(db: Db, rows: ThreadRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ assigneeId }) => assigneeId ?? []))];
  if (ids.length === 0) return new Map();
  const users = await db
    .selectFrom("users")
    .select(["id", "firstName", "lastName"])
    .where("id", "in", ids)
    .execute();
  return new Map(users.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]));
}
