import type { ApiKey } from "../../shared/contract/accounts/apiKeys.ts";
import { may } from "../../shared/domain/access.ts";
import type { Role } from "../../shared/domain/access.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Db } from "../database/store.ts";
import { readAgentIds, readScopes } from "./apiKeys.ts";
import { findMember } from "./members.ts";
import { nameOf } from "./present.ts";
import type { ApiKeyRow } from "./tables.ts";

export interface KeysWanted {
  organizationId: string;
  keyId?: string;
  page: number;
  limit: number;
  now: number;
}

/** The keys of an organization that were not revoked, newest first, and how many there are. */
export async function listKeys(db: Db, wanted: KeysWanted): Promise<{ items: ApiKey[]; total: number }> {
  const { organizationId, keyId, page, limit, now } = wanted;
  let found = db
    .selectFrom("apiKeys")
    .leftJoin("users", "users.id", "apiKeys.userId")
    .leftJoin("members", (join) =>
      join
        .onRef("members.organizationId", "=", "apiKeys.organizationId")
        .onRef("members.userId", "=", "apiKeys.userId")
        .onRef("members.createdAt", "<=", "apiKeys.createdAt"),
    )
    .where("apiKeys.organizationId", "=", organizationId)
    .where("revokedAt", "is", null);
  if (keyId !== undefined) found = found.where("apiKeys.id", "=", keyId);
  const [rows, { total }] = await Promise.all([
    found
      .selectAll("apiKeys")
      .select(["firstName", "lastName", "members.userId as memberId"])
      .orderBy("apiKeys.createdAt", "desc")
      .orderBy("apiKeys.id", "desc")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    found.select((row) => row.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  const makers = new Set(rows.flatMap(({ memberId }) => memberId ?? []));
  const roles = new Map<string, Role[]>();
  for (const userId of makers) {
    roles.set(userId, (await findMember(db, { userId, organizationId }))?.roles ?? []);
  }
  const items = rows.map(({ firstName, lastName, memberId, ...row }) => {
    const maker = nameOf({ firstName: firstName ?? "", lastName: lastName ?? "" });
    return presentKey(row, { maker, held: (memberId && roles.get(memberId)) || [], now });
  });
  return { items, total };
}

/** One key of the organization; `not_found` alike for a foreign one, a revoked one and none. */
export async function findKey(
  db: Db,
  wanted: { organizationId: string; keyId: string; now: number },
): Promise<ApiKey> {
  const [key] = (await listKeys(db, { ...wanted, page: 1, limit: 1 })).items;
  if (!key) throw new AppError("not_found");
  return key;
}

interface Around {
  maker: string;
  /** The roles that its maker holds now; none where they left. */
  held: Role[];
  now: number;
}

/** A key as the organization's owners and admins see it. */
function presentKey(row: ApiKeyRow, { maker, held, now }: Around): ApiKey {
  const scopes = readScopes(row.scopes);
  const allowed = scopes.filter((scope) => may(held, scope));
  const isExpired = row.expiresAt !== null && row.expiresAt <= now;
  return {
    id: row.id,
    organizationId: row.organizationId,
    name: row.name,
    ending: row.ending,
    scopes,
    allowed,
    agentIds: readAgentIds(row.agentIds),
    madeBy: { _id: row.userId, name: maker },
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    lastUsedAt: row.lastUsedAt,
    lastUsedAddress: row.lastUsedAddress,
    state: isExpired ? "expired" : allowed.length === 0 ? "stopped" : "active",
  };
}
