import { randomBytes } from "node:crypto";
import type { Db, Tx } from "../database/store.ts";
import { newId } from "../database/ids.ts";
import { unsealOrNull } from "../database/secrets.ts";
import { statement } from "../database/statement.ts";
import type {} from "../agents/tables.ts";
import type {} from "../conversations/tables.ts";
import type { VisitorCaller } from "../requests/handle.ts";
import type { VisitorSessionRow } from "./tables.ts";
import type { Ticket } from "./tickets.ts";

/** A visitor who does not come back within this time starts again. */
const sessionMs = 30 * 24 * 60 * 60 * 1000;
/** How often the session's row is written at most, however often the visitor calls. */
const touchMs = 5 * 60 * 1000;
const sealPurpose = "visitor-session";

/** Seals a text so that the database alone does not tell it. */
export interface Seal {
  seal(text: string, purpose: string): string;
  unseal(sealed: string, purpose: string): string;
}

export interface NewVisitor {
  ticket: Ticket;
  contactId: string;
  /** The site's own id of a visitor whom it vouches for. */
  userId: string | null;
  seal: Seal;
  now: number;
}

/** Makes a visitor's session and gives its public id and the key that signs its requests. */
export async function insertVisitorSession(tx: Tx, { ticket, contactId, userId, seal, now }: NewVisitor) {
  const id = newId(now);
  const key = randomBytes(32).toString("base64url");
  await tx
    .insertInto("visitorSessions")
    .values({
      organizationId: ticket.organizationId,
      id,
      agentId: ticket.agentId,
      surfaceType: ticket.surfaceType,
      contactId,
      userId,
      sealedKey: seal.seal(key, sealPurpose),
      preview: ticket.preview ? 1 : 0,
      origin: ticket.origin,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: now + sessionMs,
    })
    .execute();
  return { id, key };
}

export interface FoundVisitor {
  caller: VisitorCaller;
  key: string;
}

/** The visitor behind a public session id, with the key to check the request's signature by; null when it ended. */
export async function findVisitorSession(
  db: Db,
  { id, seal, now }: { id: string; seal: Seal; now: number },
): Promise<FoundVisitor | null> {
  const [row] = await selectWithPerson(db, { id });
  const key = row ? unsealOrNull(seal, row.sealedKey, sealPurpose) : null;
  if (!row || row.expiresAt <= now || key === null) return null;
  if (isTouchDue(row, now)) await touchSessions(db, [row], now);
  const isPreview = row.preview === 1;
  return {
    key,
    caller: {
      kind: "visitor",
      sessionId: row.id,
      organizationId: row.organizationId,
      agentId: row.agentId,
      surfaceType: row.surfaceType,
      contactId: row.contactId,
      preview: isPreview,
      mustIdentify: row.identityMode === "required" && row.verified !== 1 && !isPreview,
      isBlocked: row.blockedAt !== null,
    },
  };
}

/** Whether a session's row should say again that its visitor is here. */
export function isTouchDue({ lastSeenAt }: { lastSeenAt: number }, now: number): boolean {
  return now - lastSeenAt > touchMs;
}

/** Writes that the visitors of these sessions are here: each holds on from now. */
export async function touchSessions(
  db: Db,
  sessions: { organizationId: string; id: string }[],
  now: number,
): Promise<void> {
  for (const { organizationId, id } of sessions) {
    await db
      .updateTable("visitorSessions")
      .set({ lastSeenAt: now, expiresAt: now + sessionMs })
      .where("organizationId", "=", organizationId)
      .where("id", "=", id)
      .execute();
  }
}

/** The session with whether its visitor is verified, whether they have to be, and is blocked; a hosted page asks as the widget does. */
const selectWithPerson = statement((db, { id }: Pick<VisitorSessionRow, "id">) =>
  db
    .selectFrom("visitorSessions as session")
    // A deleted agent stands elsewhere: its visitors' sessions hold again once it is restored.
    .innerJoin("agents as agent", (join) =>
      join
        .onRef("agent.organizationId", "=", "session.organizationId")
        .onRef("agent.id", "=", "session.agentId"),
    )
    .leftJoin("contacts as contact", (join) =>
      join
        .onRef("contact.organizationId", "=", "session.organizationId")
        .onRef("contact.id", "=", "session.contactId"),
    )
    .leftJoin("surfaces as surface", (join) =>
      join
        .onRef("surface.organizationId", "=", "session.organizationId")
        .onRef("surface.agentId", "=", "session.agentId")
        .on("surface.type", "=", "widget"),
    )
    .selectAll("session")
    .select(["contact.verified", "contact.blockedAt", "surface.identityMode"])
    .where("session.id", "=", id),
);

/** The sessions of one contact are another's from now on; gives their ids. */
export async function moveVisitorSessions(
  tx: Tx,
  { organizationId, from, to }: { organizationId: string; from: string; to: string },
): Promise<string[]> {
  const moved = await tx
    .updateTable("visitorSessions")
    .set({ contactId: to })
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", from)
    .returning("id")
    .execute();
  return moved.map(({ id }) => id);
}

/** Of one contact's sessions these, and those of the people whom the site knows by these ids, are another's; gives their ids. */
export async function splitVisitorSessions(
  tx: Tx,
  split: {
    organizationId: string;
    from: string;
    to: string;
    ids: readonly string[];
    userIds: readonly string[];
  },
): Promise<string[]> {
  const sessions = await tx
    .selectFrom("visitorSessions")
    .select(["id", "userId"])
    .where("organizationId", "=", split.organizationId)
    .where("contactId", "=", split.from)
    .execute();
  const [ids, userIds] = [new Set(split.ids), new Set<string | null>(split.userIds)];
  const theirs = sessions.filter(({ id, userId }) => ids.has(id) || (userId !== null && userIds.has(userId)));
  for (const { id } of theirs) {
    await tx
      .updateTable("visitorSessions")
      .set({ contactId: split.to })
      .where("organizationId", "=", split.organizationId)
      .where("id", "=", id)
      .execute();
  }
  return theirs.map(({ id }) => id);
}

/** Keeps as whom the site vouched for a session's visitor. */
export async function nameVisitorSession(
  tx: Tx,
  {
    organizationId,
    sessionId,
    userId,
  }: Pick<VisitorCaller, "organizationId" | "sessionId"> & { userId: string },
): Promise<void> {
  await tx
    .updateTable("visitorSessions")
    .set({ userId })
    .where("organizationId", "=", organizationId)
    .where("id", "=", sessionId)
    .execute();
}

/** Ends a session: its key stops working. */
export async function endVisitorSession(
  db: Db,
  { organizationId, sessionId }: Pick<VisitorCaller, "organizationId" | "sessionId">,
): Promise<void> {
  await db
    .deleteFrom("visitorSessions")
    .where("organizationId", "=", organizationId)
    .where("id", "=", sessionId)
    .execute();
}

/** Ends the sessions of contacts that are deleted: returning visitors start over. */
export async function endSessionsOf(
  tx: Tx,
  { organizationId, contactIds }: { organizationId: string; contactIds: readonly string[] },
): Promise<void> {
  await tx
    .deleteFrom("visitorSessions")
    .where("organizationId", "=", organizationId)
    .where("contactId", "in", contactIds)
    .execute();
}

/** Ends the sessions of visitors who came by a surface that is deleted. The console's previews continue. */
export async function endSessionsOn(
  tx: Tx,
  { organizationId, agentId, surfaceType }: { organizationId: string; agentId: string; surfaceType: string },
): Promise<void> {
  await tx
    .deleteFrom("visitorSessions")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("surfaceType", "=", surfaceType)
    .where("preview", "=", 0)
    .execute();
}

/** What is kept of a contact's sessions, the oldest first: nothing that signs. */
export function listSessionsOf(
  db: Db,
  { organizationId, contactId }: { organizationId: string; contactId: string },
): Promise<Pick<VisitorSessionRow, "surfaceType" | "origin" | "createdAt" | "lastSeenAt">[]> {
  return db
    .selectFrom("visitorSessions")
    .select(["surfaceType", "origin", "createdAt", "lastSeenAt"])
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", contactId)
    .orderBy("createdAt")
    .execute();
}
