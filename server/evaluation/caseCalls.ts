import {
  createTestCase,
  listTestCases,
  removeTestCase,
  updateTestCase,
} from "../../shared/contract/evaluation.ts";
import type { NewTestCase } from "../../shared/contract/testCase.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { AgentKey } from "../agents/parts.ts";
import type { Db, Tx } from "../database/store.ts";
import { handle } from "../door/handle.ts";
import type { Route } from "../door/handle.ts";
import type { EvaluationDeps } from "./deps.ts";
import { findCase, findKey } from "./find.ts";
import { presentCase, readCase } from "./present.ts";
import type { KeptCase } from "./present.ts";
import { findRecent } from "./recent.ts";
import { addCase, countCases, lockAgent, presentStored } from "./storedCases.ts";

/** The calls on an agent's test cases. */
export function caseRoutes({ store, now }: EvaluationDeps): Route[] {
  return [
    handle(listTestCases, async ({ caller, params, query }) => {
      const key = await findKey(store.db, caller, params);
      const { rows, total } = await listCaseRows(store.db, key, query);
      const ids = rows.map(({ id }) => id);
      const recent = await findRecent(store.reader, key, ids);
      return {
        items: rows.map((row) => presentCase(row, recent.get(row.id) ?? [])),
        page: { ...query, total },
      };
    }),

    handle(createTestCase, async ({ caller, params, body }) => {
      const key = await findKey(store.db, caller, params);
      const row = await store.transaction(async (tx) => {
        await lockAgent(tx, key);
        await checkOrigin(tx, key, body.data);
        return addCase(tx, { key, data: body.data, createdBy: caller.userId, at: now() });
      });
      return { data: await presentStored(store.db, row) };
    }),

    handle(updateTestCase, async ({ caller, params, body }) => {
      const key = await findKey(store.db, caller, params);
      const row = await store.transaction(async (tx) => {
        const before = await findCase(tx, key, params.caseId);
        const kept = readCase(before);
        // A copied case keeps its origin, which is a conversation of the first agent.
        if (!isSameOrigin(kept, body.data)) await checkOrigin(tx, key, body.data);
        // So does one that came with a file: however it is changed, a visitor's words may be left in it.
        const changed: KeptCase = { ...body.data, origin: kept.origin };
        const change = { body: JSON.stringify(changed), updatedAt: now() };
        await tx
          .updateTable("testCases")
          .set(change)
          .where("organizationId", "=", key.organizationId)
          .where("id", "=", before.id)
          .execute();
        return { ...before, ...change };
      });
      return { data: await presentStored(store.db, row) };
    }),

    handle(removeTestCase, async ({ caller, params }) => {
      const key = await findKey(store.db, caller, params);
      await store.transaction(async (tx) => {
        const { id } = await findCase(tx, key, params.caseId);
        await tx
          .deleteFrom("testCases")
          .where("organizationId", "=", key.organizationId)
          .where("id", "=", id)
          .execute();
      });
      return undefined;
    }),
  ];
}

async function listCaseRows(db: Db, key: AgentKey, { page, limit }: { page: number; limit: number }) {
  const rows = await db
    .selectFrom("testCases")
    .leftJoin("users", "users.id", "testCases.createdBy")
    .selectAll("testCases")
    .select(["users.firstName", "users.lastName"])
    .where("organizationId", "=", key.organizationId)
    .where("agentId", "=", key.agentId)
    .orderBy("testCases.id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const named = rows.map(({ firstName, lastName, ...row }) => ({
    ...row,
    createdByName: firstName === null ? null : `${firstName} ${lastName ?? ""}`.trim(),
  }));
  return { rows: named, total: await countCases(db, key) };
}

function isSameOrigin({ from: one }: NewTestCase, { from: other }: NewTestCase): boolean {
  return one?.threadId === other?.threadId && one?.messageId === other?.messageId;
}

/** A case names only an answer of its own agent. */
async function checkOrigin(tx: Tx, key: AgentKey, { from }: NewTestCase): Promise<void> {
  if (!from) return;
  const message = await tx
    .selectFrom("messages")
    .select("id")
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", from.messageId)
    .where("threadId", "=", from.threadId)
    .where("agentId", "=", key.agentId)
    .executeTakeFirst();
  if (!message) throw new AppError("not_found");
}
