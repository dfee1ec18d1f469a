import type { Tx } from "../../database/store.ts";
import type { PageRevisionRow } from "../tables.ts";

type RevisionKey = Pick<PageRevisionRow, "organizationId" | "id" | "sourceId" | "contentId">;

/** Deletes a revision, and its passages where no other one shares them. */
export async function forgetRevision(
  tx: Tx,
  { organizationId, id, sourceId, contentId }: RevisionKey,
): Promise<void> {
  await tx
    .deleteFrom("pageRevisions")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
  const other = await tx
    .selectFrom("pageRevisions")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("contentId", "=", contentId)
    .executeTakeFirst();
  if (other) return;
  await tx
    .deleteFrom("passages")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("pageId", "=", contentId)
    .execute();
}

/** Deletes every revision of a page: a person deleted it, and that is stronger than what versions remember. */
export async function forgetPage(
  tx: Tx,
  { organizationId, sourceId, key }: Pick<PageRevisionRow, "organizationId" | "sourceId" | "key">,
): Promise<void> {
  const revisions = await tx
    .selectFrom("pageRevisions")
    .select(["organizationId", "id", "sourceId", "contentId"])
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("key", "=", key)
    .execute();
  for (const revision of revisions) await forgetRevision(tx, revision);
}
