import { sql } from "kysely";
import type { Kysely } from "kysely";
import { dialectOf } from "../../database/columns.ts";

/** Creates the tables of contacts. */
export async function createContactsTables(db: Kysely<unknown>): Promise<void> {
  await createContactAliases(db);
  await createContactConsents(db);
  await createContactMerges(db);
  await createContactNotes(db);
  await createContacts(db);
}

async function createContactAliases(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("contactAliases")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("externalId", "text", (c) => c.notNull())
    .addColumn("contactId", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("contactAliasesKey", ["organizationId", "agentId", "externalId"])
    .execute();
  await db.schema
    .createIndex("contactAliasesByContact")
    .on("contactAliases")
    .columns(["organizationId", "contactId"])
    .execute();
}

async function createContactConsents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("contactConsents")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("contactId", "text", (c) => c.notNull())
    .addColumn("value", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("surfaceType", "text", (c) => c.notNull())
    .addColumn("text", "text")
    .addPrimaryKeyConstraint("contactConsentsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("contactConsentsByContact")
    .on("contactConsents")
    .columns(["organizationId", "contactId", "at"])
    .execute();
}

async function createContactMerges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("contactMerges")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("contactId", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("gone", "text", (c) => c.notNull())
    .addColumn("before", "text", (c) => c.notNull())
    .addColumn("after", "text", (c) => c.notNull())
    .addColumn("moved", "text", (c) => c.notNull())
    .addColumn("closed", "text")
    .addColumn("mergedBy", "text", (c) => c.notNull())
    .addColumn("mergedByName", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("contactMergesKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("contactMergesByContact")
    .on("contactMerges")
    .columns(["organizationId", "contactId", "createdAt"])
    .execute();
}

async function createContactNotes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("contactNotes")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("contactId", "text", (c) => c.notNull())
    .addColumn("content", "text", (c) => c.notNull())
    .addColumn("authorId", "text", (c) => c.notNull())
    .addColumn("authorName", "text", (c) => c.notNull())
    .addColumn("editedAt", "bigint")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("contactNotesKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("contactNotesByContact")
    .on("contactNotes")
    .columns(["organizationId", "contactId", "createdAt"])
    .execute();
}

async function createContacts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("contacts")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("verified", "integer", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("lastSeenAt", "bigint", (c) => c.notNull())
    .addColumn("externalId", "text")
    .addColumn("email", "text")
    .addColumn("attributes", "text", (c) => c.defaultTo("{}").notNull())
    .addColumn("preview", "integer", (c) => c.defaultTo(0).notNull())
    .addColumn("searchText", "text", (c) => c.defaultTo("").notNull())
    .addColumn("blockedAt", "bigint")
    .addColumn("eraseAskedAt", "bigint")
    .addColumn("consent", "text")
    .addColumn("signedEmail", "text")
    .addColumn("phone", "text")
    .addPrimaryKeyConstraint("contactsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("contactsByAge")
    .on("contacts")
    .columns(["organizationId", "agentId", "preview", "id"])
    .execute();
  await db.schema
    .createIndex("contactsByExternalId")
    .unique()
    .on("contacts")
    .columns(["organizationId", "agentId", "externalId"])
    .execute();
  // SQLite searches contacts in the index alone. Postgres takes no long text into an index, and reads rows as fast.
  const searched = dialectOf(db) === "sqlite" ? ["searchText"] : [];
  await db.schema
    .createIndex("contactsByLastSeen")
    .on("contacts")
    .columns(["organizationId", "agentId", "preview", "lastSeenAt", "id"])
    .columns(["verified", "email", "blockedAt", "consent", ...searched])
    .execute();
  await db.schema
    .createIndex("contactsBySignedEmail")
    .on("contacts")
    .columns(["organizationId", "signedEmail"])
    .where(sql.ref("signedEmail"), "is not", null)
    .execute();
}
