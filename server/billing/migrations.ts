import type { Kysely } from "kysely";
import type { Migrations } from "../database/migrate.ts";

/** Credits. */
export const billingMigrations: Migrations = {
  "0006_billing": {
    async up(db) {
      await createCreditCharges(db);
      await createCreditUse(db);
    },
  },
  "0020_installationCredits": { up: createInstallationCredits },
};

async function createCreditCharges(db: Kysely<unknown>): Promise<void> {
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
}

async function createCreditUse(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("creditUse")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("contactId", "text", (c) => c.notNull())
    .addColumn("credits", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("creditUseKey", ["organizationId", "agentId", "day", "contactId"])
    .execute();
}

async function createInstallationCredits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("installationCredits")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("credits", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("installationCreditsKey", ["organizationId", "day"])
    .execute();
}
