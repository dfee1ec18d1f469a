import type { Route } from "../door/handle.ts";
import { billingRoutes } from "./calls.ts";
import { selfHostedPlan } from "./selfHosted.ts";

export interface Billing {
  routes: Route[];
  /** How many agents an organisation's plan allows. */
  findAgentLimit(organizationId: string): Promise<number>;
}

/** Plans and what they allow. Every organisation of an install without payments has the same one. */
export function createBilling(): Billing {
  return {
    routes: billingRoutes(),
    async findAgentLimit() {
      return selfHostedPlan.plan.features.find(({ id }) => id === "app")?.units ?? 0;
    },
  };
}
