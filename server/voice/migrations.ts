import { sql } from "kysely";
import type { Kysely } from "kysely";
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
  "0057_voiceServices": {
    owners: {
      voiceKeys: "organization",
    },
    async up(db) {
      await createVoiceKeys(db);
      await createVideoAvatars(db);
      await db.schema.alterTable("calls").addColumn("avatarRoomId", "text").execute();
      await db.schema.alterTable("calls").addColumn("endMessageId", "text").execute();
      await db.schema
        .createIndex("callsWithRoom")
        .on("calls")
        .columns(["seenAt"])
        .where(sql.ref("avatarRoomId"), "is not", null)
        .execute();
    },
  },
};

async function createVoiceKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("voiceKeys")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("service", "text", (c) => c.notNull())
    .addColumn("baseUrl", "text")
    .addColumn("sealedKey", "text", (c) => c.notNull())
    .addColumn("lastFour", "text", (c) => c.notNull())
    .addColumn("refusal", "text")
    .addColumn("checkedAt", "bigint", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("voiceKeysKey", ["organizationId", "service"])
    .execute();
}

async function createVideoAvatars(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("videoAvatars")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("enabled", "integer", (c) => c.notNull())
    .addColumn("avatarId", "text", (c) => c.notNull())
    .addColumn("avatarName", "text", (c) => c.notNull())
    .addColumn("voiceId", "text", (c) => c.notNull())
    .addColumn("voiceName", "text", (c) => c.notNull())
    .addColumn("personaId", "text")
    .addColumn("problem", "text")
    .addColumn("revision", "integer", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("videoAvatarsKey", ["organizationId", "agentId"])
    .execute();
}
