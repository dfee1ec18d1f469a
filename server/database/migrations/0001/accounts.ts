import type { Kysely } from "kysely";

/** Users, sessions, organisations with their accounts, groups and members; nonces of signed writes. */
export async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("users")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("email", "text", (c) => c.notNull().unique())
    .addColumn("firstName", "text", (c) => c.notNull())
    .addColumn("lastName", "text", (c) => c.notNull())
    .addColumn("pictureUrl", "text")
    .addColumn("passwordHash", "text")
    .addColumn("isSuperAdmin", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("tokenHash", "text", (c) => c.notNull().unique())
    .addColumn("sealedKey", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("lastSeenAt", "bigint", (c) => c.notNull())
    .addColumn("expiresAt", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("sessionsByUser").on("sessions").column("userId").execute();
  await db.schema
    .createTable("nonces")
    .addColumn("sessionId", "text", (c) => c.notNull())
    .addColumn("nonce", "text", (c) => c.notNull())
    .addColumn("expiresAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("noncesKey", ["sessionId", "nonce"])
    .execute();
  await db.schema.createIndex("noncesByExpiry").on("nonces").column("expiresAt").execute();
  await db.schema
    .createTable("organizations")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("slug", "text", (c) => c.notNull().unique())
    .addColumn("country", "text")
    .addColumn("state", "text")
    .addColumn("timeZone", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("orgAccounts")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("description", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("identifier", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("orgAccountsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createTable("userGroups")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("userGroupsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createTable("members")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.notNull())
    .addColumn("agentStatus", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("membersKey", ["organizationId", "userId"])
    .execute();
  await db.schema.createIndex("membersByUser").on("members").column("userId").execute();
  await db.schema
    .createTable("groupMembers")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("groupId", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("groupMembersKey", ["organizationId", "groupId", "userId"])
    .execute();
  await db.schema
    .createTable("installation")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("value", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .execute();
}
