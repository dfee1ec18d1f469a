import type { Migration } from "kysely/migration";

/**
 * By which way of cutting words into terms a source is indexed (those of before are indexed anew after the start), and
 * what was found out about an agent's passages that say nearly the same.
 */
export const hygiene: Migration = {
  async up(db) {
    await db.schema
      .alterTable("dataSources")
      .addColumn("termsVersion", "integer", (c) => c.notNull().defaultTo(1))
      .execute();
    await db.schema
      .createTable("hygieneChecks")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("passages", "integer", (c) => c.notNull())
      .addColumn("isWhole", "integer", (c) => c.notNull())
      .addColumn("checkedAt", "bigint")
      .addPrimaryKeyConstraint("hygieneChecksKey", ["organizationId", "agentId"])
      .execute();
    await db.schema
      .createTable("likePassages")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("firstId", "text", (c) => c.notNull())
      .addColumn("firstHash", "text", (c) => c.notNull())
      .addColumn("secondId", "text", (c) => c.notNull())
      .addColumn("secondHash", "text", (c) => c.notNull())
      .addColumn("likeness", "integer", (c) => c.notNull())
      .addColumn("copies", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("likePassagesKey", ["organizationId", "agentId", "id"])
      .execute();
    await db.schema
      .createTable("ignoredPairs")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("firstHash", "text", (c) => c.notNull())
      .addColumn("secondHash", "text", (c) => c.notNull())
      .addColumn("ignoredAt", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("ignoredPairsKey", ["organizationId", "agentId", "firstHash", "secondHash"])
      .execute();
  },
};
