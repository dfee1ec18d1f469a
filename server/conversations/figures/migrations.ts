import { sql } from "kysely";
import type { CreateTableBuilder, Kysely } from "kysely";
import { dialectOf } from "../../database/columns.ts";

/** Creates the tables of figures, and what conversations keep for them. */
export async function createFiguresTables(db: Kysely<unknown>): Promise<void> {
  await addColumns(db);
  const first = ["bucket", "agentId", "surface"];
  const create = (name: string, key: readonly string[], counters: readonly string[]) =>
    createFigures(db, { name, key: [...first, ...key], counters });
  await create("figureConversations", ["language"], firstCounters);
  await create("figureAnswers", ["language", "model", "version"], answerCounters);
  await create("figureTimes", ["language", "model", "version", "name", "bin"], ["count", "total"]);
  await create("figureDetails", ["kind", "name", "parent"], detailCounters);
  await db.schema
    .createTable("figureChanges")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .execute();
}

/**
 * Creates the figures again: by label, language and model as well, with how visitors' messages sound; runs of workflows
 * are read by time. The conversations themselves say what was counted before, and are counted when the server starts.
 */
export async function recreateFigures(db: Kysely<unknown>): Promise<void> {
  const create = async (name: string, key: readonly string[], counters: readonly string[]) => {
    await db.schema.dropTable(name).execute();
    await createFigures(db, { name, key, counters });
  };
  // Nearly all questions are about one label, or all conversations, and then about a time.
  const first = ["label", "bucket", "agentId", "surface", "language"];
  const ofAnswers = [...first, "model", "version"];
  const ofDetails = ["label", "kind", ...first.slice(1), "model", "name", "parent"];
  const ofTimes = ["label", "name", ...first.slice(1), "model", "version", "bin"];
  const ofTimeWeeks = ["label", "name", "bucket", "agentId", "model", "version", "bin"];
  for (const name of ["figureConversations", "figureConversationWeeks"])
    await create(name, first, conversationCounters);
  for (const name of ["figureAnswers", "figureAnswerWeeks"]) await create(name, ofAnswers, answerCounters);
  for (const name of ["figureDetails", "figureDetailWeeks"]) await create(name, ofDetails, detailCounters);
  await create("figureTimes", ofTimes, ["count", "total"]);
  await create("figureTimeWeeks", ofTimeWeeks, ["count", "total"]);
  await db.schema
    .createIndex("workflowRunsByTime")
    .on("workflowRuns")
    .columns(["organizationId", "createdAt", "agentId", "workflowId", "version", "state"])
    .execute();
  await sql`delete from "figureChanges"`.execute(db);
  await sql`delete from "installation" where "key" = 'figures-made'`.execute(db);
}

/** Creates the figures by blocks of time; those of conversations of before are made while the server runs. */
export async function createFigureBlocks(db: Kysely<unknown>): Promise<void> {
  const create = (name: string, key: readonly string[], counters: readonly string[]) =>
    createFigures(db, { name, key, counters });
  const rest = ["bucket", "agentId", "value"];
  await create("figureConversationBlocks", ["label", "facet", ...rest], conversationCounters);
  await create("figureAnswerBlocks", ["label", "facet", ...rest], answerCounters);
  await create("figureDetailBlocks", ["label", "kind", "facet", ...rest], detailCounters);
  await create("figureTimeBlocks", ["label", "name", "facet", ...rest, "bin"], ["count", "total"]);
  await db.schema
    .createTable("figureFills")
    .addColumn("organizationId", "text", (c) => c.primaryKey().notNull())
    .addColumn("filledTo", "bigint", (c) => c.notNull())
    .execute();
  // Also for those without conversations: servers of the version before may count their first ones, without blocks.
  await sql`insert into "figureFills" ("organizationId", "filledTo") select "id", 0 from "organizations"`.execute(
    db,
  );
  await sql`insert into "installation" ("key", "value", "createdAt")
    select 'figure-blocks-added', '1', ${sql.lit(Date.now())}
    where exists (select 1 from "organizations")`.execute(db);
}

/** Creates the figures by week, and adds up what is counted so far. */
export async function createFigureWeeks(db: Kysely<unknown>): Promise<void> {
  const add = async (
    [name, from]: [string, string],
    key: readonly string[],
    counters: readonly string[],
  ): Promise<void> => {
    await createFigures(db, { name, key, counters });
    const week = sql`"bucket" - "bucket" % ${sql.lit(weekMs)}`;
    const columns = ["organizationId", ...key];
    const kept = columns.map((column) => (column === "bucket" ? week : sql.ref(column)));
    const sums = counters.map((counter) => sql`sum(${sql.ref(counter)})`);
    await sql`insert into ${sql.table(name)} (${sql.join([...columns, ...counters].map((column) => sql.ref(column)))})
      select ${sql.join([...kept, ...sums])} from ${sql.table(from)}
      group by ${sql.join(columns.map((_, index) => sql.lit(index + 1)))}`.execute(db);
  };
  await add(
    ["figureConversationWeeks", "figureConversations"],
    ["bucket", "agentId", "surface", "language"],
    firstCounters,
  );
  await add(
    ["figureAnswerWeeks", "figureAnswers"],
    ["bucket", "agentId", "surface", "language", "model", "version"],
    answerCounters,
  );
  await add(
    ["figureTimeWeeks", "figureTimes"],
    ["name", "bucket", "agentId", "model", "version", "bin"],
    ["count", "total"],
  );
  await add(
    ["figureDetailWeeks", "figureDetails"],
    ["kind", "bucket", "agentId", "surface", "name", "parent"],
    detailCounters,
  );
}

// What was counted when each of these tables was created: a new counter gets a migration that adds its column.
const firstCounters = [
  ...["conversations", "teamConversations", "involved", "confirmed", "assumed", "handedOver", "abandoned"],
  ...["unresolved", "open", "returned", "handoffs", "ratings", "ratingSum", "satisfied", "leads"],
  ...["visitorMessages", "agentMessages", "teamMessages", "repliesInTime", "repliesLate", "credits"],
];
const conversationCounters = [...firstCounters, "goodMood", "badMood"];
const answerCounters = [
  ...["answers", "failedAnswers", "stoppedAnswers", "citedAnswers", "uncitedAnswers", "notFound"],
  ...["feedbackUp", "feedbackDown", "fallbacks", "answerCredits", "tokensIn", "tokensOut"],
];
const detailCounters = ["count", "good", "bad"];

/** Weeks from the beginning of 1970 on. */
const weekMs = 7 * 24 * 60 * 60 * 1000;
const numbers = ["version", "bin", "bucket"];

async function createFigures(
  db: Kysely<unknown>,
  { name, key, counters }: { name: string; key: readonly string[]; counters: readonly string[] },
): Promise<void> {
  const columns = ["organizationId", ...key];
  let table = db.schema.createTable(name) as CreateTableBuilder<string, string>;
  for (const column of columns) {
    const type = numbers.includes(column) ? "bigint" : "text";
    table = table.addColumn(column, type, (c) => c.notNull());
  }
  for (const counter of counters) table = table.addColumn(counter, "bigint", (c) => c.defaultTo(0).notNull());
  table = table.addPrimaryKeyConstraint(`${name}Key`, columns);
  // Read by time from the key itself.
  await (dialectOf(db) === "postgres" ? table : table.modifyEnd(sql`without rowid`)).execute();
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
