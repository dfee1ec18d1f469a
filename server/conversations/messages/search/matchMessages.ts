import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Store } from "../../../database/store.ts";
import { agentTerm } from "./terms.ts";

/** Up to this many letters begin a great many words. */
const shortBeginning = 3;

/** A message that has all the words; a higher number was said later. */
export interface Hit {
  number: number;
  threadId: string;
  messageId: string;
}

/** Which words of the messages of one agent or several, the last of them as a beginning. */
export interface WordsWanted {
  organizationId: string;
  agentId: string | readonly string[];
  terms: readonly string[];
}

type Reading = Pick<Store, "reader" | "dialect">;
type FoundHit = Hit & { organizationId: string };

/** Gives the newest messages that have all of these words, the newest first. */
export async function matchNewest(
  { reader, dialect }: Reading,
  { limit, ...wanted }: WordsWanted & { limit: number },
): Promise<Hit[]> {
  const match =
    dialect === "sqlite"
      ? sql<FoundHit>`
          select "number", "organizationId", "threadId", "messageId" from (
            select rowid as "number" from "messageTerms" where "messageTerms" match ${queryOfSqlite(wanted)}
            order by rowid desc limit ${limit}
          ) as "hit" join "messageIndex" using ("number") order by "number" desc`
      : sql<FoundHit>`
          select "number", "organizationId", "threadId", "messageId" from "messageIndex"
          where ${hasWords(wanted)} order by "number" desc limit ${limit}`;
  const { rows } = await match.execute(reader);
  // The agent's own word is in every match; this holds also where two organizations' ids were ever alike.
  return rows.filter(({ organizationId }) => organizationId === wanted.organizationId);
}

/** Gives all messages of these conversations that have all of these words, the newest first. */
export async function matchWithin(
  { reader, dialect }: Reading,
  { threadIds, ...wanted }: WordsWanted & { threadIds: readonly string[] },
): Promise<Hit[]> {
  if (threadIds.length === 0) return [];
  const isTheirs = sql`"organizationId" = ${wanted.organizationId} and "threadId" in (${sql.join([...threadIds])})`;
  const match =
    dialect === "sqlite"
      ? // What has the words is gone through once, from the newest of theirs to the oldest; the sign keeps the store from
        // asking once for each of theirs, which reads all messages with the words each time.
        sql<Hit>`
          with "theirs" as materialized (select "number" from "messageIndex" where ${isTheirs})
          select "number", "threadId", "messageId" from (
            select rowid as "number" from "messageTerms" where "messageTerms" match ${queryOfSqlite(wanted)}
              and rowid >= (select min("number") from "theirs") and rowid <= (select max("number") from "theirs")
              and +rowid in (select "number" from "theirs")
          ) as "hit" join "messageIndex" using ("number") order by "number" desc`
      : sql<Hit>`
          select "number", "threadId", "messageId" from "messageIndex"
          where ${isTheirs} and ${hasWords(wanted)} order by "number" desc`;
  return (await match.execute(reader)).rows;
}

function queryOfSqlite({ agentId, terms }: WordsWanted): string {
  const words = terms.map((term, at) => `"${term}"${at === terms.length - 1 ? " *" : ""}`);
  const agents = agentTerms(agentId).map((term) => `"${term}"`);
  return [`(${agents.join(" OR ")})`, ...words].join(" AND ");
}

/** No message has the word of no agent. */
function agentTerms(agentId: string | readonly string[]): string[] {
  const ids = typeof agentId === "string" ? [agentId] : agentId;
  return (ids.length > 0 ? ids : [""]).map(agentTerm);
}

function hasWords({ agentId, terms }: WordsWanted): RawBuilder<boolean> {
  const words = terms.slice(0, -1).map((term) => `'${term}'`);
  const last = terms.at(-1) ?? "";
  const beginning = `'${last}':*`;
  // The index would read every word that begins so; behind other words each row that has those is asked instead.
  const isAskedLast = words.length > 0 && [...last].length <= shortBeginning;
  const agents = agentTerms(agentId).map((term) => `'${term}'`);
  const query = [`(${agents.join(" | ")})`, ...words, ...(isAskedLast ? [] : [beginning])].join(" & ");
  const asked = isAskedLast ? sql`and strip("terms") @@ ${beginning}::tsquery` : sql``;
  return sql<boolean>`"terms" @@ ${query}::tsquery ${asked}`;
}
