import type { ThreadExport } from "../../../shared/contract/threadExports.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { newId } from "../../database/ids.ts";
import type { Db, Store } from "../../database/store.ts";
import { countInboxRows } from "../inbox/inboxRows.ts";

/** Longer than an address is good for. */
const keptForMs = 60 * 60_000;

interface Chosen extends AgentKey, Pick<ThreadExport, "filter"> {
  userId: string;
  threadIds: readonly string[];
}

/** Keeps which conversations somebody chose, for as long as they can be read at an address that names them by the id it gives. */
export async function keepChosen({ reader, db }: Store, chosen: Chosen, now: number): Promise<string> {
  const { organizationId, agentId, threadIds } = chosen;
  if ((await countInboxRows(reader, chosen)) === 0) throw new AppError("not_found");
  const id = newId(now);
  const row = { organizationId, id, agentId, threadIds: JSON.stringify(threadIds), createdAt: now };
  await db.insertInto("chosenExports").values(row).execute();
  return id;
}

/** Gives the conversations that were chosen; none where nobody knows them any more. */
export async function readChosen(
  db: Db,
  { organizationId, agentId, id }: AgentKey & { id: string },
): Promise<string[]> {
  const row = await db
    .selectFrom("chosenExports")
    .select("threadIds")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("agentId", "=", agentId)
    .executeTakeFirst();
  return row ? (JSON.parse(row.threadIds) as string[]) : []; // written by keepChosen
}

/** Forgets what was chosen for addresses that have ended. */
export async function removeOldChoices(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom("chosenExports")
    .where("createdAt", "<=", now - keptForMs)
    .execute();
}
