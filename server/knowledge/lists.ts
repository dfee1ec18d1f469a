import type { SyncLog } from "../../shared/contract/knowledge/knowledge.ts";
import type { Db } from "../database/store.ts";
import { presentLog } from "./present.ts";
import type { SyncRunRow } from "./tables.ts";

/** Which stretch of a list is asked for. */
export interface Paging {
  page: number;
  limit: number;
}

export interface List<Item> {
  items: Item[];
  page: Paging & { total: number };
}

/** A run's log in the order of its writing. */
export async function listRunLogs(
  reader: Db,
  { organizationId, id }: SyncRunRow,
  { level, page, limit }: Paging & { level?: SyncLog["level"] },
): Promise<List<SyncLog>> {
  const lines = reader
    .selectFrom("syncLogs")
    .where("organizationId", "=", organizationId)
    .where("runId", "=", id)
    .$if(level !== undefined, (query) => query.where("level", "=", level ?? "info"));
  const rows = await lines
    .selectAll()
    .orderBy("id")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await lines
    .select((row) => row.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { items: rows.map(presentLog), page: { page, limit, total: Number(total) } };
}
