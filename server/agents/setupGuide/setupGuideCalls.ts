import { getSetupGuide, updateSetupStep } from "../../../shared/contract/agents/setupGuide.ts";
import { guideOf, setupGuideTypes } from "../../../shared/domain/setupGuide.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Store, Tx } from "../../database/store.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import { findAgent } from "../find.ts";
import type { AgentKey } from "../parts.ts";
import { readSteps, updateStep } from "./steps.ts";

export interface SetupGuideDeps {
  store: Store;
  announce: (tx: Tx, agent: AgentKey) => Promise<void>;
}

/** The calls on an agent's setup guide. */
export function setupGuideRoutes({ store, announce }: SetupGuideDeps): Route[] {
  return [
    handle(getSetupGuide, async ({ caller, params }) => {
      const { organizationId } = caller;
      const agent = await findAgent(store.db, { organizationId, agentId: params.productId });
      return { data: guideOf(readSteps(agent)) };
    }),

    handle(updateSetupStep, async ({ caller, params, body }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      const type = setupGuideTypes.find((one) => one === params.setupGuideType);
      if (!type) throw new AppError("not_found");
      const items = await store.transaction(async (tx) => {
        const updated = await updateStep(tx, key, { type, change: body.data });
        if (updated.isChanged) await announce(tx, key);
        return updated.items;
      });
      return { data: guideOf(items) };
    }),
  ];
}
