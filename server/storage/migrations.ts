import type { Kysely } from "kysely";
import type { Migrations } from "../database/migrate.ts";

/** Uploaded files. */
export const storageMigrations: Migrations = {
  "0004_storage": {
    async up(db) {
      await createFiles(db);
    },
  },
};

async function createFiles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("files")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("contentType", "text", (c) => c.notNull())
    .addColumn("sizeBytes", "bigint", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("createdBy", "text")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("filesKey", ["organizationId", "id"])
    .execute();
}
