import type { AgentKey } from "../../agents/parts.ts";
import { newId } from "../../database/ids.ts";
import type { Db } from "../../database/store.ts";

/** Longer than an address is good for. */
const keptForMs = 60 * 60_000;

/** Keeps what somebody chose, for as long as it can be read at an address that names it by the id it gives. */
export async function keepChosen(
  db: Db,
  { organizationId, agentId, ids }: AgentKey & { ids: readonly string[] },
  now: number,
): Promise<string> {
  const id = newId(now);
  const row = { organizationId, id, agentId, ids: JSON.stringify(ids), createdAt: now };
  await db.insertInto("chosenExports").values(row).execute();
  return id;
}

/** Gives the ids of what was chosen; none if they are unknown. */
export async function readChosen(
  db: Db,
  { organizationId, agentId, id }: AgentKey & { id: string },
): Promise<string[]> {
  const row = await db
    .selectFrom("chosenExports")
    .select("ids")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("agentId", "=", agentId)
    .executeTakeFirst();
  return row ? (JSON.parse(row.ids) as string[]) : []; // written by keepChosen
}

/** Forgets what was chosen for addresses that have ended. */
export async function removeOldChoices(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom("chosenExports")
    .where("createdAt", "<=", now - keptForMs)
    .execute();
}
