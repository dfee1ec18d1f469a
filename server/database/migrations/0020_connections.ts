import type { Migration } from "kysely/migration";

/** Accounts at providers whose access the server holds, to read sources with. */
export const connections: Migration = {
  async up(db) {
    await db.schema
      .createTable("connections")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("userId", "text", (c) => c.notNull())
      .addColumn("provider", "text", (c) => c.notNull())
      .addColumn("accountId", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("sealedAccess", "text", (c) => c.notNull())
      .addColumn("createdAt", "bigint", (c) => c.notNull())
      .addColumn("updatedAt", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("connectionsKey", ["organizationId", "id"])
      .addUniqueConstraint("connectionsByAccount", ["organizationId", "userId", "provider", "accountId"])
      .execute();
  },
};
