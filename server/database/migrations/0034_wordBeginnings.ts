import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { dialectOf } from "../columns.ts";

/**
 * The embedded store finds the beginning of a word by an index of its own, for beginnings of up to twelve characters, which
 * hardly any word that many messages have is longer than: without it one letter reads every word that there is. Where in a
 * message a word stands is no longer kept, since nobody asks, so each term must be one word to it, of whatever script: to
 * this tokenizer everything beyond ASCII is a part of a word. The old index goes here at once; a job for each agent,
 * deleted ones that can be restored among them, fills the new one, what was said last first. The other store finds
 * beginnings in the index that it has.
 */
export const wordBeginnings: Migration = {
  async up(db) {
    if (dialectOf(db) !== "sqlite") return;
    await sql`drop table "messageTerms"`.execute(db);
    await sql`create virtual table "messageTerms" using fts5(terms, content='', contentless_delete=1, detail=none,
      prefix='1 2 3 4 5 6 7 8 9 10 11 12', tokenize='ascii')`.execute(db);
    await sql`
      insert into "jobs" ("organizationId", "id", "kind", "key", "state", "payload", "attempts", "maxAttempts", "runAt", "createdAt")
      select "organizationId", ${"reindex-"} || "agentId", ${"conversations.reindex"},
        "agentId", ${"queued"}, ${"{}"}, 0, 5, 0, 0
      from (
        select "organizationId", "id" as "agentId" from "agents"
        union select "organizationId", "id" from "deletedAgents"
      ) as "agents" where exists (
        select 1 from "messageIndex" as "said"
        where "said"."organizationId" = "agents"."organizationId" and "said"."agentId" = "agents"."agentId"
      )`.execute(db);
  },
};
