import type { Store } from "../../database/store.ts";

/** Deletes an uploaded file and its row, if they are there. */
export type RemoveFile = (organizationId: string, fileId: string) => Promise<void>;

/** Deletes a file that no source names any more: two sources, of two agents even, may have been given the same one. */
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
  if (!user) await removeFile(organizationId, fileId);
}
