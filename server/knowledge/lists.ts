import type { SourcePage, SyncLog } from "../../shared/contract/knowledge.ts";
import { contains } from "../database/contains.ts";
import type { Db } from "../database/store.ts";
import { presentLog, presentPage } from "./present.ts";
import type { DataSourceRow, SyncRunRow } from "./tables.ts";

interface Paging {
  page: number;
  limit: number;
}

interface List<Item> {
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

/** The pages of a source, those with an error first, then by title. */
export async function listSourcePages(
  reader: Db,
  { organizationId, id }: DataSourceRow,
  { search, status, page, limit }: Paging & { search?: string; status?: "ready" | "failed" },
): Promise<List<SourcePage>> {
  const pages = reader
    .selectFrom("pages")
    .where("pages.organizationId", "=", organizationId)
    .where("pages.sourceId", "=", id)
    .where("pages.excluded", "=", 0)
    .$if(status === "ready", (query) => query.where("pages.error", "is", null))
    .$if(status === "failed", (query) => query.where("pages.error", "is not", null))
    .$if(Boolean(search), (query) =>
      query.where(({ or, ref }) =>
        or([contains(ref("pages.title"), search ?? ""), contains(ref("pages.url"), search ?? "")]),
      ),
    );
  const rows = await pages
    .leftJoin("files", (join) =>
      join.onRef("files.organizationId", "=", "pages.organizationId").onRef("files.id", "=", "pages.fileId"),
    )
    .selectAll("pages")
    .select("files.name as fileName")
    .orderBy((row) => row.case().when("pages.error", "is not", null).then(0).else(1).end())
    .orderBy("pages.title")
    .orderBy("pages.id")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const items = rows.map(({ fileName, ...row }) => presentPage(row, fileName));
  const { total } = await pages
    .select((row) => row.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { items, page: { page, limit, total: Number(total) } };
}
