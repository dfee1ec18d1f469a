import { getCreditsToday } from "../../shared/contract/agents/agents.ts";
import { readCreditsOfDay } from "../billing/credits.ts";
import type { Db } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";
import { findAgent } from "./find.ts";

/** The call that tells what an agent's models have used of the day's budget. */
export function creditRoutes({ db, now }: { db: Db; now: () => number }): Route[] {
  return [
    handle(getCreditsToday, async ({ caller: { organizationId }, params }) => {
      const key = { organizationId, agentId: params.productId };
      await findAgent(db, key);
      return { data: { credits: await readCreditsOfDay(db, key, now()) } };
    }),
  ];
}
