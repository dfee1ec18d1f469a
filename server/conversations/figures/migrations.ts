import { sql } from "kysely";
import type { CreateTableBuilder, Kysely } from "kysely";
import { dialectOf } from "../../database/columns.ts";
import { answerCounters, conversationCounters, detailCounters } from "../../../shared/domain/measures.ts";

/** Creates the tables of figures, and what conversations keep for them. */
export async function createFiguresTables(db: Kysely<unknown>): Promise<void> {
  await addColumns(db);
  const numbers = ["version", "bin", "bucket"];
  const create = async (name: string, key: readonly string[], counters: readonly string[]) => {
    const columns = ["organizationId", "bucket", "agentId", ...key];
    let table = db.schema.createTable(name) as CreateTableBuilder<string, string>;
    for (const column of columns) {
      const type = numbers.includes(column) ? "bigint" : "text";
      table = table.addColumn(column, type, (c) => c.notNull());
    }
    for (const counter of counters)
      table = table.addColumn(counter, "bigint", (c) => c.defaultTo(0).notNull());
    table = table.addPrimaryKeyConstraint(`${name}Key`, columns);
    // Read by time from the key itself.
    await (dialectOf(db) === "postgres" ? table : table.modifyEnd(sql`without rowid`)).execute();
  };
  await create("figureConversations", ["surface", "language"], conversationCounters);
  await create("figureAnswers", ["surface", "language", "model", "version"], answerCounters);
  await create("figureTimes", ["surface", "language", "model", "version", "name", "bin"], ["count", "total"]);
  await create("figureDetails", ["surface", "kind", "name", "parent"], detailCounters);
  await db.schema
    .createTable("figureChanges")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .execute();
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  for (const column of ["firstAnswerAt", "returnedAt"])
    await db.schema.alterTable("threads").addColumn(column, "bigint").execute();
  for (const column of ["waitedSince", "replyDueAt"])
    await db.schema.alterTable("messages").addColumn(column, "bigint").execute();
  await sql`update "threads" set "firstAnswerAt" = (
      select min("messages"."updatedAt") from "messages"
      where "messages"."organizationId" = "threads"."organizationId" and "messages"."threadId" = "threads"."id"
        and "messages"."role" = 'assistant' and "messages"."status" = 'sent' and "messages"."content" <> '')`.execute(
    db,
  );
  await db.schema
    .createIndex("threadsByVisitor")
    .on("threads")
    .columns([
      ...["organizationId", "preview", "createdAt", "agentId", "begunByTeam", "surfaceType"],
      ...["language", "contactId"],
    ])
    .execute();
}
