import type { Db } from "../../database/store.ts";
import type { PageRevisionRow } from "../tables.ts";

/** A page as a version met it, with where its passages lie. */
export type Revision = Pick<
  PageRevisionRow,
  "sourceId" | "key" | "url" | "fileId" | "title" | "language" | "hash" | "characters" | "contentId"
>;

interface Wanted {
  organizationId: string;
  /** The source as the version knew it. */
  sourceId: string;
  version: number;
  /** The source has that id still: pages that are as they were need nothing. */
  isSame: boolean;
}

/** The pages of a source of a version that have changed or are gone. */
export async function listRevisions(
  reader: Db,
  { organizationId, sourceId, version, isSame }: Wanted,
): Promise<Revision[]> {
  const changed = await reader
    .selectFrom("pageRevisions")
    .select(["sourceId", "key", "url", "fileId", "title", "language", "hash", "characters", "contentId"])
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("sinceVersion", "<=", version)
    .where("untilVersion", ">=", version)
    .orderBy("key")
    .execute();
  if (isSame) return changed;
  const last = await reader
    .selectFrom("pages")
    .select(["sourceId", "key", "url", "fileId", "title", "language", "hash", "characters"])
    .select("id as contentId")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("sinceVersion", "<=", version)
    .where("status", "=", "ready")
    .where("hash", "!=", "")
    .where("excluded", "=", 0)
    .orderBy("key")
    .execute();
  return [...changed, ...last];
}
