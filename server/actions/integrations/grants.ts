import { newId } from "../../database/ids.ts";
import { unsealOrNull } from "../../database/secrets.ts";
import type { Secrets } from "../../database/secrets.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { Tokens } from "./askTokens.ts";
import type { IntegrationGrantRow, IntegrationRow } from "./tables.ts";

/** What a grant is kept as, sealed. */
export interface GrantTokens {
  accessToken: string;
  refreshToken: string | null;
  /** The one that was replaced last: good until the new one has worked once. */
  previousRefreshToken: string | null;
  /** Where it may be sent. */
  reachedUrl: string;
}

/** Stands for the team where a grant names its owner. */
export const teamItself = "";

export interface GrantKey {
  organizationId: string;
  integrationId: string;
  contactId: string;
}

type Seal = Pick<Secrets, "seal" | "unseal">;

export function findGrant(
  db: Db,
  { organizationId, integrationId, contactId }: GrantKey,
): Promise<IntegrationGrantRow | undefined> {
  return db
    .selectFrom("integrationGrants")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("integrationId", "=", integrationId)
    .where("contactId", "=", contactId)
    .executeTakeFirst();
}

export function sealGrant(seal: Seal, id: string, tokens: GrantTokens): string {
  return seal.seal(JSON.stringify(tokens), purposeOf(id));
}

/** The tokens of a grant; null where they can't be opened, or are for another address than requests go to now. */
export function openGrant(
  seal: Seal,
  { id, sealedTokens }: Pick<IntegrationGrantRow, "id" | "sealedTokens">,
  reachedUrl: string,
): GrantTokens | null {
  const text = unsealOrNull(seal, sealedTokens, purposeOf(id));
  if (text === null) return null;
  const tokens = JSON.parse(text) as GrantTokens; // written by sealGrant
  return tokens.reachedUrl === reachedUrl ? tokens : null;
}

function purposeOf(id: string): string {
  return `integration-grant:${id}`;
}

interface Given {
  row: IntegrationRow;
  contactId: string;
  tokens: Tokens;
  reachedUrl: string;
  account: string | null;
  now: number;
}

/** Keeps the access that somebody gave; it takes the place of what they gave before. */
export async function keepGrant(
  tx: Tx,
  seal: Seal,
  { row, contactId, tokens, reachedUrl, account, now }: Given,
): Promise<IntegrationGrantRow> {
  const { organizationId, agentId, id: integrationId } = row;
  const key = { organizationId, integrationId, contactId };
  const before = await findGrant(tx, key);
  const id = before?.id ?? newId(now);
  const { accessToken, refreshToken, expiresAt } = tokens;
  const sealed = sealGrant(seal, id, { accessToken, refreshToken, previousRefreshToken: null, reachedUrl });
  const fresh = {
    ...{ sealedTokens: sealed, renewable: refreshToken === null ? 0 : 1, expiresAt, account },
    ...{ broken: null, trouble: null, leaseId: null, leaseUntil: null, updatedAt: now },
  };
  return tx
    .insertInto("integrationGrants")
    .values({ ...key, agentId, id, generation: 1, createdAt: now, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(["organizationId", "integrationId", "contactId"])
        // A process that was about to renew the old one finds the new one.
        .doUpdateSet((eb) => ({ ...fresh, generation: eb("integrationGrants.generation", "+", 1) })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes a grant that still is of this generation. */
export async function changeGrant(
  db: Db,
  { organizationId, id, generation }: Pick<IntegrationGrantRow, "organizationId" | "id" | "generation">,
  changes: Partial<IntegrationGrantRow>,
): Promise<IntegrationGrantRow | undefined> {
  return db
    .updateTable("integrationGrants")
    .set(changes)
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("generation", "=", generation)
    .returningAll()
    .executeTakeFirst();
}

/** Forgets all that people gave for a connection: it was for another address, client or key. */
export async function forgetGrants(
  tx: Tx,
  { organizationId, integrationId, contactId }: Omit<GrantKey, "contactId"> & { contactId?: string },
): Promise<void> {
  let query = tx
    .deleteFrom("integrationGrants")
    .where("organizationId", "=", organizationId)
    .where("integrationId", "=", integrationId);
  if (contactId !== undefined) query = query.where("contactId", "=", contactId);
  await query.execute();
}
