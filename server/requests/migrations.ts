import type { Kysely } from "kysely";
import type { Migrations } from "../database/migrate.ts";

/** The nonces of signed writes, and the answers to repeated requests. */
export const requestsMigrations: Migrations = {
  "0001_requests": {
    owners: {
      idempotencyKeys: "organization",
    },
    async up(db) {
      await createIdempotencyKeys(db);
      await createNonces(db);
    },
  },
};

async function createIdempotencyKeys(db: Kysely<unknown>): Promise<void> {
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
}

async function createNonces(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("nonces")
    .addColumn("sessionId", "text", (c) => c.notNull())
    .addColumn("nonce", "text", (c) => c.notNull())
    .addColumn("expiresAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("noncesKey", ["sessionId", "nonce"])
    .execute();
  await db.schema.createIndex("noncesByExpiry").on("nonces").column("expiresAt").execute();
}
