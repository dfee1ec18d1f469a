import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { dialectOf } from "../columns.ts";

/**
 * People are listed, filtered and counted by an index alone, also by what they said last when they were asked, which stands
 * with them for that; and walked in the order in which they came. What an export is of can be people, too.
 */
export const contactLists: Migration = {
  async up(db) {
    await db.schema.alterTable("contacts").addColumn("consent", "text").execute();
    await sql`
      update "contacts" set "consent" = (
        select "said"."value" from "contactConsents" as "said"
        where "said"."organizationId" = "contacts"."organizationId" and "said"."contactId" = "contacts"."id"
        order by "said"."at" desc, "said"."id" desc limit 1)`.execute(db);
    await sql`drop index "contactsByLastSeen"`.execute(db);
    // The other store takes no text of any length into an index.
    const searched = dialectOf(db) === "sqlite" ? ["searchText"] : [];
    await db.schema
      .createIndex("contactsByLastSeen")
      .on("contacts")
      .columns(["organizationId", "agentId", "preview", "lastSeenAt", "id"])
      .columns(["verified", "email", "blockedAt", "consent", ...searched])
      .execute();
    await db.schema
      .createIndex("contactsByAge")
      .on("contacts")
      .columns(["organizationId", "agentId", "preview", "id"])
      .execute();
    await db.schema.alterTable("chosenExports").renameColumn("threadIds", "ids").execute();
  },
};
