import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Migrations } from "../database/migrate.ts";

/** Credits, and what is paid. */
export const billingMigrations: Migrations = {
  "0006_billing": {
    async up(db) {
      await createCreditCharges(db);
      await createCreditUse(db);
    },
  },
  "0020_installationCredits": {
    owners: {
      installationCredits: "organization",
    },
    up: createInstallationCredits,
  },
  "0030_subscriptions": {
    owners: {
      creditMonths: "organization",
      paymentEvents: "organization",
      subscriptions: "organization",
      upgradeRequests: "organization",
    },
    async up(db) {
      await createSubscriptions(db);
      await createPaymentEvents(db);
      await createUpgradeRequests(db);
      await createCreditMonths(db);
      await createCreditUseByDay(db);
    },
  },
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

async function createSubscriptions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("subscriptions")
    .addColumn("organizationId", "text", (c) => c.primaryKey())
    .addColumn("customerId", "text")
    .addColumn("subscriptionId", "text")
    .addColumn("planId", "text", (c) => c.notNull())
    .addColumn("plan", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("currentEndDate", "bigint")
    .addColumn("isRenewing", "integer", (c) => c.notNull())
    .addColumn("unpaidSince", "bigint")
    .addColumn("trialEndsAt", "bigint", (c) => c.notNull())
    .addColumn("asked", "integer", (c) => c.notNull())
    .addColumn("applied", "integer", (c) => c.notNull())
    .addColumn("checkAt", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("subscriptionsByCustomer")
    .unique()
    .on("subscriptions")
    .columns(["customerId"])
    .execute();
  await db.schema.createIndex("subscriptionsToCheck").on("subscriptions").columns(["checkAt"]).execute();
}

async function createPaymentEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("paymentEvents")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("receivedAt", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("paymentEventsByAge").on("paymentEvents").columns(["receivedAt"]).execute();
}

async function createUpgradeRequests(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("upgradeRequests")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("message", "text", (c) => c.notNull())
    .addColumn("askedAt", "bigint", (c) => c.notNull())
    .addColumn("mailedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("upgradeRequestsKey", ["organizationId", "userId"])
    .execute();
}

async function createCreditMonths(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("creditMonths")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("month", "text", (c) => c.notNull())
    .addColumn("credits", "integer", (c) => c.notNull())
    .addColumn("toldPercent", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("creditMonthsKey", ["organizationId", "month"])
    .execute();
}

/** The days of an organization are read without those of its visitors; what an answer adds to them moves no entry of it. */
async function createCreditUseByDay(db: Kysely<unknown>): Promise<void> {
  await sql`create index "creditUseByDay" on "creditUse" ("organizationId", "day") where "contactId" = ''`.execute(
    db,
  );
}
