import { setTimeout as wait } from "node:timers/promises";
import { newId } from "../../database/ids.ts";
import type { Db } from "../../database/store.ts";
import { askTokens } from "./askTokens.ts";
import type { Tokens } from "./askTokens.ts";
import type { IntegrationDeps } from "./deps.ts";
import { AccessLost, ProviderTrouble } from "./faults.ts";
import { changeGrant, findGrant, openGrant, sealGrant } from "./grants.ts";
import type { GrantTokens } from "./grants.ts";
import type { OAuthClient, ResolvedProvider } from "./resolveProvider.ts";
import type { IntegrationGrantRow } from "./tables.ts";

/** Longer than a token endpoint may take: the lease holder has finished by then, or died. */
const leaseMs = 60_000;
const lookAgainMs = 50;
const patienceMs = 25_000;

export interface Renewal {
  grant: IntegrationGrantRow;
  resolved: ResolvedProvider;
  client: OAuthClient | null;
  signal: AbortSignal;
}

type Deps = Pick<IntegrationDeps, "store" | "seal" | "egress" | "now">;

/**
 * Renews an access once, however many ask for it in however many processes: one takes the lease in the row, and the others
 * wait for what it gets. Throws AccessLost where only a person can connect again, and ProviderTrouble where it may pass.
 */
export async function renewGrant(deps: Deps, renewal: Renewal): Promise<IntegrationGrantRow> {
  const { store } = deps;
  const { grant: known, signal } = renewal;
  const until = performance.now() + patienceMs;
  for (let hasWaited = false; ; hasWaited = true) {
    const grant = await findGrant(store.db, known);
    if (!grant) throw new AccessLost("This service was disconnected.");
    if (grant.broken !== null) throw new AccessLost(grant.broken);
    if (grant.generation !== known.generation) return grant;
    // What another process has just tried in vain is not tried again at once.
    if (hasWaited && grant.leaseId === null && grant.trouble !== null)
      throw new ProviderTrouble(grant.trouble);
    const held = await takeLease(store.db, grant, deps.now());
    if (held) return renewAsHolder(deps, { ...renewal, grant: held });
    if (performance.now() > until)
      throw new ProviderTrouble(`${renewal.resolved.provider.name} takes too long. Try again in a minute.`);
    await wait(lookAgainMs, undefined, { signal });
  }
}

async function takeLease(
  db: Db,
  { organizationId, id, generation }: IntegrationGrantRow,
  now: number,
): Promise<IntegrationGrantRow | undefined> {
  return db
    .updateTable("integrationGrants")
    .set({ leaseId: newId(now), leaseUntil: now + leaseMs })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("generation", "=", generation)
    .where((eb) => eb.or([eb("leaseUntil", "is", null), eb("leaseUntil", "<=", now)]))
    .returningAll()
    .executeTakeFirst();
}

async function renewAsHolder(deps: Deps, renewal: Renewal): Promise<IntegrationGrantRow> {
  const { store, seal, now } = deps;
  const { grant, resolved } = renewal;
  const free = { leaseId: null, leaseUntil: null };
  const tokens = openGrant(seal, grant, resolved.reachedUrl);
  try {
    const { renewed, used } = await exchange(deps, renewal, tokens);
    const refreshToken = renewed.refreshToken ?? used;
    const sealedTokens = sealGrant(seal, grant.id, {
      ...{ accessToken: renewed.accessToken, refreshToken, reachedUrl: resolved.reachedUrl },
      previousRefreshToken: refreshToken === used ? null : used,
    });
    // Kept before anybody uses it: a process that dies now has lost nothing.
    const kept = await changeGrant(store.db, grant, {
      ...{ ...free, sealedTokens, generation: grant.generation + 1, expiresAt: renewed.expiresAt },
      ...{ renewable: 1, trouble: null, updatedAt: now() },
    });
    // Somebody connected again meanwhile.
    const current = kept ?? (await findGrant(store.db, grant));
    if (!current) throw new AccessLost("This service was disconnected.");
    return current;
  } catch (error) {
    const isLost = error instanceof AccessLost;
    const said = isLost ? { broken: error.message } : { trouble: describe(error, resolved) };
    await changeGrant(store.db, grant, { ...free, ...said, updatedAt: now() });
    throw error;
  }
}

function describe(error: unknown, { provider }: ResolvedProvider): string {
  return error instanceof ProviderTrouble ? error.message : `${provider.name} could not be asked.`;
}

/** By the newest refresh token, else by the one before: its answer may have been lost on the way. */
async function exchange(
  deps: Deps,
  { resolved, client }: Renewal,
  tokens: GrantTokens | null,
): Promise<{ renewed: Tokens; used: string }> {
  const { name } = resolved.provider;
  if (!tokens) throw new AccessLost(`The address of ${name} or this server's secret key changed.`);
  if (tokens.refreshToken === null) throw new AccessLost(`${name} ended this access.`);
  if (!client) throw new AccessLost(`The client for ${name} was removed.`);
  // The caller may leave: a token that is on its way is stored anyway.
  const asking = { egress: deps.egress, resolved, client, now: deps.now() };
  try {
    const used = tokens.refreshToken;
    return { renewed: await askTokens(asking, { kind: "refresh", refreshToken: used }), used };
  } catch (error) {
    const used = tokens.previousRefreshToken;
    if (!(error instanceof AccessLost) || used === null) throw error;
    return { renewed: await askTokens(asking, { kind: "refresh", refreshToken: used }), used };
  }
}
