import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The whole chat: who visitors are, files, feedback, people that are asked for, and pages of the agent's own. */
export const widget: Migration = {
  async up(db) {
    await addToSurfaces(db);
    await createHostedPages(db);
    await addToConversations(db);
    await createAttachments(db);
  },
};

async function addToSurfaces(db: Kysely<unknown>): Promise<void> {
  await alter(db, "surfaces", [
    ["allowsNullOrigin", "integer", 0],
    ["identityMode", "text", "optional"],
    ["identitySecrets", "text", "[]"],
  ]);
}

async function createHostedPages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("hostedPages")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("slug", "text", (c) => c.notNull())
    .addColumn("enabled", "integer", (c) => c.notNull())
    .addColumn("settings", "text", (c) => c.notNull())
    .addColumn("revision", "integer", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("hostedPagesKey", ["organizationId", "agentId"])
    .addUniqueConstraint("hostedPagesBySlug", ["slug"])
    .execute();
}

async function addToConversations(db: Kysely<unknown>): Promise<void> {
  await alter(db, "contacts", [
    ["externalId", "text", null],
    ["email", "text", null],
    ["attributes", "text", "{}"],
  ]);
  await db.schema
    .createIndex("contactsByExternalId")
    .unique()
    .on("contacts")
    .columns(["organizationId", "agentId", "externalId"])
    .execute();
  await alter(db, "threads", [
    ["personRequestedAt", "bigint", null],
    ["visitorReadTo", "integer", 0],
    ["teamReadTo", "integer", 0],
    ["context", "text", null],
  ]);
  await alter(db, "messages", [
    ["attachments", "text", "[]"],
    ["feedback", "text", null],
    ["editedAt", "bigint", null],
    ["earlier", "text", "[]"],
  ]);
}

async function createAttachments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("attachments")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("contactId", "text", (c) => c.notNull())
    .addColumn("messageId", "text")
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("contentType", "text", (c) => c.notNull())
    .addColumn("sizeBytes", "integer", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("attachmentsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("attachmentsByContact")
    .on("attachments")
    .columns(["organizationId", "agentId", "contactId", "createdAt"])
    .execute();
}

type NewColumn = [name: string, type: "text" | "integer" | "bigint", value: string | number | null];

/** Adds columns that every row gets this value in; null where it may stay empty. */
async function alter(db: Kysely<unknown>, table: string, columns: NewColumn[]): Promise<void> {
  for (const [name, type, value] of columns) {
    await db.schema
      .alterTable(table)
      .addColumn(name, type, (c) => (value === null ? c : c.notNull().defaultTo(value)))
      .execute();
  }
}
