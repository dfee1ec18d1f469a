import type { Migration } from "kysely/migration";

/** The organisations' own keys of model providers, and the models that new agents are given. */
export const modelKeys: Migration = {
  async up(db) {
    await db.schema
      .createTable("modelKeys")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("provider", "text", (c) => c.notNull())
      .addColumn("baseUrl", "text")
      .addColumn("sealedKey", "text")
      .addColumn("lastFour", "text")
      .addColumn("models", "text", (c) => c.notNull())
      .addColumn("refusal", "text")
      .addColumn("checkedAt", "bigint", (c) => c.notNull())
      .addColumn("createdAt", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("modelKeysKey", ["organizationId", "id"])
      .execute();
    await db.schema
      .createTable("modelDefaults")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("job", "text", (c) => c.notNull())
      .addColumn("model", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("modelDefaultsKey", ["organizationId", "job"])
      .execute();
  },
};
