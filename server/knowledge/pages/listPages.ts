import type { PageDetail } from "../../../shared/contract/knowledge/pages.ts";
import type { SourcePage } from "../../../shared/contract/knowledge/knowledge.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { readSavedBy } from "../../agents/savedBy.ts";
import { contains } from "../../database/contains.ts";
import type { Db } from "../../database/store.ts";
import type { List, Paging } from "../lists.ts";
import { presentPage } from "../present.ts";
import type { DataSourceRow, PageRow } from "../tables.ts";
import { listEdits } from "./edits.ts";

type Source = Pick<DataSourceRow, "organizationId" | "id">;

export interface PagesQuery extends Paging {
  search?: string;
  status?: "ready" | "failed" | "off" | "edited";
  sort: "title" | "changed" | "cited" | "found" | "characters";
}

/** The pages of a source as searched, filtered and sorted, with how they were used. */
export async function listSourcePages(
  reader: Db,
  source: Source,
  { search, status, sort, page, limit }: PagesQuery,
): Promise<List<SourcePage>> {
  const pages = selectPages(reader, source)
    .$if(status === "ready", (query) => query.where("pages.error", "is", null).where("pages.enabled", "=", 1))
    .$if(status === "failed", (query) => query.where("pages.error", "is not", null))
    .$if(status === "off", (query) => query.where("pages.enabled", "=", 0))
    .$if(status === "edited", (query) => query.where("edits.pageId", "is not", null))
    .$if(Boolean(search), (query) =>
      query.where(({ or, ref }) =>
        or([
          contains(ref("pages.title"), search ?? ""),
          contains(ref("pages.url"), search ?? ""),
          contains(ref("files.name"), search ?? ""),
        ]),
      ),
    );
  const rows = await pages
    .selectAll("pages")
    .select(beside)
    .$if(sort === "title", (query) =>
      query.orderBy((row) => row.case().when("pages.error", "is not", null).then(0).else(1).end()),
    )
    .$if(sort === "changed", (query) => query.orderBy("pages.lastChangedAt", "desc"))
    .$if(sort === "characters", (query) => query.orderBy("pages.characters", "desc"))
    .$if(sort === "cited", (query) =>
      query.orderBy(({ fn, val }) => fn.coalesce("pageUse.cited", val(0)), "desc"),
    )
    .$if(sort === "found" || sort === "cited", (query) =>
      query.orderBy(({ fn, val }) => fn.coalesce("pageUse.found", val(0)), "desc"),
    )
    .orderBy("pages.title")
    .orderBy("pages.id")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await pages
    .select((row) => row.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { items: rows.map(presentPage), page: { page, limit, total: Number(total) } };
}

/** One page as it is listed, with the edits that were overtaken and not seen yet. */
export async function presentPageDetail(
  db: Db,
  { organizationId, sourceId, id }: Pick<PageRow, "organizationId" | "sourceId" | "id">,
): Promise<PageDetail> {
  const row = await selectPages(db, { organizationId, id: sourceId })
    .where("pages.id", "=", id)
    .selectAll("pages")
    .select(beside)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  const edits = await listEdits(db, row, { all: true });
  const replacedEdits = edits.flatMap(({ id: editId, text, sourceText, isOff, savedBy, replacedAt }) =>
    replacedAt === null
      ? []
      : [
          {
            id: editId,
            text,
            sourceText,
            wasOff: isOff === 1,
            editedBy: readSavedBy({ savedBy }),
            replacedAt,
          },
        ],
  );
  return { ...presentPage(row), replacedEdits };
}

const beside = [
  "files.name as fileName",
  ...(["pageUse.found", "pageUse.cited", "pageUse.lastCitedAt"] as const),
  ...(["edits.kept", "edits.off", "edits.replaced"] as const),
] as const;

function selectPages(db: Db, { organizationId, id: sourceId }: Source) {
  const edits = db
    .selectFrom("passageEdits")
    .select((row) => [
      "pageId",
      row.fn
        .sum<number>(
          row
            .case()
            .when(row.and([row("replacedAt", "is", null), row("text", "!=", row.ref("sourceText"))]))
            .then(1)
            .else(0)
            .end(),
        )
        .as("kept"),
      row.fn
        .sum<number>(row.case().when("replacedAt", "is", null).then(row.ref("isOff")).else(0).end())
        .as("off"),
      row.fn.sum<number>(row.case().when("replacedAt", "is not", null).then(1).else(0).end()).as("replaced"),
    ])
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .groupBy("pageId")
    .as("edits");
  return db
    .selectFrom("pages")
    .leftJoin("files", (join) =>
      join.onRef("files.organizationId", "=", "pages.organizationId").onRef("files.id", "=", "pages.fileId"),
    )
    .leftJoin("pageUse", (join) =>
      join
        .onRef("pageUse.organizationId", "=", "pages.organizationId")
        .onRef("pageUse.pageId", "=", "pages.id"),
    )
    .leftJoin(edits, "edits.pageId", "pages.id")
    .where("pages.organizationId", "=", organizationId)
    .where("pages.sourceId", "=", sourceId)
    .where("pages.excluded", "=", 0);
}
