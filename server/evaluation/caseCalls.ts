import {
  createTestCase,
  listTestCases,
  removeTestCase,
  updateTestCase,
} from "../../shared/contract/evaluation/evaluation.ts";
import type { NewTestCase } from "../../shared/contract/evaluation/testCase.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { AgentKey } from "../agents/parts.ts";
import { lockThread } from "../conversations/threads/find.ts";
import type { Db, Tx } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";
import type { EvaluationDeps } from "./deps.ts";
import { findCase, findKey } from "./find.ts";
import { markOrigin } from "./origin.ts";
import { presentCase, readCase } from "./present.ts";
import type { KeptCase } from "./present.ts";
import { findRecent } from "./recent.ts";
import { addCase, countCases, lockAgent, presentStored } from "./storedCases.ts";

type Origin = Pick<NewTestCase, "from">;

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
        const from = body.data.from ?? kept.from;
        // A copied case keeps its origin, which is a conversation of the first agent.
        if (!isSameOrigin(kept, { from })) await checkOrigin(tx, key, { from });
        const changed: KeptCase = { ...body.data, from, origin: originOf(kept, { from, ...key }) };
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

function isSameOrigin({ from: one }: Origin, { from: other }: Origin): boolean {
  return one?.threadId === other?.threadId && one?.messageId === other?.messageId;
}

/** However a case is changed, words of the visitor that it was first made from may be left in it. */
function originOf(kept: KeptCase, { from, organizationId }: Origin & AgentKey): string | undefined {
  if (kept.origin !== undefined || !kept.from || kept.from.threadId === from?.threadId) return kept.origin;
  return markOrigin({ organizationId, threadId: kept.from.threadId });
}

/** A case names only an answer of its own agent, which is not erased while the case is written. */
async function checkOrigin(tx: Tx, key: AgentKey, { from }: Origin): Promise<void> {
  if (!from) return;
  await lockThread(tx, { ...key, threadId: from.threadId });
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
