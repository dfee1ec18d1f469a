import type { Migration } from "kysely/migration";
import { sql } from "kysely";

/** How far each follower has read an agent's events, in one table; what webhooks and push had of their own moves into it. */
export const liveFollowers: Migration = {
  async up(db) {
    await db.schema
      .createTable("liveFollowers")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("follower", "text", (c) => c.notNull())
      .addColumn("subscriberId", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("number", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("liveFollowersKey", ["organizationId", "follower", "subscriberId", "agentId"])
      .execute();
    await sql`insert into "liveFollowers" select "organizationId", 'webhooks', "webhookId", "agentId", "number" from "webhookCursors"`.execute(
      db,
    );
    await sql`insert into "liveFollowers" select "organizationId", 'push', '', "agentId", "number" from "pushCursors"`.execute(
      db,
    );
    await db.schema.dropTable("webhookCursors").execute();
    await db.schema.dropTable("pushCursors").execute();
  },
};
