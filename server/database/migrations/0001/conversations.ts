import type { Kysely } from "kysely";

/** Contacts, their threads and messages, and the receipts of answers. */
export async function createConversations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("contacts")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("verified", "integer", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("lastSeenAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("contactsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createTable("threads")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("contactId", "text", (c) => c.notNull())
    .addColumn("surfaceType", "text", (c) => c.notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("handledBy", "text", (c) => c.notNull())
    .addColumn("assigneeId", "text")
    .addColumn("unread", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("preview", "integer", (c) => c.notNull())
    .addColumn("pageUrl", "text")
    .addColumn("pageTitle", "text")
    .addColumn("lastMessageRole", "text")
    .addColumn("lastMessageText", "text")
    .addColumn("lastMessageAt", "bigint")
    .addColumn("nextPosition", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("lastActivityAt", "bigint", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("threadsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("threadsByActivity")
    .on("threads")
    .columns(["organizationId", "agentId", "lastActivityAt"])
    .execute();
  await db.schema
    .createIndex("threadsByContact")
    .on("threads")
    .columns(["organizationId", "contactId", "lastActivityAt"])
    .execute();
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
    .addColumn("attempts", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("messagesKey", ["organizationId", "threadId", "position"])
    .addUniqueConstraint("messagesById", ["organizationId", "id"])
    .addUniqueConstraint("messagesByClientId", ["organizationId", "contactId", "role", "clientId"])
    .execute();
  await db.schema.createIndex("messagesByStatus").on("messages").columns(["status", "leaseUntil"]).execute();
  await db.schema
    .createTable("receipts")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("messageId", "text", (c) => c.notNull())
    .addColumn("threadId", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("receiptsKey", ["organizationId", "messageId"])
    .execute();
}
