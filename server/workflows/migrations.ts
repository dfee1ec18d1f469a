import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Migrations } from "../database/migrate.ts";

/** Workflows, their versions and files, runs and the steps of these. */
export const workflowsMigrations: Migrations = {
  "0034_workflows": {
    owners: {
      workflowRunSteps: { of: "workflowRuns", by: "runId" },
      workflowVersions: { of: "workflows", by: "workflowId" },
    },
    async up(db) {
      await createWorkflows(db);
      await createVersions(db);
      await createRuns(db);
      await createRunSteps(db);
    },
  },
  "0038_workflowSimulations": {
    async up(db) {
      await db.schema
        .alterTable("workflows")
        .addColumn("simulations", "text", (c) => c.notNull().defaultTo("[]"))
        .execute();
    },
  },
  "0050_workflowFailureTold": {
    async up(db) {
      await db.schema
        .alterTable("workflows")
        .addColumn("failureTold", "integer", (c) => c.notNull().defaultTo(0))
        .execute();
    },
  },
  "0059_workflowFiles": {
    owners: {
      workflowFiles: { of: "workflows", by: "workflowId" },
    },
    async up(db) {
      await createFileUses(db);
      await db.schema.alterTable("files").addColumn("keptBy", "text").execute();
      await db.schema
        .createIndex("filesKeptBy")
        .on("files")
        .columns(["keptBy", "createdAt"])
        .where(sql.ref("keptBy"), "is not", null)
        .execute();
    },
  },
};

async function createFileUses(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("workflowFiles")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("workflowId", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("fileId", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("workflowFilesKey", ["organizationId", "workflowId", "version", "fileId"])
    .execute();
  await db.schema
    .createTable("sentFiles")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("threadId", "text", (c) => c.notNull())
    .addColumn("fileId", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("sentFilesKey", ["organizationId", "threadId", "fileId"])
    .execute();
  for (const table of ["workflowFiles", "sentFiles"])
    await db.schema.createIndex(`${table}ByFile`).on(table).columns(["organizationId", "fileId"]).execute();
}

async function createWorkflows(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("workflows")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text")
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("description", "text", (c) => c.notNull())
    .addColumn("trigger", "text", (c) => c.notNull())
    .addColumn("graph", "text", (c) => c.notNull())
    .addColumn("revision", "integer", (c) => c.notNull())
    .addColumn("version", "integer")
    .addColumn("publishedRevision", "integer")
    .addColumn("enabled", "integer", (c) => c.notNull())
    .addColumn("publishedTrigger", "text")
    .addColumn("startsBy", "text")
    .addColumn("nextRunAt", "bigint")
    .addColumn("failures", "integer", (c) => c.notNull())
    .addColumn("pausedAt", "bigint")
    .addColumn("pausedReason", "text")
    .addColumn("hookId", "text", (c) => c.notNull().unique())
    .addColumn("sealedSecret", "text")
    .addColumn("secretEnding", "text", (c) => c.notNull())
    .addColumn("savedBy", "text")
    .addColumn("savedByName", "text")
    .addColumn("savedAt", "bigint")
    .addColumn("createdBy", "text")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("workflowsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("workflowsByTrigger")
    .on("workflows")
    .columns(["organizationId", "startsBy", "agentId"])
    .execute();
  await db.schema
    .createIndex("workflowsDue")
    .on("workflows")
    .column("nextRunAt")
    .where(sql.ref("nextRunAt"), "is not", null)
    .execute();
}

async function createVersions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("workflowVersions")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("workflowId", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("note", "text", (c) => c.notNull())
    .addColumn("trigger", "text", (c) => c.notNull())
    .addColumn("graph", "text", (c) => c.notNull())
    .addColumn("savedBy", "text")
    .addColumn("savedByName", "text")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("workflowVersionsKey", ["organizationId", "workflowId", "version"])
    .execute();
}

async function createRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("workflowRuns")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("workflowId", "text", (c) => c.notNull())
    .addColumn("agentId", "text")
    .addColumn("version", "integer")
    .addColumn("graph", "text")
    .addColumn("trigger", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("pausedBecause", "text")
    .addColumn("error", "text")
    .addColumn("threadId", "text")
    .addColumn("contactId", "text")
    .addColumn("handedOver", "integer", (c) => c.notNull())
    .addColumn("startedBy", "text")
    .addColumn("startedByName", "text")
    .addColumn("retryOf", "text")
    .addColumn("parentRunId", "text")
    .addColumn("parentToken", "text")
    .addColumn("depth", "integer", (c) => c.notNull())
    .addColumn("clientId", "text")
    .addColumn("input", "text", (c) => c.notNull())
    .addColumn("variables", "text", (c) => c.notNull())
    .addColumn("result", "text")
    .addColumn("steps", "integer", (c) => c.notNull())
    .addColumn("wakeAt", "bigint")
    .addColumn("endsAt", "bigint", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("endedAt", "bigint")
    .addPrimaryKeyConstraint("workflowRunsKey", ["organizationId", "id"])
    .addUniqueConstraint("workflowRunsOnce", ["organizationId", "workflowId", "clientId"])
    .execute();
  const indexes = {
    workflowRunsByWorkflow: ["organizationId", "workflowId", "id"],
    workflowRunsByState: ["organizationId", "state"],
  };
  for (const [name, columns] of Object.entries(indexes))
    await db.schema.createIndex(name).on("workflowRuns").columns(columns).execute();
  for (const [name, column, rest] of [
    ["workflowRunsDue", "wakeAt", []],
    ["workflowRunsByThread", "threadId", ["organizationId", "state"]],
    ["workflowRunsByParent", "parentRunId", ["organizationId"]],
    ["workflowRunsEnded", "endedAt", []],
  ] as const)
    await db.schema
      .createIndex(name)
      .on("workflowRuns")
      .columns([...rest, column])
      .where(sql.ref(column), "is not", null)
      .execute();
}

async function createRunSteps(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("workflowRunSteps")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("runId", "text", (c) => c.notNull())
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("stepId", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("scope", "text", (c) => c.notNull())
    .addColumn("late", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("attempt", "integer", (c) => c.notNull())
    .addColumn("inputHash", "text")
    .addColumn("input", "text")
    .addColumn("output", "text")
    .addColumn("outlet", "text")
    .addColumn("error", "text")
    .addColumn("work", "text", (c) => c.notNull())
    .addColumn("variables", "text")
    .addColumn("waitsFor", "text")
    .addColumn("token", "text", (c) => c.unique())
    .addColumn("wakeAt", "bigint")
    .addColumn("threadId", "text")
    .addColumn("childRunId", "text")
    .addColumn("decidedBy", "text")
    .addColumn("decidedByName", "text")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("endedAt", "bigint")
    .addPrimaryKeyConstraint("workflowRunStepsKey", ["organizationId", "id"])
    .addUniqueConstraint("workflowRunStepsInOrder", ["organizationId", "runId", "number"])
    .execute();
  await db.schema
    .createIndex("workflowRunStepsByThread")
    .on("workflowRunSteps")
    .columns(["organizationId", "threadId", "waitsFor"])
    .where(sql.ref("threadId"), "is not", null)
    .execute();
  await db.schema
    .createIndex("workflowRunStepsForTeam")
    .on("workflowRunSteps")
    .columns(["organizationId", "waitsFor", "id"])
    .where(sql.ref("waitsFor"), "is not", null)
    .execute();
}
