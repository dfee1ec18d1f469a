import type { Migration } from "kysely/migration";

/**
 * Other programs: webhooks with how far each has read an agent's events, what is on its way and each attempt; writes of API
 * keys that are done once; and conversations in the order in which they began.
 */
export const webhooks: Migration = {
  async up(db) {
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
    await db.schema
      .createTable("webhookCursors")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("webhookId", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("number", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("webhookCursorsKey", ["organizationId", "webhookId", "agentId"])
      .execute();
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
      .createIndex("webhookDeliveriesByState")
      .on("webhookDeliveries")
      .columns(["state", "dueAt", "organizationId", "webhookId"])
      .execute();
    await db.schema
      .createIndex("webhookDeliveriesByOrder")
      .on("webhookDeliveries")
      .columns(["organizationId", "webhookId", "about", "state", "position"])
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
    await db.schema
      .createTable("idempotencyKeys")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("apiKeyId", "text", (c) => c.notNull())
      .addColumn("key", "text", (c) => c.notNull())
      .addColumn("requestHash", "text", (c) => c.notNull())
      .addColumn("sealedAnswer", "text")
      .addColumn("startedAt", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("idempotencyKeysKey", ["organizationId", "apiKeyId", "key"])
      .execute();
    await db.schema.createIndex("idempotencyKeysByTime").on("idempotencyKeys").column("startedAt").execute();
    await db.schema
      .createIndex("threadsByStart")
      .on("threads")
      .columns(["organizationId", "agentId", "preview", "createdAt", "id"])
      .execute();
  },
};
