import type { Kysely } from "kysely";
import type { Migrations } from "../database/migrate.ts";

/** The receipt of each answer. */
export const answeringMigrations: Migrations = {
  "0010_answering": {
    owners: {
      receipts: { of: "threads", by: "threadId" },
    },
    async up(db) {
      await createReceipts(db);
    },
  },
};

async function createReceipts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("receipts")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("messageId", "text", (c) => c.notNull())
    .addColumn("threadId", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("receiptsKey", ["organizationId", "messageId"])
    .execute();
}
