import type { Kysely } from "kysely";
import type { Migrations } from "../database/migrate.ts";

/** Webhooks with their deliveries. */
export const webhooksMigrations: Migrations = {
  "0014_webhooks": {
    owners: {
      webhookAttempts: { of: "webhookDeliveries", by: "deliveryId" },
      webhooks: "organization",
    },
    async up(db) {
      await createWebhookAttempts(db);
      await createWebhookCursors(db);
      await createWebhookDeliveries(db);
      await createWebhooks(db);
    },
  },
};

async function createWebhookAttempts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("webhookAttempts")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("deliveryId", "text", (c) => c.notNull())
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("ms", "integer", (c) => c.notNull())
    .addColumn("status", "integer")
    .addColumn("error", "text")
    .addColumn("requestHeaders", "text", (c) => c.notNull())
    .addColumn("responseHeaders", "text", (c) => c.notNull())
    .addColumn("responseBody", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("webhookAttemptsKey", ["organizationId", "deliveryId", "number"])
    .execute();
}

async function createWebhookCursors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("webhookCursors")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("webhookId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("number", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("webhookCursorsKey", ["organizationId", "webhookId", "agentId"])
    .execute();
}

async function createWebhookDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("webhookDeliveries")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("webhookId", "text", (c) => c.notNull())
    .addColumn("eventId", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("agentId", "text")
    .addColumn("about", "text")
    .addColumn("position", "bigint", (c) => c.notNull())
    .addColumn("payload", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("isAgain", "integer", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("tries", "integer", (c) => c.notNull())
    .addColumn("dueAt", "bigint")
    .addColumn("owner", "text")
    .addColumn("leaseUntil", "bigint")
    .addColumn("status", "integer")
    .addColumn("ms", "integer")
    .addColumn("error", "text")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("endedAt", "bigint")
    .addPrimaryKeyConstraint("webhookDeliveriesKey", ["organizationId", "id"])
    .addUniqueConstraint("webhookDeliveriesByEvent", ["organizationId", "webhookId", "eventId"])
    .execute();
  await db.schema
    .createIndex("webhookDeliveriesByOrder")
    .on("webhookDeliveries")
    .columns(["organizationId", "webhookId", "about", "state", "position"])
    .execute();
  await db.schema
    .createIndex("webhookDeliveriesByState")
    .on("webhookDeliveries")
    .columns(["state", "dueAt", "organizationId", "webhookId"])
    .execute();
  await db.schema
    .createIndex("webhookDeliveriesByTime")
    .on("webhookDeliveries")
    .columns(["organizationId", "webhookId", "createdAt", "id"])
    .execute();
  await db.schema
    .createIndex("webhookDeliveriesOfAbout")
    .on("webhookDeliveries")
    .columns(["organizationId", "about"])
    .execute();
}

async function createWebhooks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("webhooks")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("url", "text", (c) => c.notNull())
    .addColumn("agentIds", "text")
    .addColumn("events", "text", (c) => c.notNull())
    .addColumn("includesNotes", "integer", (c) => c.notNull())
    .addColumn("sealedSecret", "text", (c) => c.notNull())
    .addColumn("secretEnding", "text", (c) => c.notNull())
    .addColumn("sealedOldSecret", "text")
    .addColumn("oldSecretUntil", "bigint")
    .addColumn("disabledBecause", "text")
    .addColumn("disabledAt", "bigint")
    .addColumn("failingSince", "bigint")
    .addColumn("lastDeliveredAt", "bigint")
    .addColumn("origin", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("webhooksKey", ["organizationId", "id"])
    .execute();
}
