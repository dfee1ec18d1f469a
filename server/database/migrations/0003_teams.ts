import type { Migration } from "kysely/migration";

/** Invitations into an organisation, when support agents were last there, and links by which people choose a new password. */
export const teams: Migration = {
  async up(db) {
    await db.schema
      .createTable("invites")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("email", "text", (c) => c.notNull())
      .addColumn("groupId", "text", (c) => c.notNull())
      .addColumn("tokenHash", "text", (c) => c.notNull().unique())
      .addColumn("invitedBy", "text")
      .addColumn("sentAt", "bigint", (c) => c.notNull())
      .addColumn("expiresAt", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("invitesKey", ["organizationId", "id"])
      .addUniqueConstraint("invitesByEmail", ["organizationId", "email"])
      .execute();
    await db.schema.alterTable("members").addColumn("agentSeenAt", "bigint").execute();
    await db.schema
      .createTable("passwordLinks")
      .addColumn("tokenHash", "text", (c) => c.primaryKey())
      .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("expiresAt", "bigint", (c) => c.notNull())
      .execute();
  },
};
