import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { dialectOf } from "../columns.ts";

/**
 * The full-text index of what was said. The terms are written by our own code, so that both stores find the same; a
 * message's place in the index is a number, because that is what the embedded store's index has. What was said before is
 * put in by a job for each organisation.
 */
export const messageSearch: Migration = {
  async up(db) {
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
      .createIndex("messageIndexByThread")
      .on("messageIndex")
      .columns(["organizationId", "threadId"])
      .execute();
    await db.schema
      .createIndex("messageIndexByAgent")
      .on("messageIndex")
      .columns(["organizationId", "agentId"])
      .execute();
    if (isSqlite) {
      await sql`create virtual table "messageTerms" using fts5(terms, content='', contentless_delete=1,
        tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co M*'")`.execute(db);
    } else {
      await sql`create index "messageIndexByTerms" on "messageIndex" using gin ("terms")`.execute(db);
    }
    await sql`
      insert into "jobs" ("organizationId", "id", "kind", "key", "state", "payload", "attempts", "maxAttempts", "runAt", "createdAt")
      select distinct "organizationId", ${"index-"} || "organizationId", ${"conversations.index"}, ${"all"}, ${"queued"},
        ${"{}"}, 0, 5, 0, 0 from "messages"`.execute(db);
  },
};
