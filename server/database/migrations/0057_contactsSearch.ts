import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { dialectOf } from "../columns.ts";

/**
 * On SQLite people are searched for in an index alone, without their rows, since the inbox does so with each word that is
 * typed. The other store takes no text of any length into an index, and reads rows as quickly.
 */
export const contactsSearch: Migration = {
  async up(db) {
    if (dialectOf(db) !== "sqlite") return;
    await sql`drop index "contactsByLastSeen"`.execute(db);
    await db.schema
      .createIndex("contactsByLastSeen")
      .on("contacts")
      .columns(["organizationId", "agentId", "preview", "lastSeenAt", "id", "searchText"])
      .execute();
  },
};
