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
/** An exchange with an issuer takes less: it is four requests, each with an end (boundedFetch.ts). */
const leaseMs = 45_000;
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

/** Keeps what a person signed in for, in place of what was there and of a renewal under way. */
export async function keepGrant(deps: GrantDeps, key: ServerKey, grant: Grant): Promise<void> {
  await change(deps.db, key, { ...sealedColumns(deps, grant), grantLeaseUntil: null });
}

export async function forgetGrant(db: Db, key: ServerKey): Promise<void> {
  await change(db, key, { ...noGrant, signIn: "needed" });
}

export async function noteSignIn(db: Db, key: ServerKey, signIn: McpServer["signIn"]): Promise<void> {
  await change(db, key, { signIn });
}

function sealedColumns({ seal }: GrantDeps, grant: Grant): Pick<McpServerRow, "sealedGrant" | "issuer"> {
  return { sealedGrant: seal.seal(writeGrant(grant), purpose), issuer: grant.issuer };
}

/** Where a server's grant is kept. */
export function openGrantPlace(deps: GrantDeps, key: ServerKey): GrantPlace {
  const { db, now } = deps;
  let until = 0;
  return {
    read: async () => readGrant(deps, await findServerRow(db, key)),
    async keep(grant) {
      const kept = await change(db, { ...key, lease: until }, sealedColumns(deps, grant));
      if (!kept) throw new Error("The sign-in was canceled or restarted in the meantime.");
    },
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

/** Changes a server's row, with `lease` only while it has that; gives whether it did. */
async function change(
  db: Db,
  { organizationId, agentId, mcpId, lease }: ServerKey & { lease?: number },
  columns: Partial<McpServerRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("mcpServers")
    .set(columns)
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("id", "=", mcpId)
    .where((eb) => (lease === undefined ? eb.lit(true) : eb("grantLeaseUntil", "=", lease)))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
