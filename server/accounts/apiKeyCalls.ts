import {
  createApiKey,
  getApiKey,
  listApiKeys,
  revokeApiKey,
  updateApiKey,
} from "../../shared/contract/accounts/apiKeys.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { newId } from "../database/ids.ts";
import type { Store } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { MemberCaller, Route } from "../requests/handle.ts";
import { findKey, listKeys } from "./apiKeyList.ts";
import { makeApiKey } from "./apiKeys.ts";

/** Which of these are agents of the organization; handed in, because agents lie above. */
export type FindOwnAgents = (organizationId: string, agentIds: readonly string[]) => Promise<string[]>;

export interface ApiKeyDeps {
  store: Store;
  now: () => number;
  findOwnAgents: FindOwnAgents;
}

/** The calls on the organization's API keys. */
export function apiKeyRoutes({ store, now, findOwnAgents }: ApiKeyDeps): Route[] {
  const { db } = store;

  async function checkAgents(organizationId: string, agentIds: readonly string[] | null): Promise<void> {
    if (!agentIds) return;
    const own = await findOwnAgents(organizationId, agentIds);
    if (!agentIds.every((id) => own.includes(id))) refuse("agentIds", "Choose agents of this organization.");
  }

  return [
    handle(listApiKeys, async ({ caller, query }) => {
      const { organizationId } = caller;
      const { items, total } = await listKeys(db, { organizationId, ...query, now: now() });
      return { items, page: { ...query, total } };
    }),

    handle(getApiKey, async ({ caller: { organizationId }, params: { keyId } }) => ({
      data: await findKey(db, { organizationId, keyId, now: now() }),
    })),

    handle(createApiKey, async ({ caller, body }) => {
      const { organizationId, userId } = caller;
      const { name, scopes, agentIds, expiresAt } = body.data;
      checkScopes(caller, scopes);
      await checkAgents(organizationId, agentIds);
      const at = now();
      if (expiresAt !== null && expiresAt <= at) refuse("expiresAt", "Choose a future day.");
      const { key, keyHash, ending } = makeApiKey();
      const keyId = newId(at);
      await db
        .insertInto("apiKeys")
        .values({
          ...{ organizationId, id: keyId, name, keyHash, ending, userId, createdAt: at, expiresAt },
          ...{ scopes: write(scopes), agentIds: agentIds && write(agentIds) },
          ...{ revokedAt: null, lastUsedAt: null, lastUsedAddress: null },
        })
        .execute();
      return { data: { key, ...(await findKey(db, { organizationId, keyId, now: at })) } };
    }),

    handle(updateApiKey, async ({ caller, params: { keyId }, body }) => {
      const { organizationId, userId } = caller;
      const { name, scopes, agentIds } = body.data;
      const wanted = { organizationId, keyId, now: now() };
      const known = await findKey(db, wanted);
      if (known.madeBy._id !== userId) {
        throw new AppError("forbidden", { message: "Only an API key’s creator can change it." });
      }
      if (scopes) checkScopes(caller, scopes);
      if (agentIds) await checkAgents(organizationId, agentIds);
      const changes = {
        ...(name !== undefined && { name }),
        ...(scopes && { scopes: write(scopes) }),
        ...(agentIds !== undefined && { agentIds: agentIds && write(agentIds) }),
      };
      if (Object.keys(changes).length > 0) {
        await db
          .updateTable("apiKeys")
          .set(changes)
          .where("organizationId", "=", organizationId)
          .where("id", "=", keyId)
          .where("revokedAt", "is", null)
          .execute();
      }
      return { data: await findKey(db, wanted) };
    }),

    handle(revokeApiKey, async ({ caller, params: { keyId } }) => {
      const { numUpdatedRows } = await db
        .updateTable("apiKeys")
        .set({ revokedAt: now() })
        .where("organizationId", "=", caller.organizationId)
        .where("id", "=", keyId)
        .where("revokedAt", "is", null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new AppError("not_found");
      return undefined;
    }),
  ];
}

/** Nobody gives a key a right that they do not hold. */
function checkScopes(caller: MemberCaller, scopes: readonly Parameters<MemberCaller["may"]>[0][]): void {
  if (!scopes.every((scope) => caller.may(scope))) {
    refuse("scopes", "A key can’t have more rights than you.");
  }
}

function refuse(field: string, message: string): never {
  throw new AppError("invalid_input", { fields: [{ path: `body.data.${field}`, message }] });
}

/** A list as it is kept: each once. */
function write(list: readonly string[]): string {
  return JSON.stringify([...new Set(list)]);
}
