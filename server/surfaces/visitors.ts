import { randomBytes } from "node:crypto";
import type { Db, Tx } from "../database/store.ts";
import { newId } from "../database/ids.ts";
import { unsealOrNull } from "../database/secrets.ts";
import type { VisitorCaller } from "../door/handle.ts";
import type { Ticket } from "./tickets.ts";

/** A visitor who does not come back for so long starts anew. */
const sessionMs = 30 * 24 * 60 * 60 * 1000;
/** The session's row is written at most once in so long, however often the visitor calls. */
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
  seal: Seal;
  now: number;
}

/** Makes a visitor's session and gives its public id and the key that signs its requests. */
export async function insertVisitorSession(tx: Tx, { ticket, contactId, seal, now }: NewVisitor) {
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
  const row = await db.selectFrom("visitorSessions").selectAll().where("id", "=", id).executeTakeFirst();
  const key = row ? unsealOrNull(seal, row.sealedKey, sealPurpose) : null;
  if (!row || row.expiresAt <= now || key === null) return null;
  if (now - row.lastSeenAt > touchMs) {
    await db
      .updateTable("visitorSessions")
      .set({ lastSeenAt: now, expiresAt: now + sessionMs })
      .where("organizationId", "=", row.organizationId)
      .where("id", "=", id)
      .execute();
  }
  return {
    key,
    caller: {
      kind: "visitor",
      sessionId: row.id,
      organizationId: row.organizationId,
      agentId: row.agentId,
      surfaceType: row.surfaceType,
      contactId: row.contactId,
      preview: row.preview === 1,
    },
  };
}
