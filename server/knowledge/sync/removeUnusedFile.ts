import type { Store } from "../../database/store.ts";

/** Deletes an uploaded file and its row, if they are there. */
export type RemoveFile = (organizationId: string, fileId: string) => Promise<void>;

/**
 * Deletes a file that neither a source nor a version uses: two sources, of two agents even, may have been given the
 * same one.
 */
export async function removeUnusedFile(
  { store, removeFile }: { store: Store; removeFile: RemoveFile },
  { organizationId, fileId }: { organizationId: string; fileId: string },
): Promise<void> {
  const user = await store.reader
    .selectFrom("dataSources")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("kind", "=", "files")
    .where("config", "like", `%"${fileId}"%`)
    .executeTakeFirst();
  if (user || (await isKeptForVersions(store, { organizationId, fileId }))) return;
  await removeFile(organizationId, fileId);
}

async function isKeptForVersions(
  { reader }: Store,
  { organizationId, fileId }: { organizationId: string; fileId: string },
): Promise<boolean> {
  const source = await reader
    .selectFrom("keptSources")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("config", "like", `%"${fileId}"%`)
    .executeTakeFirst();
  if (source) return true;
  const page = await reader
    .selectFrom("pageRevisions")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("fileId", "=", fileId)
    .executeTakeFirst();
  return page !== undefined;
}
