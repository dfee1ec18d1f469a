import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Which address a site's token had of a person, by which they are known at another agent. What stands in `email` may have
 * been typed, so those who were here before have none until they come again.
 */
export const signedEmails: Migration = {
  async up(db) {
    await db.schema.alterTable("contacts").addColumn("signedEmail", "text").execute();
    await db.schema
      .createIndex("contactsBySignedEmail")
      .on("contacts")
      .columns(["organizationId", "signedEmail"])
      .where(sql.ref("signedEmail"), "is not", null)
      .execute();
  },
};
