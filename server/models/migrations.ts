import type { Kysely } from "kysely";
import type { Migrations } from "../database/migrate.ts";

/** Model keys and default models. */
export const modelsMigrations: Migrations = {
  "0008_models": {
    owners: {
      modelDefaults: "organization",
      modelKeys: "organization",
    },
    async up(db) {
      await createModelDefaults(db);
      await createModelKeys(db);
    },
  },
};

async function createModelDefaults(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("modelDefaults")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("job", "text", (c) => c.notNull())
    .addColumn("model", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("modelDefaultsKey", ["organizationId", "job"])
    .execute();
}

async function createModelKeys(db: Kysely<unknown>): Promise<void> {
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
    .addColumn("speechModels", "text", (c) => c.defaultTo("[]").notNull())
    .addColumn("toldAt", "bigint")
    .addColumn("origin", "text")
    .addPrimaryKeyConstraint("modelKeysKey", ["organizationId", "id"])
    .execute();
}
