import { sql } from "kysely";
import { dialectOf } from "../../../database/columns.ts";
import { statement } from "../../../database/statement.ts";
import type { Tx } from "../../../database/store.ts";
import { nameAttachments } from "../../files/attachments.ts";
import type { MessageIndexRow, MessageRow } from "../../tables.ts";
import { agentTerm, termsOf } from "./terms.ts";

type Indexed = Pick<
  MessageRow,
  "organizationId" | "agentId" | "threadId" | "id" | "content" | "attachments" | "kind" | "status"
>;

/** What a message is found by: its words, and the names of its files. */
export function foundText(row: Pick<MessageRow, "content" | "attachments">): string {
  return [row.content, nameAttachments(row)].filter(Boolean).join("\n\n");
}

/** Puts what messages say now into the full-text index, in place of what they said before. */
export async function indexMessages(tx: Tx, rows: readonly Indexed[]): Promise<void> {
  // Text that is still being written comes in when it has ended; events say nothing.
  const said = rows.filter(({ kind, status }) => kind === "text" && status !== "streaming");
  if (dialectOf(tx) === "postgres") return indexTogether(tx, said);
  for (const row of said) await indexMessage(tx, row);
}

function indexedTerms(row: Indexed): string {
  return [agentTerm(row.agentId), ...termsOf(foundText(row))].join(" ");
}

/** How many messages are in one statement. */
const atOnce = 100;

async function indexTogether(tx: Tx, rows: readonly Indexed[]): Promise<void> {
  // A statement takes a message once.
  const last = [...new Map(rows.map((row) => [`${row.organizationId}/${row.id}`, row])).values()];
  for (let from = 0; from < last.length; from += atOnce) {
    const values = last.slice(from, from + atOnce).map((row) => {
      const { organizationId, agentId, threadId, id: messageId } = row;
      const vector = sql`array_to_tsvector(string_to_array(${indexedTerms(row)}, ' '))`;
      return sql`(${organizationId}, ${agentId}, ${threadId}, ${messageId}, ${vector})`;
    });
    await sql`
      insert into "messageIndex" ("organizationId", "agentId", "threadId", "messageId", "terms")
      values ${sql.join(values)}
      on conflict ("organizationId", "messageId") do update set "terms" = excluded."terms"`.execute(tx);
  }
}

async function indexMessage(tx: Tx, row: Indexed): Promise<void> {
  const { organizationId, agentId, threadId, id: messageId } = row;
  const [added] = await addNumber(tx, { organizationId, agentId, threadId, messageId });
  const { number } = added ?? (await findNumber(tx, row));
  if (!added) await dropTerms(tx, { number });
  await addTerms(tx, { number, terms: indexedTerms(row) });
}

const addNumber = statement((db, row: Omit<MessageIndexRow, "number">) =>
  db
    .insertInto("messageIndex")
    .values(row)
    .onConflict((conflict) => conflict.columns(["organizationId", "messageId"]).doNothing())
    .returning("number"),
);

const addTerms = statement(
  (_, { number, terms }: { number: number; terms: string }) =>
    sql`insert into "messageTerms" (rowid, terms) values (${number}, ${terms})`,
  { isLast: true },
);

const dropTerms = statement(
  (_, { number }: { number: number }) => sql`delete from "messageTerms" where rowid = ${number}`,
  { isLast: true },
);

function findNumber(tx: Tx, { organizationId, id }: Pick<Indexed, "organizationId" | "id">) {
  return tx
    .selectFrom("messageIndex")
    .select("number")
    .where("organizationId", "=", organizationId)
    .where("messageId", "=", id)
    .executeTakeFirstOrThrow();
}

/** Takes one message, all of some threads, or those of a whole agent, out of the index. */
export async function unindexMessages(
  tx: Tx,
  {
    organizationId,
    ...of
  }: { organizationId: string } & (
    | { messageId: string }
    | { threadIds: readonly string[] }
    | { agentId: string }
  ),
): Promise<void> {
  const found = tx
    .deleteFrom("messageIndex")
    .where("organizationId", "=", organizationId)
    .where((row) => {
      if ("messageId" in of) return row("messageId", "=", of.messageId);
      return "agentId" in of ? row("agentId", "=", of.agentId) : row("threadId", "in", [...of.threadIds]);
    });
  const gone = await found.returning("number").execute();
  if (dialectOf(tx) !== "sqlite") return;
  for (const { number } of gone) await dropTerms(tx, { number });
}
