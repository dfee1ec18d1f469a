import { setTimeout as wait } from "node:timers/promises";
import type { McpServer } from "../../../../shared/contract/mcps/mcps.ts";
import type { Secrets } from "../../../database/secrets.ts";
import type { Db } from "../../../database/store.ts";
import { findServerRow, noGrant } from "../stored.ts";
import type { ServerKey } from "../stored.ts";
import type { McpServerRow } from "../tables.ts";
import type { GrantPlace } from "./createAccess.ts";
import { emptyGrant, parseGrant, writeGrant } from "./grant.ts";
import type { Grant } from "./grant.ts";

const purpose = "mcpGrant";
/** An exchange with an issuer takes less; one that died holds nobody up for longer. */
const leaseMs = 20_000;
const pauseMs = 250;

export interface GrantDeps {
  db: Db;
  seal: Pick<Secrets, "seal" | "unseal">;
  now: () => number;
}

export function readGrant(
  { seal }: Pick<GrantDeps, "seal">,
  { sealedGrant }: Pick<McpServerRow, "sealedGrant">,
): Grant {
  return sealedGrant === null ? emptyGrant() : parseGrant(seal.unseal(sealedGrant, purpose));
}

export async function keepGrant({ db, seal }: GrantDeps, key: ServerKey, grant: Grant): Promise<void> {
  const { issuer } = grant;
  await change(db, key, { sealedGrant: seal.seal(writeGrant(grant), purpose), issuer });
}

export function forgetGrant(db: Db, key: ServerKey): Promise<void> {
  return change(db, key, { ...noGrant, signIn: "needed" });
}

export function noteSignIn(db: Db, key: ServerKey, signIn: McpServer["signIn"]): Promise<void> {
  return change(db, key, { signIn });
}

/** Where a server's grant is kept. */
export function openGrantPlace(deps: GrantDeps, key: ServerKey): GrantPlace {
  const { db, now } = deps;
  let until = 0;
  return {
    read: async () => readGrant(deps, await findServerRow(db, key)),
    keep: (grant) => keepGrant(deps, key, grant),
    async takeLease() {
      until = now() + leaseMs;
      const { numUpdatedRows } = await db
        .updateTable("mcpServers")
        .set({ grantLeaseUntil: until })
        .where("organizationId", "=", key.organizationId)
        .where("id", "=", key.mcpId)
        .where((eb) => eb.or([eb("grantLeaseUntil", "is", null), eb("grantLeaseUntil", "<=", now())]))
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return true;
      // A server that is gone is found so, not waited for.
      await findServerRow(db, key);
      return false;
    },
    async giveLease() {
      await db
        .updateTable("mcpServers")
        .set({ grantLeaseUntil: null })
        .where("organizationId", "=", key.organizationId)
        .where("id", "=", key.mcpId)
        .where("grantLeaseUntil", "=", until)
        .execute();
    },
    pause: (signal) => wait(pauseMs, undefined, { signal }),
  };
}

async function change(
  db: Db,
  { organizationId, agentId, mcpId }: ServerKey,
  columns: Partial<McpServerRow>,
): Promise<void> {
  await db
    .updateTable("mcpServers")
    .set(columns)
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("id", "=", mcpId)
    .execute();
}
