import { sql } from "kysely";
import type { Kysely } from "kysely";

/** Creates the tables of conversations and of the inbox. */
export async function createThreadsTables(db: Kysely<unknown>): Promise<void> {
  await createAssignees(db);
  await createAssignmentTurns(db);
  await createCannedReplies(db);
  await createChosenExports(db);
  await createCustomFields(db);
  await createLabels(db);
  await createMovedThreads(db);
  await createStartViews(db);
  await createThreadChanges(db);
  await createThreadFields(db);
  await createThreadLabels(db);
  await createThreadViews(db);
  await createThreads(db);
}

async function createAssignees(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("assignees")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.notNull())
    .addColumn("capacity", "integer")
    .addColumn("turn", "bigint")
    .addPrimaryKeyConstraint("assigneesKey", ["organizationId", "userId"])
    .execute();
}

async function createAssignmentTurns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("assignmentTurns")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("last", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("assignmentTurnsKey", ["organizationId"])
    .execute();
}

async function createCannedReplies(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("cannedReplies")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("ownerId", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("nameKey", "text", (c) => c.notNull())
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("uses", "integer", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addColumn("attachments", "text", (c) => c.defaultTo("[]").notNull())
    .addPrimaryKeyConstraint("cannedRepliesKey", ["organizationId", "id"])
    .addUniqueConstraint("cannedRepliesByName", ["organizationId", "agentId", "ownerId", "nameKey"])
    .execute();
}

async function createChosenExports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("chosenExports")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("ids", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("chosenExportsKey", ["organizationId", "id"])
    .execute();
  await db.schema.createIndex("chosenExportsByAge").on("chosenExports").column("createdAt").execute();
}

async function createCustomFields(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("customFields")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("choices", "text", (c) => c.notNull())
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("isArchived", "integer", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("customFieldsKey", ["organizationId", "key"])
    .execute();
}

async function createLabels(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("labels")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("nameKey", "text", (c) => c.notNull())
    .addColumn("colour", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("labelsKey", ["organizationId", "id"])
    .addUniqueConstraint("labelsByName", ["organizationId", "agentId", "nameKey"])
    .execute();
}

async function createMovedThreads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("movedThreads")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("changeId", "text", (c) => c.notNull())
    .addColumn("threadId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("moved", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("movedThreadsKey", ["organizationId", "changeId", "threadId"])
    .execute();
  await db.schema.createIndex("movedThreadsByAge").on("movedThreads").column("createdAt").execute();
  await db.schema
    .createIndex("movedThreadsByThread")
    .on("movedThreads")
    .columns(["organizationId", "threadId"])
    .execute();
}

async function createStartViews(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("startViews")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.notNull())
    .addColumn("viewId", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("startViewsKey", ["organizationId", "agentId", "userId"])
    .execute();
}

async function createThreadChanges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("threadChanges")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.notNull())
    .addColumn("userName", "text", (c) => c.notNull())
    .addColumn("jobId", "text", (c) => c.notNull())
    .addColumn("chosen", "text", (c) => c.notNull())
    .addColumn("change", "text", (c) => c.notNull())
    .addColumn("total", "integer", (c) => c.notNull())
    .addColumn("changed", "integer", (c) => c.notNull())
    .addColumn("unchanged", "integer", (c) => c.notNull())
    .addColumn("failures", "text", (c) => c.notNull())
    .addColumn("doneTo", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("undoes", "text")
    .addColumn("undoneAt", "bigint")
    .addPrimaryKeyConstraint("threadChangesKey", ["organizationId", "id"])
    .execute();
}

async function createThreadFields(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("threadFields")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("threadId", "text", (c) => c.notNull())
    .addColumn("fieldKey", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("value", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("threadFieldsKey", ["organizationId", "threadId", "fieldKey"])
    .execute();
  await db.schema
    .createIndex("threadFieldsByValue")
    .on("threadFields")
    .columns(["organizationId", "fieldKey", "agentId", "value", "threadId"])
    .execute();
}

async function createThreadLabels(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("threadLabels")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("threadId", "text", (c) => c.notNull())
    .addColumn("labelId", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("threadLabelsKey", ["organizationId", "threadId", "labelId"])
    .execute();
  await db.schema
    .createIndex("threadLabelsByLabel")
    .on("threadLabels")
    .columns(["organizationId", "labelId", "threadId"])
    .execute();
}

async function createThreadViews(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("threadViews")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("makerId", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("isShared", "integer", (c) => c.notNull())
    .addColumn("filter", "text", (c) => c.notNull())
    .addColumn("sort", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addColumn("tableShown", "text")
    .addPrimaryKeyConstraint("threadViewsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("threadViewsByAgent")
    .on("threadViews")
    .columns(["organizationId", "agentId", "makerId"])
    .execute();
}

/** Lists and counts of an inbox are read only from the indices, so these hold every column that it filters by. */
async function createThreads(db: Kysely<unknown>): Promise<void> {
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
    .addColumn("unread", "integer", (c) => c.defaultTo(0).notNull())
    .addColumn("preview", "integer", (c) => c.notNull())
    .addColumn("pageUrl", "text")
    .addColumn("pageTitle", "text")
    .addColumn("lastMessageRole", "text")
    .addColumn("lastMessageText", "text")
    .addColumn("lastMessageAt", "bigint")
    .addColumn("nextPosition", "integer", (c) => c.defaultTo(0).notNull())
    .addColumn("lastActivityAt", "bigint", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("personRequestedAt", "bigint")
    .addColumn("visitorReadTo", "integer", (c) => c.defaultTo(0).notNull())
    .addColumn("teamReadTo", "integer", (c) => c.defaultTo(0).notNull())
    .addColumn("context", "text")
    .addColumn("summary", "text")
    .addColumn("rating", "text")
    .addColumn("snoozedUntil", "bigint")
    .addColumn("priority", "integer", (c) => c.defaultTo(0).notNull())
    .addColumn("teamId", "text")
    .addColumn("waitingSince", "bigint")
    .addColumn("firstReplyAt", "bigint")
    .addColumn("sessionId", "text")
    .addColumn("hadPerson", "integer", (c) => c.defaultTo(0).notNull())
    .addColumn("lastFeedback", "integer")
    .addColumn("resolution", "text")
    .addColumn("resolutionReason", "text")
    .addColumn("resolutionAt", "bigint")
    .addColumn("agentNoteIds", "text")
    .addColumn("teamSummary", "text")
    .addColumn("contactVerified", "integer", (c) => c.defaultTo(0).notNull())
    .addColumn("begunByTeam", "integer", (c) => c.defaultTo(0).notNull())
    .addColumn("byProcedure", "integer", (c) => c.defaultTo(0).notNull())
    .addColumn("replyDueAt", "bigint")
    .addColumn("replyDue", "text")
    .addColumn("silentSince", "bigint")
    .addColumn("latestPageUrl", "text")
    .addColumn("latestPageTitle", "text")
    .addColumn("device", "text")
    .addColumn("referrer", "text")
    .addColumn("language", "text")
    .addColumn("country", "text")
    .addPrimaryKeyConstraint("threadsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("threadsByActivity")
    .on("threads")
    .columns([
      "organizationId",
      "agentId",
      "lastActivityAt",
      "id",
      "preview",
      "status",
      "handledBy",
      "assigneeId",
      "waitingSince",
      "surfaceType",
      "priority",
      "teamId",
      "resolution",
      "contactVerified",
      "createdAt",
      "country",
      "language",
    ])
    .execute();
  await db.schema
    .createIndex("threadsByAssignee")
    .on("threads")
    .columns(["organizationId", "assigneeId", "status", "agentId", "preview", "lastActivityAt", "id"])
    .where(sql.ref("assigneeId"), "is not", null)
    .execute();
  await db.schema
    .createIndex("threadsByContact")
    .on("threads")
    .columns(["organizationId", "contactId", "lastActivityAt"])
    .execute();
  await db.schema
    .createIndex("threadsByPriority")
    .on("threads")
    .columns(["organizationId", "agentId", "preview", "priority", "lastActivityAt", "id"])
    .execute();
  await db.schema
    .createIndex("threadsByQueue")
    .on("threads")
    .columns([
      "organizationId",
      "agentId",
      "preview",
      "status",
      "lastActivityAt",
      "id",
      "handledBy",
      "assigneeId",
      "waitingSince",
      "surfaceType",
    ])
    .execute();
  await db.schema
    .createIndex("threadsByReplyDue")
    .on("threads")
    .columns(["replyDueAt", "replyDue", "status", "organizationId", "agentId", "id"])
    .where(sql.ref("replyDueAt"), "is not", null)
    .execute();
  await db.schema
    .createIndex("threadsByStart")
    .on("threads")
    .columns(["organizationId", "agentId", "preview", "createdAt", "id"])
    .execute();
  await db.schema
    .createIndex("threadsByState")
    .on("threads")
    .columns([
      "organizationId",
      "agentId",
      "preview",
      "status",
      "handledBy",
      "assigneeId",
      "surfaceType",
      "waitingSince",
      "priority",
      "resolution",
      "contactVerified",
    ])
    .execute();
  await db.schema
    .createIndex("threadsByTeam")
    .on("threads")
    .columns(["organizationId", "agentId", "preview", "teamId", "lastActivityAt", "id"])
    .where(sql.ref("teamId"), "is not", null)
    .execute();
  await db.schema
    .createIndex("threadsByWait")
    .on("threads")
    .columns(["organizationId", "agentId", "priority", "personRequestedAt"])
    .where(sql.ref("personRequestedAt"), "is not", null)
    .execute();
  // Expressions in an index need plain SQL.
  await sql`
    create index "threadsByWaiting" on "threads" ("organizationId", "agentId", "preview",
        (case when "waitingSince" is null then 1 else 0 end), "waitingSince", "lastActivityAt" desc, "id" desc)`.execute(
    db,
  );
  await db.schema
    .createIndex("threadsDue")
    .on("threads")
    .columns([
      "organizationId",
      "agentId",
      "preview",
      "lastActivityAt",
      "id",
      "replyDue",
      "waitingSince",
      "priority",
    ])
    .where(sql.ref("replyDue"), "is not", null)
    .execute();
  await db.schema
    .createIndex("threadsRated")
    .on("threads")
    .columns(["organizationId", "agentId", "preview", "lastActivityAt", "id"])
    .where(sql.ref("rating"), "is not", null)
    .execute();
  await db.schema
    .createIndex("threadsUnread")
    .on("threads")
    .columns(["organizationId", "agentId", "preview", "unread"])
    .where(sql.ref("unread"), ">", 0)
    .execute();
  await db.schema
    .createIndex("threadsUnsettled")
    .on("threads")
    .columns(["organizationId", "agentId", "preview", "lastActivityAt", "id"])
    .where(sql.ref("resolution"), "is", null)
    .execute();
}
