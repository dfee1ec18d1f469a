import type { Migration } from "kysely/migration";

/** What visitors agreed to and took back, where, and what they were shown. */
export const contactConsents: Migration = {
  async up(db) {
    await db.schema
      .createTable("contactConsents")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("contactId", "text", (c) => c.notNull())
      .addColumn("value", "text", (c) => c.notNull())
      .addColumn("at", "bigint", (c) => c.notNull())
      .addColumn("surfaceType", "text", (c) => c.notNull())
      .addColumn("text", "text")
      .addPrimaryKeyConstraint("contactConsentsKey", ["organizationId", "id"])
      .execute();
    await db.schema
      .createIndex("contactConsentsByContact")
      .on("contactConsents")
      .columns(["organizationId", "contactId", "at"])
      .execute();
  },
};
