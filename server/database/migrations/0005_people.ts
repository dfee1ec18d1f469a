import type { Migration } from "kysely/migration";
import { bytesType } from "../columns.ts";

/** Codes that were mailed, second factors, pictures, and what people choose for themselves. */
export const people: Migration = {
  async up(db) {
    await db.schema.alterTable("users").addColumn("timeZone", "text").execute();
    await db.schema.alterTable("users").addColumn("dateFormat", "text").execute();
    await db.schema
      .alterTable("users")
      .addColumn("mailsOnAccept", "integer", (c) => c.notNull().defaultTo(1))
      .execute();
    await db.schema.alterTable("sessions").addColumn("device", "text").execute();
    await db.schema
      .createTable("mailedCodes")
      .addColumn("keyHash", "text", (c) => c.primaryKey())
      .addColumn("userId", "text", (c) => c.references("users.id").onDelete("cascade"))
      .addColumn("email", "text", (c) => c.notNull())
      .addColumn("sealed", "text", (c) => c.notNull())
      .addColumn("tries", "integer", (c) => c.notNull())
      .addColumn("sends", "integer", (c) => c.notNull())
      .addColumn("sentAt", "bigint", (c) => c.notNull())
      .addColumn("expiresAt", "bigint", (c) => c.notNull())
      .addColumn("usedAt", "bigint")
      .execute();
    await db.schema.createIndex("mailedCodesByExpiry").on("mailedCodes").column("expiresAt").execute();
    await db.schema
      .createTable("secondFactors")
      .addColumn("userId", "text", (c) => c.primaryKey().references("users.id").onDelete("cascade"))
      .addColumn("sealedSecret", "text", (c) => c.notNull())
      .addColumn("lastStep", "bigint", (c) => c.notNull())
      .addColumn("createdAt", "bigint", (c) => c.notNull())
      .addColumn("enabledAt", "bigint")
      .execute();
    await db.schema
      .createTable("recoveryCodes")
      .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("codeHash", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("recoveryCodesKey", ["userId", "codeHash"])
      .execute();
    await db.schema
      .createTable("pendingSignIns")
      .addColumn("tokenHash", "text", (c) => c.primaryKey())
      .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("sealed", "text", (c) => c.notNull())
      .addColumn("tries", "integer", (c) => c.notNull())
      .addColumn("expiresAt", "bigint", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("pendingSignInsByExpiry").on("pendingSignIns").column("expiresAt").execute();
    await db.schema
      .createTable("userPictures")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("contentType", "text", (c) => c.notNull())
      .addColumn("bytes", bytesType(db), (c) => c.notNull())
      .execute();
    await db.schema.createIndex("userPicturesByUser").on("userPictures").column("userId").execute();
  },
};
