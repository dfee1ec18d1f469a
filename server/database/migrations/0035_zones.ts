import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Migration } from "kysely/migration";

interface Known {
  organizationId: string;
  agentId: string;
  registeredAt: number | null;
}

/** So many in one statement. */
const atOnce = 500;

/**
 * The zone of each agent's knowledge. Those that are there, deleted ones that can be restored among them, get theirs now,
 * registered since their first source that was asked to be read.
 */
export const zones: Migration = {
  async up(db) {
    await db.schema
      .createTable("zones")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("slug", "text", (c) => c.notNull().unique())
      .addColumn("registeredAt", "bigint")
      .addPrimaryKeyConstraint("zonesKey", ["organizationId", "agentId"])
      .execute();
    const { rows } = await sql<Known>`
      select "agents"."organizationId", "agents"."agentId", min("dataSources"."createdAt") as "registeredAt"
      from (
        select "organizationId", "id" as "agentId" from "agents"
        union select "organizationId", "id" from "deletedAgents"
      ) as "agents"
      left join "dataSources" on "dataSources"."organizationId" = "agents"."organizationId"
        and "dataSources"."agentId" = "agents"."agentId" and "dataSources"."status" <> 'draft'
      group by "agents"."organizationId", "agents"."agentId"`.execute(db);
    const slugs = [...makeSlugs(rows.length)];
    const zoned = rows.map((row, index) => ({ ...row, slug: slugs[index] ?? "" }));
    for (let from = 0; from < zoned.length; from += atOnce) {
      const values = zoned
        .slice(from, from + atOnce)
        .map((row) => sql`(${row.organizationId}, ${row.agentId}, ${row.slug}, ${row.registeredAt})`);
      await sql`
        insert into "zones" ("organizationId", "agentId", "slug", "registeredAt")
        values ${sql.join(values)}`.execute(db);
    }
  },
};

/** So many slugs, each another; six characters of base64url each. */
function makeSlugs(count: number): Set<string> {
  const slugs = new Set<string>();
  while (slugs.size < count) slugs.add(randomBytes(5).toString("base64url").slice(0, 6));
  return slugs;
}
