import { sql } from "kysely";
import type { Migrations } from "../database/migrate.ts";
import {
  createFigureBlocks,
  createFiguresTables,
  createFigureWeeks,
  recreateFigures,
} from "./figures/migrations.ts";
import { createContactsTables } from "./contacts/migrations.ts";
import { createMessagesTables } from "./messages/migrations.ts";
import { createThreadsTables } from "./threads/migrations.ts";

/** Contacts, conversations and messages. */
export const conversationsMigrations: Migrations = {
  "0011_conversations": {
    owners: {
      assignees: "organization",
      assignmentTurns: "organization",
      citedPassages: { of: "threads", by: "threadId" },
      customFields: "organization",
      threadLabels: { of: "threads", by: "threadId" },
    },
    async up(db) {
      await createContactsTables(db);
      await createMessagesTables(db);
      await createThreadsTables(db);
    },
  },
  "0027_figures": { up: createFiguresTables },
  "0028_approvals": {
    async up(db) {
      await db.schema
        .alterTable("threads")
        .addColumn("approvals", "integer", (c) => c.defaultTo(0).notNull())
        .execute();
      await db.schema
        .createIndex("threadsToApprove")
        .on("threads")
        .columns([
          ...["organizationId", "agentId", "preview", "lastActivityAt", "id"],
          ...["approvals", "waitingSince", "priority"],
        ])
        .where(sql.ref("approvals"), ">", 0)
        .execute();
      // The page of a visitor's sign-in knows no organization yet.
      await db.schema.createIndex("skillRunsById").on("skillRuns").column("id").execute();
    },
  },
  "0032_answersUnderWay": {
    async up(db) {
      await sql`create index "messagesUnderWay" on "messages" ("organizationId", "agentId")
        where "status" = 'streaming'`.execute(db);
    },
  },
  "0037_organizationInbox": {
    async up(db) {
      // The inbox over all agents, in its order, with what its filters and its counts ask.
      await db.schema
        .createIndex("threadsOfOrganization")
        .on("threads")
        .columns([
          ...["organizationId", "preview", "lastActivityAt", "id", "agentId"],
          ...["status", "handledBy", "assigneeId", "waitingSince", "surfaceType", "priority"],
          ...["teamId", "resolution", "contactVerified", "createdAt", "replyDue", "approvals"],
        ])
        .execute();
    },
  },
  "0040_figureWeeks": { up: createFigureWeeks },
  "0045_figureLabels": { up: recreateFigures },
  "0052_figureBlocks": {
    owners: {
      figureFills: "organization",
    },
    up: createFigureBlocks,
  },
  "0054_signedMore": {
    async up(db) {
      await db.schema.alterTable("contacts").addColumn("signedMore", "text").execute();
    },
  },
};
