import type { Migration } from "kysely/migration";

/** What models cost: by agent, visitor and day, and by answer, so that none is counted twice. */
export const credits: Migration = {
  async up(db) {
    await db.schema
      .createTable("creditUse")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("day", "text", (c) => c.notNull())
      .addColumn("contactId", "text", (c) => c.notNull())
      .addColumn("credits", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("creditUseKey", ["organizationId", "agentId", "day", "contactId"])
      .execute();
    await db.schema
      .createTable("creditCharges")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("answerKey", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("contactId", "text", (c) => c.notNull())
      .addColumn("day", "text", (c) => c.notNull())
      .addColumn("credits", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("creditChargesKey", ["organizationId", "answerKey"])
      .execute();
    await db.schema
      .createIndex("creditChargesByDay")
      .on("creditCharges")
      .columns(["organizationId", "agentId", "day"])
      .execute();
  },
};
