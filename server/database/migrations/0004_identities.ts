import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Whether an address was proved, who somebody is at a sign-in provider, and what is on its way there and back. */
export const identities: Migration = {
  async up(db) {
    await db.schema.alterTable("users").addColumn("emailVerifiedAt", "bigint").execute();
    // Until now there was no way in but the operator's own set-up and an invitation to the address itself.
    await sql`update ${sql.table("users")} set ${sql.ref("emailVerifiedAt")} = ${sql.ref("createdAt")}`.execute(
      db,
    );
    await db.schema.alterTable("sessions").addColumn("issuer", "text").execute();
    await db.schema.alterTable("sessions").addColumn("sealedIdToken", "text").execute();
    await db.schema
      .createTable("identities")
      .addColumn("issuer", "text", (c) => c.notNull())
      .addColumn("subject", "text", (c) => c.notNull())
      .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("email", "text", (c) => c.notNull())
      .addColumn("createdAt", "bigint", (c) => c.notNull())
      .addColumn("lastUsedAt", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("identitiesKey", ["issuer", "subject"])
      .addUniqueConstraint("identitiesByUser", ["userId", "issuer"])
      .execute();
    await db.schema
      .createTable("socialAttempts")
      .addColumn("tokenHash", "text", (c) => c.primaryKey())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("browserHash", "text", (c) => c.notNull())
      .addColumn("sealed", "text", (c) => c.notNull())
      .addColumn("expiresAt", "bigint", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("socialAttemptsByExpiry").on("socialAttempts").column("expiresAt").execute();
    await db.schema
      .createTable("designSelections")
      .addColumn("writeKeyHash", "text", (c) => c.primaryKey())
      .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("token", "text", (c) => c.notNull())
      .addColumn("expiresAt", "bigint", (c) => c.notNull())
      .execute();
  },
};
