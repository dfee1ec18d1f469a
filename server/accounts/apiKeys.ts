import { isKeyScope } from "../../shared/domain/keyScopes.ts";
import type { KeyScope } from "../../shared/domain/keyScopes.ts";
import type { Db } from "../database/store.ts";
import type { FoundApiKey } from "../requests/gates.ts";
import { hashLinkToken, makeLinkToken } from "./linkToken.ts";
import { findMember } from "./members.ts";
import { nameOf } from "./present.ts";

/** How often the use of a key is written down at most, however many calls it makes. */
const touchMs = 60 * 1000;

/** A new key: the text that is shown this once, and what is kept of it. */
export function makeApiKey(): { key: string; keyHash: string; ending: string } {
  const key = `ph_${makeLinkToken().token}`;
  return { key, keyHash: hashLinkToken(key), ending: key.slice(-4) };
}

export interface KeyUse {
  key: string;
  address: string;
  now: number;
}

/**
 * The key of this text as it holds now. Everything is read again at each call, so that a key ends with its revocation
 * and with its maker's membership at once; who left and came back makes new keys.
 */
export async function findApiKey(db: Db, { key, address, now }: KeyUse): Promise<FoundApiKey | null> {
  const row = await db
    .selectFrom("apiKeys")
    .innerJoin("users", "users.id", "apiKeys.userId")
    .innerJoin("members", (join) =>
      join
        .onRef("members.organizationId", "=", "apiKeys.organizationId")
        .onRef("members.userId", "=", "apiKeys.userId")
        .onRef("members.createdAt", "<=", "apiKeys.createdAt"),
    )
    .where("keyHash", "=", hashLinkToken(key))
    .where("revokedAt", "is", null)
    .select(["apiKeys.organizationId", "apiKeys.id", "apiKeys.userId", "scopes", "agentIds"])
    .select(["expiresAt", "lastUsedAt", "firstName", "lastName"])
    .executeTakeFirst();
  if (!row || (row.expiresAt !== null && row.expiresAt <= now)) return null;
  const { organizationId, id, userId } = row;
  const member = await findMember(db, { userId, organizationId });
  if (!member) return null;
  if (row.lastUsedAt === null || now - row.lastUsedAt > touchMs) {
    await db
      .updateTable("apiKeys")
      .set({ lastUsedAt: now, lastUsedAddress: address })
      .where("organizationId", "=", organizationId)
      .where("id", "=", id)
      .execute();
  }
  const rights = { scopes: readScopes(row.scopes), agentIds: readAgentIds(row.agentIds) };
  return { organizationId, id, userId, name: nameOf(row), ...member, ...rights };
}

/** The rights that a row keeps, but for those that the product no longer has. */
export function readScopes(json: string): KeyScope[] {
  return (JSON.parse(json) as string[]).filter(isKeyScope); // written after the contract's check
}

/** The agents that a row limits its key to; null for all. */
export function readAgentIds(json: string | null): string[] | null {
  return json === null ? null : (JSON.parse(json) as string[]); // written after the contract's check
}
