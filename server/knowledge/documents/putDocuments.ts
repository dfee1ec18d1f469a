import { createHash } from "node:crypto";
import type { AnswerOf } from "../../../shared/contract/call.ts";
import type { NewDocument, pushDocuments } from "../../../shared/contract/knowledge/documents.ts";
import { documentsCharacters, documentsLimit } from "../../../shared/domain/documents.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { newId } from "../../database/ids.ts";
import type { Tx } from "../../database/store.ts";
import type { DataSourceRow } from "../tables.ts";
import type { SourceDocumentRow } from "./tables.ts";

export interface Put {
  documents: AnswerOf<typeof pushDocuments>["data"]["documents"];
  /** Whether there is something to read that was not there before. */
  isToRead: boolean;
}

/**
 * Writes pushed documents into a source that is locked. One that says what it said before is left as it is; one that
 * could not be read is tried again. Refuses duplicate IDs, and what goes beyond what a source holds.
 */
export async function putDocuments(
  tx: Tx,
  source: Pick<DataSourceRow, "organizationId" | "id">,
  { documents, now }: { documents: readonly NewDocument[]; now: number },
): Promise<Put> {
  refuseTwice(documents);
  const before = await findBefore(tx, source, documents);
  const put: Put = { documents: [], isToRead: false };
  const changed: SourceDocumentRow[] = [];
  for (const document of documents) {
    const { externalId } = document;
    const known = before.get(externalId);
    const row = makeRow(source, document, { known, now });
    const isSame = known?.hash === row.hash && known.metadata === row.metadata && known.state !== "failed";
    put.documents.push({
      ...{ id: row.id, externalId },
      outcome: !known ? "created" : isSame ? "unchanged" : "updated",
    });
    if (isSame) continue;
    changed.push(row);
    put.isToRead ||= row.state === "waiting";
  }
  if (changed.length === 0) return put;
  await writeRows(tx, changed);
  await refuseTooMuch(tx, source);
  return put;
}

type Known = Pick<
  SourceDocumentRow,
  "externalId" | "id" | "hash" | "metadata" | "state" | "createdAt" | "indexedAt"
>;

async function findBefore(
  tx: Tx,
  { organizationId, id: sourceId }: Pick<DataSourceRow, "organizationId" | "id">,
  documents: readonly NewDocument[],
): Promise<Map<string, Known>> {
  const rows = await tx
    .selectFrom("sourceDocuments")
    .select(["externalId", "id", "hash", "metadata", "state", "createdAt", "indexedAt"])
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where(
      "externalId",
      "in",
      documents.map(({ externalId }) => externalId),
    )
    .execute();
  return new Map(rows.map((row) => [row.externalId, row]));
}

function makeRow(
  { organizationId, id: sourceId }: Pick<DataSourceRow, "organizationId" | "id">,
  { externalId, format, content, title, url, language, metadata }: NewDocument,
  { known, now }: { known: Known | undefined; now: number },
): SourceDocumentRow {
  const text = content.toWellFormed();
  const hash = createHash("sha256")
    .update(JSON.stringify([format, title, url, language, text]))
    .digest("hex");
  // Only notes are written at once: nothing is to be read for them.
  const isRead = known?.hash === hash && known.state === "ready";
  return {
    ...{ organizationId, sourceId, externalId, id: known?.id ?? newId(now) },
    ...{ format, title: title?.toWellFormed() ?? null, url, language, hash },
    metadata: JSON.stringify(metadata),
    ...{ state: isRead ? "ready" : "waiting", error: null, characters: text.length },
    ...{ createdAt: known?.createdAt ?? now, updatedAt: now },
    indexedAt: isRead ? known.indexedAt : null,
    content: text,
  };
}

async function writeRows(tx: Tx, rows: readonly SourceDocumentRow[]): Promise<void> {
  await tx
    .insertInto("sourceDocuments")
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(["organizationId", "sourceId", "externalId"]).doUpdateSet(({ ref }) => ({
        format: ref("excluded.format"),
        title: ref("excluded.title"),
        url: ref("excluded.url"),
        language: ref("excluded.language"),
        metadata: ref("excluded.metadata"),
        hash: ref("excluded.hash"),
        state: ref("excluded.state"),
        error: ref("excluded.error"),
        characters: ref("excluded.characters"),
        updatedAt: ref("excluded.updatedAt"),
        indexedAt: ref("excluded.indexedAt"),
        content: ref("excluded.content"),
      })),
    )
    .execute();
}

function refuseTwice(documents: readonly NewDocument[]): void {
  const seen = new Set<string>();
  const fields = documents.flatMap(({ externalId }, index) => {
    const isThere = seen.has(externalId);
    seen.add(externalId);
    const message = "This id is used twice.";
    return isThere ? [{ path: `body.data.documents.${index}.externalId`, message }] : [];
  });
  if (fields.length > 0) throw new AppError("invalid_input", { fields });
}

/** Thrown after the rows were written, so that the transaction takes them back. */
async function refuseTooMuch(
  tx: Tx,
  { organizationId, id }: Pick<DataSourceRow, "organizationId" | "id">,
): Promise<void> {
  const { documents, characters } = await tx
    .selectFrom("sourceDocuments")
    .select(({ fn }) => [
      fn.countAll<number>().as("documents"),
      fn.sum<number | null>("characters").as("characters"),
    ])
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", id)
    .executeTakeFirstOrThrow();
  if (Number(documents) <= documentsLimit && Number(characters) <= documentsCharacters) return;
  throw new AppError("conflict", {
    message: "One source holds 10,000 documents and 50 million characters. Add another for the rest.",
  });
}
