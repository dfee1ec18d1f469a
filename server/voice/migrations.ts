import type { Migrations } from "../database/migrate.ts";

/** Calls by voice. */
export const voiceMigrations: Migrations = {
  "0035_calls": {
    async up(db) {
      await db.schema
        .createTable("calls")
        .addColumn("organizationId", "text", (c) => c.notNull())
        .addColumn("id", "text", (c) => c.notNull())
        .addColumn("agentId", "text", (c) => c.notNull())
        .addColumn("threadId", "text")
        .addColumn("contactId", "text", (c) => c.notNull())
        .addColumn("sessionId", "text", (c) => c.notNull())
        .addColumn("surfaceType", "text", (c) => c.notNull())
        .addColumn("preview", "integer", (c) => c.notNull())
        .addColumn("language", "text", (c) => c.notNull())
        .addColumn("state", "text", (c) => c.notNull())
        .addColumn("ending", "text")
        .addColumn("startedAt", "bigint")
        .addColumn("endedAt", "bigint")
        .addColumn("seenAt", "bigint", (c) => c.notNull())
        .addColumn("turns", "text", (c) => c.notNull())
        .addColumn("createdAt", "bigint", (c) => c.notNull())
        .addPrimaryKeyConstraint("callsKey", ["organizationId", "id"])
        .execute();
      await db.schema
        .createIndex("callsOfThread")
        .on("calls")
        .columns(["organizationId", "threadId"])
        .execute();
      await db.schema.createIndex("callsUnderWay").on("calls").columns(["state", "seenAt"]).execute();
    },
  },
};
