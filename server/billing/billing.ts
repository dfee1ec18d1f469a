import {
  mayAutoSync,
  readAgentLimit,
  readCharacterLimit,
  readExpiry,
} from "../../shared/domain/subscription.ts";
import type { Route } from "../requests/handle.ts";
import { billingRoutes } from "./calls.ts";
import { keepLastKnown } from "./lastKnown.ts";
import { selfHostedPlans } from "./plans.ts";
import type { Plans } from "./plans.ts";

export interface Billing {
  name: string;
  routes: Route[];
  /** How many agents an organization's plan allows. */
  findAgentLimit(organizationId: string): Promise<number>;
  /** Whether an organization has a plan that has not ended: without one its agents meet no visitors. */
  hasPlan(organizationId: string, now: number): Promise<boolean>;
  /** Whether an organization's plan has syncs on a schedule at this moment. */
  mayAutoSync(organizationId: string, now: number): Promise<boolean>;
  /** How many characters of knowledge it allows, as was last known while nobody can say; null where it has no limit. */
  findCharacterLimit(organizationId: string): Promise<number | null>;
}

/** Plans and what they allow; without a provider of payments every organization has the self-hosted one. */
export function createBilling(plans: Plans = selfHostedPlans): Billing {
  return {
    name: "billing",
    routes: billingRoutes(plans),
    async findAgentLimit(organizationId) {
      const { plan } = await plans.findSubscription(organizationId);
      return readAgentLimit(plan) ?? 0;
    },
    async hasPlan(organizationId, now) {
      const subscription = await plans.findSubscription(organizationId);
      return readExpiry({ subscription, isFetched: true, now }).state !== "expired";
    },
    mayAutoSync: async (organizationId, now) =>
      mayAutoSync(await plans.findSubscription(organizationId), now),
    findCharacterLimit: keepLastKnown(async (organizationId) => {
      const { plan } = await plans.findSubscription(organizationId);
      return readCharacterLimit(plan);
    }),
  };
}
