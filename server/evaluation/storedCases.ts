import type { TestCase } from "../../shared/contract/evaluation/evaluation.ts";
import type { NewTestCase } from "../../shared/contract/evaluation/testCase.ts";
import { maxTestCases } from "../../shared/domain/testCases.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { AgentKey } from "../agents/parts.ts";
import { newId } from "../database/ids.ts";
import type { Db, Tx } from "../database/store.ts";
import { nameOf } from "./names.ts";
import { presentCase, readCase } from "./present.ts";
import { findRecent } from "./recent.ts";
import type { TestCaseRow } from "./tables.ts";

/** One at a time, so that two at once can't both take the last place. */
export async function lockAgent(tx: Tx, key: AgentKey): Promise<void> {
  const agent = await tx
    .selectFrom("agents")
    .select("id")
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", key.agentId)
    .forUpdate()
    .executeTakeFirst();
  if (!agent) throw new AppError("not_found");
}

interface Adding {
  key: AgentKey;
  data: NewTestCase;
  createdBy: string | null;
  at: number;
}

/** Adds a case to an agent that is locked; `conflict` where it has as many as it may. */
export async function addCase(tx: Tx, { key, data, createdBy, at }: Adding): Promise<TestCaseRow> {
  if ((await countCases(tx, key)) >= maxTestCases) {
    const message = `An agent has at most ${maxTestCases} test cases. Delete one that says little.`;
    throw new AppError("conflict", { message });
  }
  const added: TestCaseRow = {
    ...{ ...key, id: newId(at), body: JSON.stringify(data) },
    ...{ createdBy, createdAt: at, updatedAt: at },
  };
  await tx.insertInto("testCases").values(added).execute();
  return added;
}

/** The case that was made from this answer, the first where there are several. */
export async function findCaseOf(tx: Tx, key: AgentKey, messageId: string): Promise<TestCaseRow | undefined> {
  const rows = await tx
    .selectFrom("testCases")
    .selectAll()
    .where("organizationId", "=", key.organizationId)
    .where("agentId", "=", key.agentId)
    .where("body", "not like", '%"from":null%')
    .orderBy("id")
    .execute();
  return rows.find((row) => readCase(row).from?.messageId === messageId);
}

/** How many cases an agent has. */
export async function countCases(db: Db, key: AgentKey): Promise<number> {
  const { total } = await db
    .selectFrom("testCases")
    .select((row) => row.fn.countAll<number>().as("total"))
    .where("organizationId", "=", key.organizationId)
    .where("agentId", "=", key.agentId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** A case that was just written, as answers show it. */
export async function presentStored(db: Db, row: TestCaseRow): Promise<TestCase> {
  const { organizationId, agentId } = row;
  const recent = await findRecent(db, { organizationId, agentId }, [row.id]);
  const createdByName = await nameOf(db, row.createdBy);
  return presentCase({ ...row, createdByName }, recent.get(row.id) ?? []);
}
