import {
  checkHygiene,
  getHygiene,
  listLikePassages,
  updateLikePassages,
} from "../../../shared/contract/knowledge/hygiene.ts";
import type { Hygiene } from "../../../shared/contract/knowledge/hygiene.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Db, Store } from "../../database/store.ts";
import { handle, type MemberCaller, type Route } from "../../requests/handle.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { checkAgent } from "../find.ts";
import { queueHygiene } from "./checkHygiene.ts";
import { listPairs } from "./listPairs.ts";

export interface HygieneCallDeps {
  store: Store;
  jobs: Jobs;
  now: () => number;
}

/** The calls on what an agent's passages have in common. */
export function hygieneRoutes({ store, jobs, now }: HygieneCallDeps): Route[] {
  const find = async (db: Db, { organizationId }: MemberCaller, { productId }: { productId: string }) => {
    const agent = { organizationId, agentId: productId };
    await checkAgent(db, agent);
    return agent;
  };

  return [
    handle(getHygiene, async ({ caller, params }) => ({
      data: await readHygiene(store.db, await find(store.db, caller, params)),
    })),

    handle(checkHygiene, async ({ caller, params }) => {
      const data = await store.transaction(async (tx) => {
        const agent = await find(tx, caller, params);
        await queueHygiene(tx, jobs, agent);
        return readHygiene(tx, agent);
      });
      return { data };
    }),

    handle(listLikePassages, async ({ caller, params, query: { ignored, ...query } }) =>
      listPairs(store.reader, await find(store.db, caller, params), {
        ...query,
        isIgnored: ignored === "true",
      }),
    ),

    handle(updateLikePassages, async ({ caller, params, body }) => {
      await store.transaction(async (tx) => {
        const { organizationId, agentId } = await find(tx, caller, params);
        const pair = await tx
          .selectFrom("likePassages")
          .select(["firstHash", "secondHash"])
          .where("organizationId", "=", organizationId)
          .where("agentId", "=", agentId)
          .where("id", "=", params.pairId)
          .executeTakeFirst();
        if (!pair) throw new AppError("not_found");
        if (body.data.isIgnored) {
          await tx
            .insertInto("ignoredPairs")
            .values({ organizationId, agentId, ...pair, ignoredAt: now() })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
          return;
        }
        await tx
          .deleteFrom("ignoredPairs")
          .where("organizationId", "=", organizationId)
          .where("agentId", "=", agentId)
          .where("firstHash", "=", pair.firstHash)
          .where("secondHash", "=", pair.secondHash)
          .execute();
      });
      return undefined;
    }),
  ];
}

async function readHygiene(db: Db, { organizationId, agentId }: AgentKey): Promise<Hygiene> {
  const row = await db
    .selectFrom("hygieneChecks")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .executeTakeFirst();
  if (!row) return { state: "never", checkedAt: null, passages: 0, isWhole: true };
  const { state, checkedAt, passages, isWhole } = row;
  return { state, checkedAt, passages, isWhole: isWhole === 1 };
}
