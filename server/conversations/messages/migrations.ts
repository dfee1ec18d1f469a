import { sql } from "kysely";
import type { Kysely } from "kysely";
import { dialectOf } from "../../database/columns.ts";

/** Creates the tables of messages, their files and their search. */
export async function createMessagesTables(db: Kysely<unknown>): Promise<void> {
  await createAttachments(db);
  await createCitedPassages(db);
  await createMentions(db);
  await createMessageIndex(db);
  await createMessages(db);
  await createScheduledReplies(db);
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
    .addColumn("authorId", "text")
    .addColumn("replyId", "text")
    .addPrimaryKeyConstraint("attachmentsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("attachmentsByAuthor")
    .on("attachments")
    .columns(["organizationId", "authorId", "createdAt"])
    .where(sql.ref("authorId"), "is not", null)
    .execute();
  await db.schema
    .createIndex("attachmentsByContact")
    .on("attachments")
    .columns(["organizationId", "agentId", "contactId", "createdAt"])
    .execute();
  await db.schema
    .createIndex("attachmentsByReply")
    .on("attachments")
    .columns(["organizationId", "replyId"])
    .where(sql.ref("replyId"), "is not", null)
    .execute();
}

async function createCitedPassages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("citedPassages")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("pageId", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("messageId", "text", (c) => c.notNull())
    .addColumn("threadId", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("citedPassagesKey", ["organizationId", "pageId", "hash", "messageId"])
    .execute();
  await db.schema
    .createIndex("citedPassagesByMessage")
    .on("citedPassages")
    .columns(["organizationId", "messageId"])
    .execute();
  await db.schema
    .createIndex("citedPassagesByThread")
    .on("citedPassages")
    .columns(["organizationId", "threadId"])
    .execute();
}

async function createMentions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("mentions")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("threadId", "text", (c) => c.notNull())
    .addColumn("messageId", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("readAt", "bigint")
    .addPrimaryKeyConstraint("mentionsKey", ["organizationId", "messageId", "userId"])
    .execute();
  await db.schema
    .createIndex("mentionsByThread")
    .on("mentions")
    .columns(["organizationId", "threadId", "readAt"])
    .execute();
  await db.schema
    .createIndex("mentionsByUser")
    .on("mentions")
    .columns(["organizationId", "userId", "agentId", "readAt", "threadId"])
    .execute();
}

/**
 * The full-text index of messages. Our own code writes the terms, so both stores find the same. A message's place in the
 * index is a number, because SQLite's index needs one.
 */
async function createMessageIndex(db: Kysely<unknown>): Promise<void> {
  const isSqlite = dialectOf(db) === "sqlite";
  const table = db.schema
    .createTable("messageIndex")
    .addColumn("number", isSqlite ? "integer" : "bigserial", (c) =>
      isSqlite ? c.primaryKey().autoIncrement() : c.primaryKey(),
    )
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("threadId", "text", (c) => c.notNull())
    .addColumn("messageId", "text", (c) => c.notNull())
    .addUniqueConstraint("messageIndexByMessage", ["organizationId", "messageId"]);
  await (isSqlite ? table : table.addColumn("terms", sql`tsvector`, (c) => c.notNull())).execute();
  await db.schema
    .createIndex("messageIndexByAgent")
    .on("messageIndex")
    .columns(["organizationId", "agentId"])
    .execute();
  await db.schema
    .createIndex("messageIndexByThread")
    .on("messageIndex")
    .columns(["organizationId", "threadId"])
    .execute();
  await (
    isSqlite
      ? sql`create virtual table "messageTerms" using fts5(terms, content='', contentless_delete=1, detail=none,
          prefix='1 2 3 4 5 6 7 8 9 10 11 12', tokenize='ascii')`
      : sql`create index "messageIndexByTerms" on "messageIndex" using gin ("terms")`
  ).execute(db);
}

async function createMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("messages")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("threadId", "text", (c) => c.notNull())
    .addColumn("contactId", "text", (c) => c.notNull())
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("role", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("content", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("error", "text")
    .addColumn("citations", "text", (c) => c.notNull())
    .addColumn("followUps", "text", (c) => c.notNull())
    .addColumn("authorId", "text")
    .addColumn("authorName", "text")
    .addColumn("inReplyTo", "text")
    .addColumn("generation", "integer", (c) => c.notNull())
    .addColumn("clientId", "text")
    .addColumn("owner", "text")
    .addColumn("leaseUntil", "bigint")
    .addColumn("attempts", "integer", (c) => c.defaultTo(0).notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addColumn("attachments", "text", (c) => c.defaultTo("[]").notNull())
    .addColumn("feedback", "text")
    .addColumn("editedAt", "bigint")
    .addColumn("earlier", "text", (c) => c.defaultTo("[]").notNull())
    .addColumn("audience", "text", (c) => c.defaultTo("all").notNull())
    .addColumn("about", "text")
    .addColumn("translations", "text")
    .addPrimaryKeyConstraint("messagesKey", ["organizationId", "threadId", "position"])
    .addUniqueConstraint("messagesById", ["organizationId", "id"])
    .addUniqueConstraint("messagesByClientId", ["organizationId", "contactId", "role", "clientId"])
    .execute();
  await db.schema
    .createIndex("messagesByAgent")
    .on("messages")
    .columns(["organizationId", "agentId", "createdAt"])
    .execute();
  await db.schema.createIndex("messagesByStatus").on("messages").columns(["status", "leaseUntil"]).execute();
}

async function createScheduledReplies(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("scheduledReplies")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("threadId", "text", (c) => c.notNull())
    .addColumn("clientId", "text", (c) => c.notNull())
    .addColumn("authorId", "text", (c) => c.notNull())
    .addColumn("authorName", "text", (c) => c.notNull())
    .addColumn("content", "text", (c) => c.notNull())
    .addColumn("sendAt", "bigint", (c) => c.notNull())
    .addColumn("heldBecause", "text")
    .addColumn("heldAt", "bigint")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("attachments", "text", (c) => c.defaultTo("[]").notNull())
    .addPrimaryKeyConstraint("scheduledRepliesKey", ["organizationId", "id"])
    .addUniqueConstraint("scheduledRepliesByThread", ["organizationId", "threadId", "clientId"])
    .execute();
}
