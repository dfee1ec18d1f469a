import type { AgentKey } from "../../agents/parts.ts";
import { newId } from "../../database/ids.ts";
import type { Tx } from "../../database/store.ts";
import type { PageRow } from "../tables.ts";
import { readKnownVersions } from "./knownVersions.ts";
import { deletePassages } from "../pages/deletePassages.ts";

/**
 * Takes a page's passages from under it, before it is rewritten or goes away: kept where a version met them, deleted
 * where none did. Gives the first version that will meet what comes in their place.
 */
export async function archivePage(tx: Tx, agent: Pick<AgentKey, "agentId">, page: PageRow): Promise<number> {
  const { organizationId, sinceVersion } = page;
  const { next, known } = await readKnownVersions(tx, { organizationId, agentId: agent.agentId });
  // One whose writing was cut off counts for the versions that it was begun for, and is rewritten for them.
  const isWhole = page.status === "ready" && page.hash !== "";
  if (!isWhole || known < sinceVersion) {
    await deletePassages(tx, page);
    return page.status === "ready" && page.hash === "" ? sinceVersion : next;
  }
  const contentId = (await shareContent(tx, page)) ?? (await moveContent(tx, page));
  await tx
    .insertInto("pageRevisions")
    .values({
      ...{ organizationId, id: newId(), agentId: agent.agentId, sourceId: page.sourceId, key: page.key },
      ...{ url: page.url, fileId: page.fileId, title: page.title, language: page.language, hash: page.hash },
      ...{ characters: page.characters, passageCount: page.passageCount, contentId },
      ...{ sinceVersion, untilVersion: known },
    })
    .execute();
  return next;
}

/** A page that says again what it said before a version or two is kept once. */
async function shareContent(tx: Tx, page: PageRow): Promise<string | null> {
  const { organizationId, sourceId, key, hash, title } = page;
  const same = await tx
    .selectFrom("pageRevisions")
    .select("contentId")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("key", "=", key)
    .where("hash", "=", hash)
    .where("title", "=", title)
    .executeTakeFirst();
  if (!same) return null;
  await deletePassages(tx, page);
  return same.contentId;
}

/** The passages stay where they are and get another owner: no text is copied, so a sync takes hardly longer. */
async function moveContent(tx: Tx, { organizationId, sourceId, id }: PageRow): Promise<string> {
  const contentId = newId();
  await tx
    .updateTable("passages")
    .set({ pageId: contentId })
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("pageId", "=", id)
    .execute();
  return contentId;
}
