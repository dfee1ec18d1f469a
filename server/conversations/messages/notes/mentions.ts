import type { EventAbout } from "../../../../shared/contract/conversations/conversations.ts";
import type { Mentioned } from "../../../../shared/contract/conversations/messages/notes.ts";
import { may, roleOf } from "../../../../shared/domain/access.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import type {} from "../../../accounts/tables.ts";
import type { AgentKey } from "../../../agents/parts.ts";
import type { Db, Tx } from "../../../database/store.ts";
import type { MessageRow, ThreadRow } from "../../tables.ts";

/** Whom a note names, and who of them is told: of a team all who may read, and never its author. */
export interface Named {
  mentions: NonNullable<EventAbout["mentions"]>;
  userIds: string[];
}

/** Finds those whom a note names; who is none of the organization's, or may not read conversations, is refused. */
export async function findMentioned(
  tx: Tx,
  { organizationId, authorId, mentioned }: { organizationId: string; authorId: string; mentioned: Mentioned },
): Promise<Named> {
  const userIds = [...new Set(mentioned.userIds)];
  const teamIds = [...new Set(mentioned.teamIds)];
  if (userIds.length + teamIds.length === 0) return { mentions: [], userIds: [] };
  const readers = await listReaders(tx, organizationId);
  const teams = await tx
    .selectFrom("userGroups")
    .select(["id", "name"])
    .where("organizationId", "=", organizationId)
    .execute();
  const people = userIds.map((id) => {
    const reader = readers.get(id);
    if (!reader) throw refuse("userIds", "This person can't read these conversations.");
    return { kind: "person" as const, id, name: reader.name };
  });
  const groups = teamIds.map((id) => {
    const team = teams.find((one) => one.id === id);
    if (!team) throw refuse("teamIds", "This team no longer exists.");
    return { kind: "team" as const, id, name: team.name };
  });
  const ofTeams = [...readers].filter(([, { teamIds: of }]) => teamIds.some((id) => of.has(id)));
  const told = new Set([...userIds, ...ofTeams.map(([id]) => id)]);
  told.delete(authorId);
  return { mentions: [...people, ...groups], userIds: [...told] };
}

/** The members who may read conversations, by their user's id. */
async function listReaders(
  tx: Tx,
  organizationId: string,
): Promise<Map<string, { name: string; teamIds: Set<string> }>> {
  const rows = await tx
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.userId")
    .innerJoin("groupMembers", (join) =>
      join
        .onRef("groupMembers.organizationId", "=", "members.organizationId")
        .onRef("groupMembers.userId", "=", "members.userId"),
    )
    .innerJoin("userGroups", (join) =>
      join
        .onRef("userGroups.organizationId", "=", "groupMembers.organizationId")
        .onRef("userGroups.id", "=", "groupMembers.groupId"),
    )
    .where("members.organizationId", "=", organizationId)
    .select(["users.id", "firstName", "lastName", "userGroups.id as teamId", "userGroups.name as teamName"])
    .execute();
  const readers = new Map<string, { name: string; teamIds: Set<string> }>();
  for (const [id, ofUser] of Map.groupBy(rows, (row) => row.id)) {
    const roles = ofUser.flatMap(({ teamName }) => roleOf(teamName) ?? []);
    const [first] = ofUser;
    if (!first || !may(roles, "conversations.read")) continue;
    const name = `${first.firstName} ${first.lastName}`.trim();
    readers.set(id, { name, teamIds: new Set(ofUser.map(({ teamId }) => teamId)) });
  }
  return readers;
}

/**
 * Stores the members mentioned in a note, or notified about a held reply. Their read state stays; for new ones it is
 * unread.
 */
export async function keepMentions(
  tx: Tx,
  {
    organizationId,
    agentId,
    threadId,
    id: messageId,
  }: Pick<MessageRow, "organizationId" | "agentId" | "threadId" | "id">,
  { userIds, now }: { userIds: string[]; now: number },
): Promise<void> {
  let gone = tx
    .deleteFrom("mentions")
    .where("organizationId", "=", organizationId)
    .where("messageId", "=", messageId);
  if (userIds.length > 0) gone = gone.where("userId", "not in", userIds);
  await gone.execute();
  if (userIds.length === 0) return;
  const key = { organizationId, agentId, threadId, messageId };
  await tx
    .insertInto("mentions")
    .values(userIds.map((userId) => ({ ...key, userId, createdAt: now, readAt: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Notes that a member has seen the thread, and gives whether they were named in what they had not read. */
export async function readMentions(
  tx: Tx,
  { organizationId, id: threadId }: ThreadRow,
  { userId, now }: { userId: string; now: number },
): Promise<boolean> {
  const read = await tx
    .updateTable("mentions")
    .set({ readAt: now })
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("userId", "=", userId)
    .where("readAt", "is", null)
    .returning("messageId")
    .execute();
  return read.length > 0;
}

/** Gives who is told that a note names them, by themselves or by a team, and has not read it. */
export async function listNamedIds(
  db: Db,
  { organizationId, id: messageId }: Pick<MessageRow, "organizationId" | "id">,
): Promise<string[]> {
  const rows = await db
    .selectFrom("mentions")
    .select("userId")
    .where("organizationId", "=", organizationId)
    .where("messageId", "=", messageId)
    .where("readAt", "is", null)
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Gives the notes of a thread that name a member who has not read them. */
export async function readUnseenMentions(
  tx: Tx,
  { organizationId, threadId, userId }: { organizationId: string; threadId: string; userId: string },
): Promise<string[]> {
  const rows = await tx
    .selectFrom("mentions")
    .select("messageId")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("userId", "=", userId)
    .where("readAt", "is", null)
    .execute();
  return rows.map(({ messageId }) => messageId);
}

/** Makes notes of a thread unread again for a member whom they name. */
export async function unreadMentions(
  tx: Tx,
  { organizationId, id: threadId }: ThreadRow,
  { userId, messageIds }: { userId: string; messageIds: readonly string[] },
): Promise<void> {
  if (messageIds.length === 0) return;
  await tx
    .updateTable("mentions")
    .set({ readAt: null })
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("userId", "=", userId)
    .where("messageId", "in", messageIds)
    .execute();
}

/** Gives by thread who is named there in a note that they have not read. */
export async function listMentioned(db: Db, rows: ThreadRow[]): Promise<Map<string, string[]>> {
  const found = await db
    .selectFrom("mentions")
    .select(["threadId", "userId"])
    .distinct()
    .where("organizationId", "=", rows[0]?.organizationId ?? "")
    .where(
      "threadId",
      "in",
      rows.map(({ id }) => id),
    )
    .where("readAt", "is", null)
    .orderBy("userId")
    .execute();
  const byThread = Map.groupBy(found, ({ threadId }) => threadId);
  return new Map([...byThread].map(([id, ofThread]) => [id, ofThread.map(({ userId }) => userId)]));
}

/** How many of an agent's conversations name a member in what they have not read. */
export async function countMentioned(
  db: Db,
  { organizationId, agentId, userId }: AgentKey & { userId: string },
): Promise<number> {
  const { count } = await db
    .selectFrom("mentions")
    .innerJoin("threads", (join) =>
      join
        .onRef("threads.organizationId", "=", "mentions.organizationId")
        .onRef("threads.id", "=", "mentions.threadId"),
    )
    .where("mentions.organizationId", "=", organizationId)
    .where("mentions.agentId", "=", agentId)
    .where("mentions.userId", "=", userId)
    .where("mentions.readAt", "is", null)
    .where("threads.preview", "=", 0)
    .select((row) => row.fn.count<number>("mentions.threadId").distinct().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function refuse(field: keyof Mentioned, message: string): AppError {
  return new AppError("invalid_input", { fields: [{ path: `body.data.mentions.${field}`, message }] });
}
