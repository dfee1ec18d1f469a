import type { AnswerOf, QueryOf } from "../../../shared/contract/call.ts";
import type {
  DocumentSummary,
  getDocument,
  listDocuments as listDocumentsCall,
} from "../../../shared/contract/knowledge/documents.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { contains } from "../../database/contains.ts";
import type { Db } from "../../database/store.ts";
import type { DataSourceRow, PageRow } from "../tables.ts";
import type { SourceDocumentRow } from "./tables.ts";

/** The documents of a source with what became of each, the last changed first. */
export async function listDocuments(
  reader: Db,
  source: DataSourceRow,
  { search, state, externalId, page, limit }: QueryOf<typeof listDocumentsCall>,
): Promise<AnswerOf<typeof listDocumentsCall>> {
  const found = selectDocuments(reader, source)
    .$if(state !== undefined, (query) => query.where("document.state", "=", state ?? "ready"))
    .$if(externalId !== undefined, (query) => query.where("document.externalId", "=", externalId ?? ""))
    .$if(Boolean(search), (query) =>
      query.where(({ or, ref }) =>
        or([
          contains(ref("document.title"), search ?? ""),
          contains(ref("page.title"), search ?? ""),
          contains(ref("document.url"), search ?? ""),
          contains(ref("document.externalId"), search ?? ""),
        ]),
      ),
    );
  const rows = await found
    .select(columns)
    .select(pageColumns)
    .orderBy("document.updatedAt", "desc")
    .orderBy("document.externalId")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { items: rows.map(present), page: { page, limit, total: Number(total) } };
}

/** One document with its text; `not_found` where the source has none of this id. */
export async function readDocument(
  db: Db,
  source: DataSourceRow,
  documentId: string,
): Promise<AnswerOf<typeof getDocument>["data"]> {
  const row = await selectDocuments(db, source)
    .select(columns)
    .select(pageColumns)
    .select("document.content")
    .where("document.id", "=", documentId)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return { ...present(row), content: row.content };
}

function selectDocuments(db: Db, { organizationId, id }: DataSourceRow) {
  return db
    .selectFrom("sourceDocuments as document")
    .leftJoin("pages as page", (join) =>
      join
        .onRef("page.organizationId", "=", "document.organizationId")
        .onRef("page.sourceId", "=", "document.sourceId")
        .onRef("page.key", "=", "document.externalId"),
    )
    .where("document.organizationId", "=", organizationId)
    .where("document.sourceId", "=", id);
}

const columns = [
  "document.id",
  "document.externalId",
  "document.format",
  "document.title",
  "document.url",
  "document.language",
  "document.metadata",
  "document.state",
  "document.error",
  "document.characters",
  "document.createdAt",
  "document.updatedAt",
  "document.indexedAt",
] as const;
const pageColumns = ["page.title as pageTitle", "page.passageCount"] as const;

type Row = Omit<SourceDocumentRow, "organizationId" | "sourceId" | "hash" | "content"> & {
  pageTitle: string | null;
  passageCount: PageRow["passageCount"] | null;
};

function present(row: Row): DocumentSummary {
  return {
    ...{ id: row.id, externalId: row.externalId, format: row.format, title: row.title ?? row.pageTitle },
    ...{ url: row.url, language: row.language },
    metadata: JSON.parse(row.metadata) as DocumentSummary["metadata"], // written after the contract's check
    ...{ state: row.state, error: row.error, characters: row.characters },
    passages: row.passageCount ?? 0,
    ...{ createdAt: row.createdAt, updatedAt: row.updatedAt, indexedAt: row.indexedAt },
  };
}
