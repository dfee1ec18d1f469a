import { sql } from "kysely";
import type { Kysely } from "kysely";
import { dialectOf } from "../../database/columns.ts";
import type { Migrations } from "../../database/migrate.ts";

/** Data collections, their rows, the cells that rows are found by, and imports. */
export const collectionsMigrations: Migrations = {
  "0022_collections": {
    owners: {
      collectionCells: { of: "collections", by: "collectionId" },
      collectionRows: { of: "collections", by: "collectionId" },
    },
    async up(db) {
      await createCollections(db);
      await createRows(db);
      await createCells(db);
      await createImports(db);
    },
  },
  "0044_collectionCalls": {
    owners: {
      collectionCalls: { of: "collections", by: "collectionId" },
    },
    up: (db) =>
      db.schema
        .createTable("collectionCalls")
        .addColumn("organizationId", "text", (c) => c.notNull())
        .addColumn("collectionId", "text", (c) => c.notNull())
        .addColumn("key", "text", (c) => c.notNull())
        .addColumn("number", "integer", (c) => c.notNull())
        .addColumn("createdAt", "bigint", (c) => c.notNull())
        .addPrimaryKeyConstraint("collectionCallsKey", ["organizationId", "collectionId", "key"])
        .execute(),
  },
  "0047_collectionWrites": {
    async up(db) {
      // Agents that could write before did so without approval.
      await db.schema
        .alterTable("collections")
        .addColumn("confirmedBy", "text", (c) => c.notNull().defaultTo("nobody"))
        .execute();
      await db.schema
        .alterTable("collections")
        .addColumn("examples", "text", (c) => c.notNull().defaultTo("[]"))
        .execute();
    },
  },
};

async function createCollections(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("collections")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("description", "text", (c) => c.notNull())
    .addColumn("columns", "text", (c) => c.notNull())
    .addColumn("lastColumn", "integer", (c) => c.notNull())
    .addColumn("lastRow", "integer", (c) => c.notNull())
    .addColumn("rowCount", "integer", (c) => c.notNull())
    .addColumn("mayRead", "integer", (c) => c.notNull())
    .addColumn("mayAdd", "integer", (c) => c.notNull())
    .addColumn("mayChange", "integer", (c) => c.notNull())
    .addColumn("visitorColumnId", "text")
    .addColumn("visitorEquals", "text")
    .addColumn("pendingImportId", "text")
    .addColumn("lastImportId", "text")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("collectionsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("collectionsByAgent")
    .on("collections")
    .columns(["organizationId", "agentId", "id"])
    .execute();
}

async function createRows(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("collectionRows")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("collectionId", "text", (c) => c.notNull())
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("cells", "text", (c) => c.notNull())
    .addColumn("importId", "text")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("collectionRowsKey", ["organizationId", "collectionId", "number"])
    .execute();
}

async function createCells(db: Kysely<unknown>): Promise<void> {
  const isPostgres = dialectOf(db) === "postgres";
  // By bytes, as SQLite compares: a language's own order would put numbers and days out of theirs.
  const bytewise = isPostgres ? sql`text collate "C"` : sql`text`;
  const table = db.schema
    .createTable("collectionCells")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("collectionId", "text", (c) => c.notNull())
    .addColumn("columnId", "text", (c) => c.notNull())
    .addColumn("key", bytewise, (c) => c.notNull())
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("text", "text")
    .addColumn("uniqueKey", bytewise)
    .addPrimaryKeyConstraint("collectionCellsKey", ["organizationId", "collectionId", "number", "columnId"]);
  // The names are most of the row: SQLite keeps them once less.
  await (isPostgres ? table : table.modifyEnd(sql`without rowid`)).execute();
  await db.schema
    .createIndex("collectionCellsByKey")
    .on("collectionCells")
    .columns(["organizationId", "collectionId", "columnId", "key", "number"])
    .execute();
  await db.schema
    .createIndex("collectionCellsUnique")
    .unique()
    .on("collectionCells")
    .columns(["organizationId", "collectionId", "columnId", "uniqueKey"])
    .where(sql.ref("uniqueKey"), "is not", null)
    .execute();
}

async function createImports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("collectionImports")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("collectionId", "text", (c) => c.notNull())
    .addColumn("fileId", "text", (c) => c.notNull())
    .addColumn("fileName", "text", (c) => c.notNull())
    .addColumn("mapping", "text", (c) => c.notNull())
    .addColumn("jobId", "text")
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("total", "integer", (c) => c.notNull())
    .addColumn("done", "integer", (c) => c.notNull())
    .addColumn("added", "integer", (c) => c.notNull())
    .addColumn("refused", "integer", (c) => c.notNull())
    .addColumn("problems", "text", (c) => c.notNull())
    .addColumn("error", "text")
    .addColumn("createdBy", "text")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("endedAt", "bigint")
    .addPrimaryKeyConstraint("collectionImportsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("collectionImportsByCollection")
    .on("collectionImports")
    .columns(["organizationId", "collectionId", "id"])
    .execute();
}
