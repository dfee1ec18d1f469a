import { createHash } from "node:crypto";
import type { AgentKey } from "../../../agents/parts.ts";
import type { Db, Store } from "../../../database/store.ts";
import type { AppPageRow } from "../tables.ts";
import type { ReadPage } from "../client.ts";

/** Keeps an app's page and gives its ID: the same page of an agent is kept once, however often it is shown. */
export async function keepPage(
  db: Db,
  { organizationId, agentId, page, now }: AgentKey & { page: ReadPage; now: number },
): Promise<string> {
  const { html, hasBorder } = page;
  const origins = JSON.stringify(page.origins);
  const what = JSON.stringify([agentId, html, origins, hasBorder]);
  const id = createHash("sha256").update(what).digest("hex").slice(0, 32);
  const row: AppPageRow = {
    ...{ organizationId, agentId, id, html, origins, hasBorder: hasBorder ? 1 : 0, usedAt: now },
  };
  await db
    .insertInto("mcpAppPages")
    .values(row)
    .onConflict((conflict) => conflict.columns(["organizationId", "id"]).doUpdateSet({ usedAt: now }))
    .execute();
  return id;
}

export function findPage(
  db: Db,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<AppPageRow | undefined> {
  return db
    .selectFrom("mcpAppPages")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

const day = 24 * 60 * 60_000;

/** Deletes the pages that no run shows any longer; one that was read a moment ago is not shown yet. */
export async function purgePages({ db }: Pick<Store, "db">, now: number): Promise<void> {
  await db
    .deleteFrom("mcpAppPages")
    .where("usedAt", "<", now - day)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("skillRuns")
            .select("skillRuns.id")
            .whereRef("skillRuns.organizationId", "=", "mcpAppPages.organizationId")
            .whereRef("skillRuns.appPageId", "=", "mcpAppPages.id"),
        ),
      ),
    )
    .execute();
}
