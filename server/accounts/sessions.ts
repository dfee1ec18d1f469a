import { createHash, randomBytes } from "node:crypto";
import { newId } from "../database/ids.ts";
import { unsealOrNull } from "../database/secrets.ts";
import type { Db } from "../database/store.ts";
import type { Found } from "../requests/gates.ts";
import type { UserCaller } from "../requests/handle.ts";
import { nameOf } from "./present.ts";

/** After this long away somebody signs in again. */
export const sessionMs = 30 * 24 * 60 * 60 * 1000;
/** However often they come back, somebody signs in again after this long. */
export const longestSessionMs = 90 * 24 * 60 * 60 * 1000;
/** How often the session's row is written at most, however many calls it makes. */
const touchMs = 60 * 60 * 1000;
const sealPurpose = "user-session";
const idTokenPurpose = "user-session-id-token";

/** Seals a text so that the database alone does not tell it. */
export interface Seal {
  seal(text: string, purpose: string): string;
  unseal(sealed: string, purpose: string): string;
}

/** The sign-in provider by which a session begins. */
export interface ProviderSession {
  issuer: string;
  /** Shown to the provider when the session ends, so that it knows which of its own to end. */
  idToken: string;
}

export interface NewSession {
  userId: string;
  provider?: ProviderSession | undefined;
  /** What the browser says it is. */
  device: string | null;
}

export interface Sessions {
  /** Starts a session; the cookie's token is told here and never again. */
  start(db: Db, session: NewSession): Promise<{ token: string; id: string; key: string }>;
  /** The session of a cookie's token, kept alive by being asked for; null when there is none or it has ended. */
  find(token: string): Promise<Found<UserCaller> | null>;
  /** Whether a session of this person continues. */
  has(session: { sessionId: string; userId: string }): Promise<boolean>;
  /** Ends a session; gives by which provider it began, if by one. */
  end(sessionId: string): Promise<ProviderSession | null>;
}

/** Keeps the sessions: tokens as hashes, keys sealed, so that a copy of the database signs nobody in. */
export function createSessions({ db, seal, now }: { db: Db; seal: Seal; now: () => number }): Sessions {
  return {
    async start(within, { userId, provider, device }) {
      const token = randomBytes(32).toString("base64url");
      const key = randomBytes(32).toString("base64url");
      const at = now();
      const id = newId(at);
      await within
        .insertInto("sessions")
        .values({
          id,
          userId,
          tokenHash: hashToken(token),
          sealedKey: seal.seal(key, sealPurpose),
          createdAt: at,
          lastSeenAt: at,
          expiresAt: at + sessionMs,
          issuer: provider?.issuer ?? null,
          sealedIdToken: provider ? seal.seal(provider.idToken, idTokenPurpose) : null,
          device,
          provedAt: null,
        })
        .execute();
      return { token, id, key };
    },
    async find(token) {
      const row = await db
        .selectFrom("sessions")
        .innerJoin("users", "users.id", "sessions.userId")
        .where("tokenHash", "=", hashToken(token))
        .select(["sessions.id", "userId", "sealedKey", "lastSeenAt", "expiresAt", "sessions.createdAt"])
        .select(["firstName", "lastName", "isSuperAdmin"])
        .executeTakeFirst();
      const at = now();
      const key = row ? unsealOrNull(seal, row.sealedKey, sealPurpose) : null;
      if (!row || row.expiresAt <= at || key === null) return null;
      const endsAt = row.createdAt + longestSessionMs;
      if (endsAt <= at) return null;
      if (at - row.lastSeenAt > touchMs) {
        const seen = { lastSeenAt: at, expiresAt: Math.min(at + sessionMs, endsAt) };
        await db.updateTable("sessions").set(seen).where("id", "=", row.id).execute();
      }
      return {
        key,
        caller: {
          kind: "user",
          userId: row.userId,
          sessionId: row.id,
          name: nameOf(row),
          isSuperAdmin: row.isSuperAdmin === 1,
        },
      };
    },
    async has({ sessionId, userId }) {
      const row = await db
        .selectFrom("sessions")
        .select("id")
        .where("id", "=", sessionId)
        .where("userId", "=", userId)
        .where("expiresAt", ">", now())
        .executeTakeFirst();
      return row !== undefined;
    },
    async end(sessionId) {
      const ended = await db
        .deleteFrom("sessions")
        .where("id", "=", sessionId)
        .returning(["issuer", "sealedIdToken"])
        .executeTakeFirst();
      if (!ended?.issuer || !ended.sealedIdToken) return null;
      const idToken = unsealOrNull(seal, ended.sealedIdToken, idTokenPurpose);
      return idToken === null ? null : { issuer: ended.issuer, idToken };
    },
  };
}

/** A token is 256 random bits, so a plain hash keeps it. */
function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
