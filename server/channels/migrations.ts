import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Migrations } from "../database/migrate.ts";

/** Channels, what came by them and goes out by them, and whom contacts are there. */
export const channelsMigrations: Migrations = {
  "0031_channels": {
    async up(db) {
      await createChannels(db);
      await createUpdates(db);
      await createThreads(db);
      await createDeliveries(db);
      await createIdentities(db);
    },
  },
  "0041_phoneCalls": {
    async up(db) {
      await db.schema
        .createTable("phoneCalls")
        .addColumn("organizationId", "text", (c) => c.notNull())
        .addColumn("id", "text", (c) => c.notNull())
        .addColumn("agentId", "text", (c) => c.notNull())
        .addColumn("direction", "text", (c) => c.notNull())
        .addColumn("state", "text", (c) => c.notNull())
        .addColumn("providerId", "text")
        .addColumn("externalId", "text", (c) => c.notNull())
        .addColumn("contactId", "text", (c) => c.notNull())
        .addColumn("threadId", "text", (c) => c.notNull())
        .addColumn("greeting", "text")
        .addColumn("clientId", "text")
        .addColumn("problem", "text")
        .addColumn("createdBy", "text")
        .addColumn("createdAt", "bigint", (c) => c.notNull())
        .addColumn("updatedAt", "bigint", (c) => c.notNull())
        .addPrimaryKeyConstraint("phoneCallsKey", ["organizationId", "id"])
        .execute();
      await db.schema
        .createIndex("phoneCallsByProviderId")
        .unique()
        .on("phoneCalls")
        .columns(["organizationId", "agentId", "providerId"])
        .execute();
      await db.schema
        .createIndex("phoneCallsByClientId")
        .unique()
        .on("phoneCalls")
        .columns(["organizationId", "agentId", "clientId"])
        .execute();
    },
  },
  "0042_teamNotices": { up: createTeamNotices },
  "0048_updateJobs": {
    up: (db) => db.schema.alterTable("channelUpdates").addColumn("jobId", "text").execute(),
  },
  "0055_threadChannels": { up: allowSeveralChannels },
  "0056_channelPositions": {
    async up(db) {
      await storeAddresses(db);
      await keyByPosition(db);
      await nameByNumber(db);
    },
  },
  "0060_slack": {
    async up(db) {
      await createDrafts(db);
      await storeInstalls(db);
    },
  },
};

async function createChannels(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("channels")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("webhookKey", "text", (c) => c.notNull().unique())
    .addColumn("enabled", "integer", (c) => c.notNull())
    .addColumn("settings", "text", (c) => c.notNull())
    .addColumn("secrets", "text", (c) => c.notNull())
    .addColumn("account", "text")
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("problem", "text")
    .addColumn("cursor", "text")
    .addColumn("pollOwner", "text")
    .addColumn("pollUntil", "bigint", (c) => c.notNull())
    .addColumn("lastReceivedAt", "bigint")
    .addColumn("lastSentAt", "bigint")
    .addColumn("revision", "integer", (c) => c.notNull())
    .addColumn("savedBy", "text")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("channelsKey", ["organizationId", "agentId", "type"])
    .execute();
}

async function createUpdates(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("channelUpdates")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("updateKey", "text", (c) => c.notNull())
    .addColumn("conversation", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("note", "text")
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("channelUpdatesKey", ["organizationId", "agentId", "type", "updateKey"])
    .execute();
  await db.schema
    .createIndex("channelUpdatesByConversation")
    .on("channelUpdates")
    .columns(["organizationId", "agentId", "type", "conversation", "state"])
    .execute();
  await db.schema.createIndex("channelUpdatesByAge").on("channelUpdates").columns(["createdAt"]).execute();
}

async function createThreads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("channelThreads")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("threadId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("externalId", "text", (c) => c.notNull())
    .addColumn("conversation", "text", (c) => c.notNull())
    .addColumn("address", "text", (c) => c.notNull())
    .addColumn("lastReceivedAt", "bigint")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("channelThreadsKey", ["organizationId", "threadId"])
    .execute();
  await db.schema
    .createIndex("channelThreadsByConversation")
    .on("channelThreads")
    .columns(["organizationId", "agentId", "type", "conversation"])
    .execute();
}

async function createDrafts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("channelDrafts")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("messageId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("threadId", "text", (c) => c.notNull())
    .addColumn("place", "text")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("busyUntil", "bigint")
    .addPrimaryKeyConstraint("channelDraftsKey", ["organizationId", "messageId"])
    .execute();
}

async function storeInstalls(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("channels").addColumn("installedIn", "text").execute();
  await db.schema.alterTable("channels").addColumn("install", "text").execute();
  await db.schema.createIndex("channelsByInstall").unique().on("channels").columns(["installedIn"]).execute();
}

/** Lets a conversation have several channels. SQLite can’t change a key, so the table is created again. */
async function allowSeveralChannels(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex("channelThreadsByConversation").execute();
  await db.schema.alterTable("channelThreads").renameTo("channelThreadsBefore").execute();
  await db.schema
    .createTable("channelThreads")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("threadId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("externalId", "text", (c) => c.notNull())
    .addColumn("conversation", "text", (c) => c.notNull())
    .addColumn("address", "text", (c) => c.notNull())
    .addColumn("lastReceivedAt", "bigint")
    .addColumn("fromPosition", "integer")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("channelThreadsByType", ["organizationId", "threadId", "type"])
    .execute();
  const kept = sql.join(
    ["organizationId", "threadId", "agentId", "type", "externalId", "conversation", "address"]
      .concat("lastReceivedAt", "createdAt")
      .map((name) => sql.ref(name)),
  );
  await sql`insert into ${sql.table("channelThreads")} (${kept}, ${sql.ref("fromPosition")})
    select ${kept}, 0 from ${sql.table("channelThreadsBefore")}`.execute(db);
  await db.schema.dropTable("channelThreadsBefore").execute();
  await db.schema
    .createIndex("channelThreadsByConversation")
    .on("channelThreads")
    .columns(["organizationId", "agentId", "type", "conversation"])
    .execute();
}

/** Stores with each delivery to whom it goes. */
async function storeAddresses(db: Kysely<unknown>): Promise<void> {
  for (const name of ["externalId", "address"]) {
    await db.schema.alterTable("channelDeliveries").addColumn(name, "text").execute();
    const [column, delivery, bound] = [name, "channelDeliveries", "channelThreads"].map((one) =>
      sql.ref(one),
    );
    await sql`update ${delivery} set ${column} = (select ${sql.ref(`channelThreads.${name}`)} from ${bound}
      where ${sql.join(
        ["organizationId", "threadId", "type"].map(
          (key) => sql`${sql.ref(`channelThreads.${key}`)} = ${sql.ref(`channelDeliveries.${key}`)}`,
        ),
        sql` and `,
      )})`.execute(db);
  }
}

/**
 * Gives a conversation a row for each position from which on its messages go elsewhere. Rows whose position was forgotten come
 * before its first message; a conversation that has only such rows goes on in its chat.
 */
async function keyByPosition(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex("channelThreadsByConversation").execute();
  await db.schema.alterTable("channelThreads").renameTo("channelThreadsBefore").execute();
  await db.schema
    .createTable("channelThreads")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("threadId", "text", (c) => c.notNull())
    .addColumn("fromPosition", "integer", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("type", "text")
    .addColumn("externalId", "text", (c) => c.notNull())
    .addColumn("conversation", "text", (c) => c.notNull())
    .addColumn("address", "text", (c) => c.notNull())
    .addColumn("lastReceivedAt", "bigint")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("channelThreadsByPosition", ["organizationId", "threadId", "fromPosition"])
    .execute();
  const [rows, before] = [sql.table("channelThreads"), sql.table("channelThreadsBefore")];
  const [organization, thread, position] = [
    sql.ref("organizationId"),
    sql.ref("threadId"),
    sql.ref("fromPosition"),
  ];
  const own = sql.join(
    ["agentId", "type", "externalId", "conversation", "address", "lastReceivedAt", "createdAt"].map((name) =>
      sql.ref(name),
    ),
  );
  await sql`insert into ${rows} (${organization}, ${thread}, ${position}, ${own})
    select ${organization}, ${thread}, coalesce(${position}, -row_number() over
      (partition by ${organization}, ${thread} order by ${sql.ref("createdAt")}, ${sql.ref("type")})), ${own}
    from ${before}`.execute(db);
  await sql`insert into ${rows} (${organization}, ${thread}, ${position}, ${own})
    select ${organization}, ${thread}, 0, min(${sql.ref("agentId")}), null, '', '', '', null, max(${sql.ref("createdAt")})
    from ${before} group by ${organization}, ${thread} having max(${position}) is null`.execute(db);
  await db.schema.dropTable("channelThreadsBefore").execute();
  await db.schema
    .createIndex("channelThreadsByConversation")
    .on("channelThreads")
    .columns(["organizationId", "agentId", "type", "conversation"])
    .execute();
}

/** Calls contacts of whom only a number is known by it. */
async function nameByNumber(db: Kysely<unknown>): Promise<void> {
  const [contacts, name, phone, id] = [
    sql.table("contacts"),
    ...["name", "phone", "id"].map((one) => sql.ref(one)),
  ];
  await sql`update ${contacts} set ${name} = ${phone}
    where ${phone} is not null and ${name} = 'Visitor ' || substr(${id}, length(${id}) - 3)`.execute(db);
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("channelDeliveries")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("threadId", "text", (c) => c.notNull())
    .addColumn("messageId", "text", (c) => c.notNull())
    .addColumn("part", "integer", (c) => c.notNull())
    .addColumn("content", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("jobId", "text")
    .addColumn("platformId", "text")
    .addColumn("problem", "text")
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("channelDeliveriesKey", ["organizationId", "messageId", "part"])
    .execute();
  await db.schema
    .createIndex("channelDeliveriesByThread")
    .on("channelDeliveries")
    .columns(["organizationId", "threadId"])
    .execute();
  await db.schema
    .createIndex("channelDeliveriesByPlatformId")
    .on("channelDeliveries")
    .columns(["organizationId", "agentId", "type", "platformId"])
    .execute();
}

async function createIdentities(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("contactIdentities")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("externalId", "text", (c) => c.notNull())
    .addColumn("contactId", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("conversation", "text", (c) => c.notNull())
    .addColumn("address", "text", (c) => c.notNull())
    .addColumn("optedOutAt", "bigint")
    .addColumn("lastReceivedAt", "bigint")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("contactIdentitiesKey", ["organizationId", "agentId", "type", "externalId"])
    .execute();
  await db.schema
    .createIndex("contactIdentitiesByContact")
    .on("contactIdentities")
    .columns(["organizationId", "contactId"])
    .execute();
}

async function createTeamNotices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("teamNotices")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("enabled", "integer", (c) => c.notNull())
    .addColumn("kinds", "text", (c) => c.notNull())
    .addColumn("workspaceId", "text")
    .addColumn("channelId", "text")
    .addColumn("channelName", "text")
    .addColumn("userIds", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("problem", "text")
    .addColumn("lastSentAt", "bigint")
    .addColumn("revision", "integer", (c) => c.notNull())
    .addColumn("savedBy", "text")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("teamNoticesKey", ["organizationId", "agentId"])
    .execute();
  await db.schema
    .createTable("teamPosts")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("threadId", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("userId", "text")
    .addColumn("reason", "text")
    .addColumn("channel", "text")
    .addColumn("ts", "text")
    .addColumn("shown", "text")
    .addColumn("isOpen", "integer", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("teamPostsKey", ["organizationId", "id"])
    .addUniqueConstraint("teamPostsBySubject", ["organizationId", "kind", "subject"])
    .execute();
  await db.schema
    .createIndex("teamPostsByThread")
    .on("teamPosts")
    .columns(["organizationId", "threadId", "isOpen"])
    .execute();
  await db.schema
    .createIndex("teamPostsByPlace")
    .on("teamPosts")
    .columns(["organizationId", "agentId", "channel", "ts"])
    .execute();
  await db.schema
    .createTable("teamSends")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("threadId", "text", (c) => c.notNull())
    .addColumn("postId", "text", (c) => c.notNull())
    .addColumn("what", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("content", "text")
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("jobId", "text")
    .addColumn("problem", "text")
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("teamSendsKey", ["organizationId", "postId", "what", "subject"])
    .execute();
  await db.schema
    .createIndex("teamSendsByThread")
    .on("teamSends")
    .columns(["organizationId", "threadId"])
    .execute();
}
