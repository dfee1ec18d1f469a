import { unsealOrNull, type Secrets } from "../../database/secrets.ts";
import { newId } from "../../database/ids.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { Connection } from "../../../shared/contract/knowledge/connections.ts";
import type { SourceConnection } from "../../../shared/contract/knowledge/sourceConnection.ts";
import type { Provider, Tokens } from "./provider.ts";
import type { ConnectionRow } from "./tables.ts";

export interface ConnectionKey {
  organizationId: string;
  connectionId: string;
}

export interface NewConnection {
  organizationId: string;
  userId: string;
  provider: Provider;
  account: { accountId: string; name: string };
  tokens: Tokens;
  now: number;
}

type Seal = Pick<Secrets, "seal" | "unseal">;

/** Keeps the access to an account; one that the same person connects again takes the place of what was there. */
export async function keepConnection(
  tx: Tx,
  seal: Seal,
  { organizationId, userId, provider, account, tokens, now }: NewConnection,
): Promise<ConnectionRow> {
  const before = await tx
    .selectFrom("connections")
    .select(["id", "createdAt"])
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .where("provider", "=", provider.kind)
    .where("accountId", "=", account.accountId)
    .forUpdate()
    .executeTakeFirst();
  const id = before?.id ?? newId(now);
  const key = { organizationId, connectionId: id };
  const row: ConnectionRow = {
    ...{ organizationId, id, userId, provider: provider.kind, ...account, name: account.name.slice(0, 200) },
    ...{ state: "connected", sealedAccess: sealTokens(seal, key, { provider, tokens }) },
    ...{ createdAt: before?.createdAt ?? now, updatedAt: now },
  };
  const { name, state, sealedAccess, updatedAt } = row;
  await tx
    .insertInto("connections")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["organizationId", "userId", "provider", "accountId"])
        .doUpdateSet({ name, state, sealedAccess, updatedAt }),
    )
    .execute();
  return row;
}

/** A connection of an organization, whichever member made it. */
export function findConnection(
  db: Db,
  { organizationId, connectionId }: ConnectionKey,
): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom("connections")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", connectionId)
    .executeTakeFirst();
}

/** The tokens are only for the provider's address, and only in this row. */
export function sealTokens(
  seal: Seal,
  key: ConnectionKey,
  { provider, tokens }: { provider: Provider; tokens: Tokens },
): string {
  return seal.seal(JSON.stringify({ ...tokens, apiUrl: provider.apiUrl }), purposeOf(key));
}

/** The tokens of a row; null where they are for another address than the settings name now, or can't be opened. */
export function openTokens(seal: Seal, row: ConnectionRow, provider: Provider): Tokens | null {
  const key = { organizationId: row.organizationId, connectionId: row.id };
  const text = unsealOrNull(seal, row.sealedAccess, purposeOf(key));
  if (text === null) return null;
  const { apiUrl, ...tokens } = JSON.parse(text) as Tokens & { apiUrl: string }; // written by sealTokens
  return apiUrl === provider.apiUrl ? tokens : null;
}

function purposeOf({ organizationId, connectionId }: ConnectionKey): string {
  return `connection:${organizationId}:${connectionId}`;
}

/** Forgets the access of a connection that no source uses. */
export async function removeUnusedConnection(
  tx: Tx,
  { organizationId, connectionId }: { organizationId: string; connectionId: string | null },
): Promise<void> {
  if (connectionId === null) return;
  const user = await tx
    .selectFrom("dataSources")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("config", "like", `%"connectionId":"${connectionId}"%`)
    .executeTakeFirst();
  if (user) return;
  await tx
    .deleteFrom("connections")
    .where("organizationId", "=", organizationId)
    .where("id", "=", connectionId)
    .execute();
}

/** A connection beside a source: an allow-list. */
export function presentConnection({ id, provider, name, state }: ConnectionRow): SourceConnection {
  return { id, provider, name, state };
}

/** One's own. */
export function presentOwn(row: ConnectionRow): Connection {
  return { ...presentConnection(row), createdAt: row.createdAt };
}
