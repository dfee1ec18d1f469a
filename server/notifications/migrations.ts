import type { Kysely } from "kysely";
import type { Migrations } from "../database/migrate.ts";

/** Push, digests and muted conversations. */
export const notificationsMigrations: Migrations = {
  "0012_notifications": {
    owners: {
      digests: "organization",
      pushSettings: "organization",
      threadLooks: { of: "threads", by: "threadId" },
    },
    async up(db) {
      await createDigests(db);
      await createMutedThreads(db);
      await createPushCursors(db);
      await createPushDevices(db);
      await createPushSettings(db);
      await createThreadLooks(db);
    },
  },
};

async function createDigests(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("digests")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.notNull())
    .addColumn("every", "text", (c) => c.notNull())
    .addColumn("origin", "text", (c) => c.notNull())
    .addColumn("timeZone", "text", (c) => c.notNull())
    .addColumn("nextAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("digestsKey", ["organizationId", "userId"])
    .execute();
}

async function createMutedThreads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("mutedThreads")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("threadId", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("mutedThreadsKey", ["organizationId", "threadId", "userId"])
    .execute();
  await db.schema
    .createIndex("mutedThreadsOfMember")
    .on("mutedThreads")
    .columns(["organizationId", "userId", "agentId"])
    .execute();
}

async function createPushCursors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("pushCursors")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("number", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("pushCursorsKey", ["organizationId", "agentId"])
    .execute();
}

async function createPushDevices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("pushDevices")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("sessionId", "text", (c) => c.notNull().references("sessions.id").onDelete("cascade"))
    .addColumn("endpointHash", "text", (c) => c.notNull())
    .addColumn("sealedSubscription", "text", (c) => c.notNull())
    .addColumn("device", "text")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("lastSentAt", "bigint")
    .addPrimaryKeyConstraint("pushDevicesKey", ["organizationId", "id"])
    .addUniqueConstraint("pushDevicesBySession", ["organizationId", "sessionId"])
    .execute();
  await db.schema.createIndex("pushDevicesOfEndpoint").on("pushDevices").column("endpointHash").execute();
  await db.schema.createIndex("pushDevicesOfSession").on("pushDevices").column("sessionId").execute();
  await db.schema.createIndex("pushDevicesOfUser").on("pushDevices").column("userId").execute();
}

async function createPushSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("pushSettings")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("kinds", "text", (c) => c.notNull())
    .addColumn("hidesText", "integer", (c) => c.notNull())
    .addColumn("quietHours", "text")
    .addPrimaryKeyConstraint("pushSettingsKey", ["organizationId", "userId"])
    .execute();
}

async function createThreadLooks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("threadLooks")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("threadId", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("until", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("threadLooksKey", ["organizationId", "threadId", "userId"])
    .execute();
  await db.schema.createIndex("threadLooksByTime").on("threadLooks").column("until").execute();
}
