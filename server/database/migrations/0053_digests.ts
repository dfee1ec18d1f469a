import type { Migration } from "kysely/migration";

/** Who gets letters about what waits in an organisation, and when the next one is due. */
export const digests: Migration = {
  async up(db) {
    await db.schema
      .createTable("digests")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("userId", "text", (c) => c.notNull())
      .addColumn("every", "text", (c) => c.notNull())
      .addColumn("origin", "text", (c) => c.notNull())
      .addColumn("timeZone", "text", (c) => c.notNull())
      .addColumn("nextAt", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("digestsKey", ["organizationId", "userId"])
      .execute();
  },
};
