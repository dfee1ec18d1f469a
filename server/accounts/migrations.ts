import type { Kysely } from "kysely";
import { bytesType } from "../database/columns.ts";
import type { Migrations } from "../database/migrate.ts";

/** People, organizations, sessions, teams, keys and the audit log. */
export const accountsMigrations: Migrations = {
  "0005_accounts": {
    owners: {
      apiKeys: "organization",
      auditEntries: "organization",
      groupMembers: "organization",
      invites: "organization",
      members: "organization",
      orgAccounts: "organization",
      organizations: "organization",
      userGroups: "organization",
    },
    async up(db) {
      await createApiKeys(db);
      await createAuditEntries(db);
      await createUsers(db);
      await createDesignSelections(db);
      await createGroupMembers(db);
      await createIdentities(db);
      await createInstallation(db);
      await createInvites(db);
      await createMailedCodes(db);
      await createMembers(db);
      await createOrgAccounts(db);
      await createOrganizations(db);
      await createPasswordLinks(db);
      await createPendingSignIns(db);
      await createRecoveryCodes(db);
      await createSecondFactors(db);
      await createSessions(db);
      await createSocialAttempts(db);
      await createUserGroups(db);
      await createUserPictures(db);
    },
  },
  "0017_publicOrigin": { up: dropOrigins },
  "0019_secondFactorRequired": { up: addRequirement },
};

/** Links begin with the installation's own origin, so origins that requests named are not kept. */
async function dropOrigins(db: Kysely<unknown>): Promise<void> {
  for (const table of ["webhooks", "digests", "modelKeys"]) {
    await db.schema.alterTable(table).dropColumn("origin").execute();
  }
}

/** Organizations that ask every member for a second factor, and sessions whose person showed again who they are. */
async function addRequirement(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("organizations")
    .addColumn("requiresSecondFactor", "integer", (c) => c.defaultTo(0).notNull())
    .execute();
  await db.schema.alterTable("sessions").addColumn("provedAt", "bigint").execute();
}

async function createApiKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("apiKeys")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("keyHash", "text", (c) => c.notNull().unique())
    .addColumn("ending", "text", (c) => c.notNull())
    .addColumn("scopes", "text", (c) => c.notNull())
    .addColumn("agentIds", "text")
    .addColumn("userId", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("expiresAt", "bigint")
    .addColumn("revokedAt", "bigint")
    .addColumn("lastUsedAt", "bigint")
    .addColumn("lastUsedAddress", "text")
    .addPrimaryKeyConstraint("apiKeysKey", ["organizationId", "id"])
    .execute();
}

async function createAuditEntries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("auditEntries")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("userId", "text")
    .addColumn("apiKeyId", "text")
    .addColumn("action", "text", (c) => c.notNull())
    .addColumn("targets", "text", (c) => c.notNull())
    .addColumn("outcome", "text", (c) => c.notNull())
    .addColumn("address", "text", (c) => c.notNull())
    .addColumn("requestId", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("auditEntriesKey", ["organizationId", "id"])
    .execute();
  await db.schema.createIndex("auditEntriesByAge").on("auditEntries").column("at").execute();
  await db.schema
    .createIndex("auditEntriesByTime")
    .on("auditEntries")
    .columns(["organizationId", "at", "id"])
    .execute();
}

async function createUsers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("users")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("email", "text", (c) => c.notNull().unique())
    .addColumn("firstName", "text", (c) => c.notNull())
    .addColumn("lastName", "text", (c) => c.notNull())
    .addColumn("pictureUrl", "text")
    .addColumn("passwordHash", "text")
    .addColumn("isSuperAdmin", "integer", (c) => c.defaultTo(0).notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addColumn("emailVerifiedAt", "bigint")
    .addColumn("timeZone", "text")
    .addColumn("dateFormat", "text")
    .addColumn("mailsOnAccept", "integer", (c) => c.defaultTo(1).notNull())
    .addColumn("language", "text")
    .execute();
}

async function createDesignSelections(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("designSelections")
    .addColumn("writeKeyHash", "text", (c) => c.primaryKey())
    .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("token", "text", (c) => c.notNull())
    .addColumn("expiresAt", "bigint", (c) => c.notNull())
    .execute();
}

async function createGroupMembers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("groupMembers")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("groupId", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("groupMembersKey", ["organizationId", "groupId", "userId"])
    .execute();
}

async function createIdentities(db: Kysely<unknown>): Promise<void> {
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
}

async function createInstallation(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("installation")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("value", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .execute();
}

async function createInvites(db: Kysely<unknown>): Promise<void> {
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
}

async function createMailedCodes(db: Kysely<unknown>): Promise<void> {
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
}

async function createMembers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("members")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.notNull())
    .addColumn("agentStatus", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("agentSeenAt", "bigint")
    .addPrimaryKeyConstraint("membersKey", ["organizationId", "userId"])
    .execute();
  await db.schema.createIndex("membersByUser").on("members").column("userId").execute();
}

async function createOrgAccounts(db: Kysely<unknown>): Promise<void> {
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
}

async function createOrganizations(db: Kysely<unknown>): Promise<void> {
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
}

async function createPasswordLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("passwordLinks")
    .addColumn("tokenHash", "text", (c) => c.primaryKey())
    .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("expiresAt", "bigint", (c) => c.notNull())
    .execute();
}

async function createPendingSignIns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("pendingSignIns")
    .addColumn("tokenHash", "text", (c) => c.primaryKey())
    .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("sealed", "text", (c) => c.notNull())
    .addColumn("tries", "integer", (c) => c.notNull())
    .addColumn("expiresAt", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("pendingSignInsByExpiry").on("pendingSignIns").column("expiresAt").execute();
}

async function createRecoveryCodes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("recoveryCodes")
    .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("codeHash", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("recoveryCodesKey", ["userId", "codeHash"])
    .execute();
}

async function createSecondFactors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("secondFactors")
    .addColumn("userId", "text", (c) => c.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("sealedSecret", "text", (c) => c.notNull())
    .addColumn("lastStep", "bigint", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("enabledAt", "bigint")
    .execute();
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("tokenHash", "text", (c) => c.notNull().unique())
    .addColumn("sealedKey", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("lastSeenAt", "bigint", (c) => c.notNull())
    .addColumn("expiresAt", "bigint", (c) => c.notNull())
    .addColumn("issuer", "text")
    .addColumn("sealedIdToken", "text")
    .addColumn("device", "text")
    .execute();
  await db.schema.createIndex("sessionsByUser").on("sessions").column("userId").execute();
}

async function createSocialAttempts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("socialAttempts")
    .addColumn("tokenHash", "text", (c) => c.primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("browserHash", "text", (c) => c.notNull())
    .addColumn("sealed", "text", (c) => c.notNull())
    .addColumn("expiresAt", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("socialAttemptsByExpiry").on("socialAttempts").column("expiresAt").execute();
}

async function createUserGroups(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("userGroups")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("userGroupsKey", ["organizationId", "id"])
    .execute();
}

async function createUserPictures(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("userPictures")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("contentType", "text", (c) => c.notNull())
    .addColumn("bytes", bytesType(db), (c) => c.notNull())
    .execute();
  await db.schema.createIndex("userPicturesByUser").on("userPictures").column("userId").execute();
}
