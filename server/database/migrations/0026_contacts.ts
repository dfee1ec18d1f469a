import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What a team keeps of people: notes, who is blocked, who was one with whom, and by what they are found. */
export const contacts: Migration = {
  async up(db) {
    const people = db.schema.alterTable("contacts");
    await people.addColumn("preview", "integer", (c) => c.notNull().defaultTo(0)).execute();
    await people.addColumn("searchText", "text", (c) => c.notNull().defaultTo("")).execute();
    await people.addColumn("blockedAt", "bigint").execute();
    await people.addColumn("eraseAskedAt", "bigint").execute();
    await db.schema.alterTable("threads").addColumn("sessionId", "text").execute();
    await db.schema.alterTable("visitorSessions").addColumn("userId", "text").execute();
    await db.schema
      .createIndex("contactsByLastSeen")
      .on("contacts")
      .columns(["organizationId", "agentId", "preview", "lastSeenAt", "id"])
      .execute();
    await db.schema
      .createTable("contactNotes")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("contactId", "text", (c) => c.notNull())
      .addColumn("content", "text", (c) => c.notNull())
      .addColumn("authorId", "text", (c) => c.notNull())
      .addColumn("authorName", "text", (c) => c.notNull())
      .addColumn("editedAt", "bigint")
      .addColumn("createdAt", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("contactNotesKey", ["organizationId", "id"])
      .execute();
    await db.schema
      .createIndex("contactNotesByContact")
      .on("contactNotes")
      .columns(["organizationId", "contactId", "createdAt"])
      .execute();
    await db.schema
      .createTable("contactAliases")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("externalId", "text", (c) => c.notNull())
      .addColumn("contactId", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("contactAliasesKey", ["organizationId", "agentId", "externalId"])
      .execute();
    await db.schema
      .createIndex("contactAliasesByContact")
      .on("contactAliases")
      .columns(["organizationId", "contactId"])
      .execute();
    await db.schema
      .createTable("contactMerges")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("contactId", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("gone", "text", (c) => c.notNull())
      .addColumn("before", "text", (c) => c.notNull())
      .addColumn("after", "text", (c) => c.notNull())
      .addColumn("moved", "text", (c) => c.notNull())
      .addColumn("closed", "text")
      .addColumn("mergedBy", "text", (c) => c.notNull())
      .addColumn("mergedByName", "text", (c) => c.notNull())
      .addColumn("createdAt", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("contactMergesKey", ["organizationId", "id"])
      .execute();
    await db.schema
      .createIndex("contactMergesByContact")
      .on("contactMerges")
      .columns(["organizationId", "contactId", "createdAt"])
      .execute();
    await sql`
      update "contacts" set "preview" = 1 where exists (
        select 1 from "visitorSessions" as "session"
        where "session"."organizationId" = "contacts"."organizationId"
          and "session"."contactId" = "contacts"."id" and "session"."preview" = 1)`.execute(db);
    await fillSearchTexts(db);
  },
};

const atOnce = 500;

/** Neither store's own `lower` knows all letters, so the texts are written here, as they are by later changes. */
async function fillSearchTexts(db: Kysely<unknown>): Promise<void> {
  for (let last = ""; ;) {
    const { rows } = await sql<Found>`
      select "organizationId", "id", "name", "email", "externalId", "attributes" from "contacts"
      where "id" > ${last} order by "id" limit ${atOnce}`.execute(db);
    for (const { organizationId, id, ...row } of rows) {
      const attributes = Object.entries(JSON.parse(row.attributes) as Record<string, unknown>); // written by conversations
      const told = [
        row.name,
        row.email,
        row.externalId,
        ...attributes.map(([name, value]) => `${name}: ${value}`),
      ];
      const text = told
        .filter(Boolean)
        .join("\n")
        .normalize("NFKD")
        .replace(/[\u0300-\u036f]/g, "");
      await sql`
        update "contacts" set "searchText" = ${text.normalize("NFC").toLowerCase()}
        where "organizationId" = ${organizationId} and "id" = ${id}`.execute(db);
    }
    last = rows.at(-1)?.id ?? "";
    if (rows.length < atOnce) return;
  }
}

interface Found {
  organizationId: string;
  id: string;
  name: string;
  email: string | null;
  externalId: string | null;
  attributes: string;
}
