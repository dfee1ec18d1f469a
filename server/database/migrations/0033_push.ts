import type { Migration } from "kysely/migration";

/** Push: the browsers that are told, what their people want to hear, how far was read, and who looks at what. */
export const push: Migration = {
  async up(db) {
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
    for (const [name, column] of [
      ["pushDevicesOfSession", "sessionId"],
      ["pushDevicesOfEndpoint", "endpointHash"],
      ["pushDevicesOfUser", "userId"],
    ] as const) {
      await db.schema.createIndex(name).on("pushDevices").column(column).execute();
    }
    await db.schema
      .createTable("pushSettings")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("kinds", "text", (c) => c.notNull())
      .addColumn("hidesText", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("pushSettingsKey", ["organizationId", "userId"])
      .execute();
    await db.schema
      .createTable("pushCursors")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("number", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("pushCursorsKey", ["organizationId", "agentId"])
      .execute();
    await db.schema
      .createTable("threadLooks")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("threadId", "text", (c) => c.notNull())
      .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("until", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("threadLooksKey", ["organizationId", "threadId", "userId"])
      .execute();
    await db.schema.createIndex("threadLooksByTime").on("threadLooks").column("until").execute();
  },
};
