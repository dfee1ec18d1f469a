import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { bytesType, dialectOf } from "../columns.ts";

/**
 * When sources are synced by themselves, the addresses that start a sync from outside, what each sync changed, and what
 * lets a sync ask a site for nothing but what changed; with the passages that answers cite, so that a change finds the answers that relied on what it took away.
 */
export const sync: Migration = {
  async up(db) {
    for (const [column, type] of [
      ["schedule", "text"],
      ["nextSyncAt", "bigint"],
      ["webhookHash", "text"],
      ["webhookEnding", "text"],
      ["webhookCreatedAt", "bigint"],
      ["webhookUsedAt", "bigint"],
    ] as const) {
      await db.schema.alterTable("dataSources").addColumn(column, type).execute();
    }
    // Of all organisations: one clock asks for them, and a token names none.
    await db.schema.createIndex("dataSourcesDue").on("dataSources").columns(["nextSyncAt"]).execute();
    await db.schema
      .createIndex("dataSourcesByWebhook")
      .on("dataSources")
      .columns(["webhookHash"])
      .unique()
      .execute();
    await db.schema
      .createTable("syncChanges")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("runId", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("sourceId", "text", (c) => c.notNull())
      .addColumn("pageId", "text", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("title", "text", (c) => c.notNull())
      .addColumn("url", "text")
      .addColumn("before", "text")
      .addColumn("after", "text")
      .addColumn("isWhole", "integer", (c) => c.notNull())
      .addColumn("at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("syncChangesKey", ["organizationId", "runId", "id"])
      .execute();
    await db.schema
      .createIndex("syncChangesBySource")
      .on("syncChanges")
      .columns(["organizationId", "sourceId", "runId"])
      .execute();
    await db.schema
      .createTable("gonePassages")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("runId", "text", (c) => c.notNull())
      .addColumn("changeId", "text", (c) => c.notNull())
      .addColumn("pageId", "text", (c) => c.notNull())
      .addColumn("hash", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("gonePassagesKey", ["organizationId", "runId", "changeId", "hash"])
      .execute();
    await db.schema
      .createTable("pageFetches")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("sourceId", "text", (c) => c.notNull())
      .addColumn("key", "text", (c) => c.notNull())
      .addColumn("etag", "text")
      .addColumn("lastModified", "text")
      .addColumn("links", bytesType(db), (c) => c.notNull())
      .addPrimaryKeyConstraint("pageFetchesKey", ["organizationId", "sourceId", "key"])
      .execute();
    await db.schema
      .createTable("citedPassages")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("pageId", "text", (c) => c.notNull())
      .addColumn("hash", "text", (c) => c.notNull())
      .addColumn("messageId", "text", (c) => c.notNull())
      .addColumn("threadId", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("citedPassagesKey", ["organizationId", "pageId", "hash", "messageId"])
      .execute();
    for (const column of ["messageId", "threadId"]) {
      await db.schema
        .createIndex(column === "messageId" ? "citedPassagesByMessage" : "citedPassagesByThread")
        .on("citedPassages")
        .columns(["organizationId", column])
        .execute();
    }
    const { each, passageId } =
      dialectOf(db) === "postgres"
        ? {
            each: sql`json_array_elements(messages.citations::json) as cited(value)`,
            passageId: sql`cited.value->>'passageId'`,
          }
        : {
            each: sql`json_each(messages.citations) as cited`,
            passageId: sql`json_extract(cited.value, '$.passageId')`,
          };
    await sql`
      insert into "citedPassages" ("organizationId", "pageId", "hash", "messageId", "threadId")
      select distinct passages."organizationId", passages."pageId", passages."hash", messages."id", messages."threadId"
      from messages cross join ${each}
      join passages on passages."organizationId" = messages."organizationId" and passages."id" = ${passageId}
      where messages.citations <> '[]'`.execute(db);
  },
};
