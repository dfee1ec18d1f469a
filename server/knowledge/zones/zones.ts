import { randomBytes } from "node:crypto";
import { AppError } from "../../../shared/errors/errors.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { ZoneRow } from "./tables.ts";

const slugLength = 6;
/** Base64url writes six characters of these. */
const slugBytes = 5;

/** Gives an agent its zone, of a slug that no other has. */
export async function createZone(tx: Tx, { organizationId, agentId }: AgentKey): Promise<void> {
  for (;;) {
    const slug = randomBytes(slugBytes).toString("base64url").slice(0, slugLength);
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("zones")
      .values({ organizationId, agentId, slug, registeredAt: null })
      .onConflict((conflict) => conflict.column("slug").doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows) return;
  }
}

/** "Create success marks the zone as registered" (specification 4); later ones change nothing. */
export async function registerZone(
  tx: Tx,
  { organizationId, agentId, now }: AgentKey & { now: number },
): Promise<void> {
  await tx
    .updateTable("zones")
    .set({ registeredAt: now })
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("registeredAt", "is", null)
    .execute();
}

/** A zone of an organization, by its agent or by its slug. */
export async function readZone(
  db: Db,
  { organizationId, ...of }: { organizationId: string } & ({ agentId: string } | { slug: string }),
): Promise<ZoneRow> {
  const row = await db
    .selectFrom("zones")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where((zone) => ("slug" in of ? zone("slug", "=", of.slug) : zone("agentId", "=", of.agentId)))
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}

/** Deletes an agent's zone; its slug is free again. */
export async function removeZone(tx: Tx, { organizationId, agentId }: AgentKey): Promise<void> {
  await tx
    .deleteFrom("zones")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .execute();
}
