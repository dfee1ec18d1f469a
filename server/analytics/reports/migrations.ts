import type { Migrations } from "../../database/migrate.ts";

/** Saved reports, and who gets them by e-mail. */
export const reportsMigrations: Migrations = {
  "0036_reports": {
    owners: {
      reportMails: { of: "reports", by: "reportId" },
    },
    async up(db) {
      await db.schema
        .createTable("reports")
        .addColumn("organizationId", "text", (c) => c.notNull())
        .addColumn("id", "text", (c) => c.notNull())
        .addColumn("name", "text", (c) => c.notNull())
        .addColumn("range", "text", (c) => c.notNull())
        .addColumn("fromDay", "text")
        .addColumn("toDay", "text")
        .addColumn("agentId", "text")
        .addColumn("surface", "text")
        .addColumn("makerId", "text", (c) => c.notNull())
        .addColumn("createdAt", "bigint", (c) => c.notNull())
        .addPrimaryKeyConstraint("reportsKey", ["organizationId", "id"])
        .execute();
      await db.schema
        .createTable("reportMails")
        .addColumn("organizationId", "text", (c) => c.notNull())
        .addColumn("reportId", "text", (c) => c.notNull())
        .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
        .addColumn("timeZone", "text", (c) => c.notNull())
        .addColumn("nextAt", "bigint", (c) => c.notNull())
        .addPrimaryKeyConstraint("reportMailsKey", ["organizationId", "reportId", "userId"])
        .execute();
      await db.schema.createIndex("reportMailsByTime").on("reportMails").column("nextAt").execute();
      await db.schema.createIndex("reportMailsOfUser").on("reportMails").column("userId").execute();
    },
  },
  "0046_reportFilters": {
    async up(db) {
      for (const column of ["language", "model", "labelId"])
        await db.schema.alterTable("reports").addColumn(column, "text").execute();
    },
  },
};
