import { contactFieldNames, pickContactTexts } from "../../../shared/domain/contactFields.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { statement } from "../../database/statement.ts";
import type { Db } from "../../database/store.ts";
import type { Thread, VisitorThread } from "../../../shared/contract/conversations/conversations.ts";
import type {} from "../../accounts/tables.ts";
import { readPlaces } from "./assignment/place.ts";
import { readThreadFields } from "../inbox/threadFields.ts";
import { listMentioned } from "../messages/notes/mentions.ts";
import { presentThread, presentVisitorThread } from "../messages/present.ts";
import type { ThreadRow } from "../tables.ts";

/** Gives threads of one organization as the team sees them, with the names of contacts and assignees. */
export async function describeThreads(db: Db, rows: ThreadRow[]): Promise<Thread[]> {
  const [first] = rows;
  if (!first) return [];
  const contacts = await db
    .selectFrom("contacts")
    .select(["id", "name", "verified", "attributes", ...contactFieldNames])
    .where("organizationId", "=", first.organizationId)
    .where("id", "in", [...new Set(rows.map(({ contactId }) => contactId))])
    .execute();
  const [names, teams, labels, fields, mentioned] = await Promise.all([
    readNames(db, rows),
    readTeamNames(db, rows),
    readLabels(db, rows),
    readThreadFields(db, rows),
    listMentioned(db, rows),
  ]);
  const contactOf = new Map(contacts.map((contact) => [contact.id, contact]));
  return rows.map((row) => {
    const contact = contactOf.get(row.contactId);
    return presentThread(row, {
      contact: contact ?? { ...unknown, id: row.contactId },
      assigneeName: names.get(row.assigneeId ?? "") ?? null,
      teamName: teams.get(row.teamId ?? "") ?? null,
      labelIds: labels.get(row.id) ?? [],
      customFields: fields.get(row.id) ?? {},
      mentionedIds: mentioned.get(row.id) ?? [],
    });
  });
}

const unknown = { name: "Visitor", verified: 0, ...pickContactTexts({}), attributes: "{}" };

/** Gives one thread as the team sees it. */
export async function describeThread(db: Db, row: ThreadRow): Promise<Thread> {
  const [thread] = await describeThreads(db, [row]);
  if (!thread) throw new AppError("not_found");
  return thread;
}

/** Gives threads as their visitor sees them. */
export async function describeVisitorThreads(db: Db, rows: ThreadRow[]): Promise<VisitorThread[]> {
  const [names, unread, places] = await Promise.all([
    readNames(db, rows),
    countUnread(db, rows),
    readPlaces(db, rows),
  ]);
  return rows.map((row) =>
    presentVisitorThread(row, {
      assigneeName: names.get(row.assigneeId ?? "") ?? null,
      unread: unread.get(row.id) ?? 0,
      peopleBefore: places.get(row.id) ?? null,
    }),
  );
}

/** Counts by thread what others said that its visitor has not read. Text that is still being written is not news yet. */
async function countUnread(db: Db, rows: ThreadRow[]): Promise<Map<string, number>> {
  const [first] = rows;
  if (!first) return new Map();
  const ids = rows.map(({ id }) => id);
  const counted = await selectUnread(db, { organizationId: first.organizationId, ids });
  return new Map(counted.map(({ id, unread }) => [id, unread]));
}

const selectUnread = statement((db, { organizationId, ids }: { organizationId: string; ids: string[] }) =>
  db
    .selectFrom("threads as thread")
    .innerJoin("messages as message", (join) =>
      join
        .onRef("message.organizationId", "=", "thread.organizationId")
        .onRef("message.threadId", "=", "thread.id")
        .onRef("message.position", ">=", "thread.visitorReadTo"),
    )
    .where("thread.organizationId", "=", organizationId)
    .where("thread.id", "in", ids)
    .where("message.role", "!=", "user")
    .where("message.kind", "=", "text")
    .where("message.audience", "=", "all")
    .where("message.status", "=", "sent")
    .groupBy("thread.id")
    .select(["thread.id", (row) => row.fn.countAll<number>().as("unread")]),
);

/** Gives the names of those who have these threads, by their ids. */
export async function readNames(db: Db, rows: ThreadRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ assigneeId }) => assigneeId ?? []))];
  if (ids.length === 0) return new Map();
  const users = await db
    .selectFrom("users")
    .select(["id", "firstName", "lastName"])
    .where("id", "in", ids)
    .execute();
  return new Map(users.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]));
}

/** Gives the names of the teams that have these threads, by their ids. */
export async function readTeamNames(db: Db, rows: ThreadRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ teamId }) => teamId ?? []))];
  if (ids.length === 0) return new Map();
  const groups = await db
    .selectFrom("userGroups")
    .select(["id", "name"])
    .where("organizationId", "=", rows[0]?.organizationId ?? "")
    .where("id", "in", ids)
    .execute();
  return new Map(groups.map(({ id, name }) => [id, name]));
}

async function readLabels(db: Db, rows: ThreadRow[]): Promise<Map<string, string[]>> {
  const found = await db
    .selectFrom("threadLabels")
    .select(["threadId", "labelId"])
    .where("organizationId", "=", rows[0]?.organizationId ?? "")
    .where(
      "threadId",
      "in",
      rows.map(({ id }) => id),
    )
    .orderBy("createdAt")
    .orderBy("labelId")
    .execute();
  const byThread = Map.groupBy(found, ({ threadId }) => threadId);
  return new Map([...byThread].map(([id, labels]) => [id, labels.map(({ labelId }) => labelId)]));
}
