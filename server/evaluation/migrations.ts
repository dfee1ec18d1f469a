import type { Kysely } from "kysely";
import type { Migrations } from "../database/migrate.ts";

/** Test cases, runs and closed gaps. */
export const evaluationMigrations: Migrations = {
  "0013_evaluation": {
    async up(db) {
      await createClosedGaps(db);
      await createEvaluationResults(db);
      await createEvaluationRuns(db);
      await createTestCases(db);
    },
  },
};

async function createClosedGaps(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("closedGaps")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("question", "text", (c) => c.notNull())
    .addColumn("closed", "text", (c) => c.notNull())
    .addColumn("closedBy", "text")
    .addColumn("closedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("closedGapsKey", ["organizationId", "agentId", "question"])
    .execute();
}

async function createEvaluationResults(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("evaluationResults")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("runId", "text", (c) => c.notNull())
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("caseId", "text")
    .addColumn("threadId", "text")
    .addColumn("messageId", "text")
    .addColumn("asked", "text", (c) => c.notNull())
    .addColumn("answer", "text")
    .addColumn("before", "text")
    .addColumn("reasons", "text", (c) => c.notNull())
    .addColumn("verdict", "text")
    .addColumn("overruled", "text")
    .addColumn("overruledBy", "text")
    .addColumn("ms", "double precision")
    .addColumn("credits", "integer")
    .addPrimaryKeyConstraint("evaluationResultsKey", ["organizationId", "runId", "position"])
    .addUniqueConstraint("evaluationResultsById", ["organizationId", "id"])
    .execute();
}

async function createEvaluationRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("evaluationRuns")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("version", "integer")
    .addColumn("publishedVersion", "integer", (c) => c.notNull())
    .addColumn("revision", "integer", (c) => c.notNull())
    .addColumn("agent", "text", (c) => c.notNull())
    .addColumn("before", "text")
    .addColumn("jobId", "text")
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("error", "text")
    .addColumn("total", "integer", (c) => c.notNull())
    .addColumn("createdBy", "text")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("endedAt", "bigint")
    .addPrimaryKeyConstraint("evaluationRunsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("evaluationRunsByAgent")
    .on("evaluationRuns")
    .columns(["organizationId", "agentId", "id"])
    .execute();
}

async function createTestCases(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("testCases")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("createdBy", "text")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("testCasesKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("testCasesByAgent")
    .on("testCases")
    .columns(["organizationId", "agentId", "id"])
    .execute();
}
