import type { Subscription } from "../../../shared/contract/billing/billing.ts";
import { dayMs } from "../../../shared/domain/subscription.ts";
import type { Plans } from "../../../server/billing/plans.ts";

/** A provider of payments that a test decides over: `set` gives an organization, or all of them, another plan. */
export interface TestPlans extends Plans {
  set(part: Partial<Subscription>, organizationId?: string): void;
}

/** Hand it to startTestServer as `plans`. Every organization has a paid plan with one agent until it is given another. */
export function createTestPlans(): TestPlans {
  let usual = makeSubscription();
  const own = new Map<string, Subscription>();
  return {
    findSubscription: async (organizationId) => own.get(organizationId) ?? usual,
    openPortal: async (organizationId) => `https://pay.example.com/portal/${organizationId}`,
    set(part, organizationId) {
      if (organizationId === undefined) usual = { ...usual, ...part };
      else own.set(organizationId, { ...usual, ...part });
    },
  };
}

/** A paid plan with one agent, a month before its end; tests name only what they care about. */
export function makeSubscription(part: Partial<Subscription> = {}): Subscription {
  return {
    planId: "standard-1",
    plan: { name: "Standard", type: "standard", currentPrice: 20, features: [{ id: "app", units: 1 }] },
    paymentProvider: "card",
    currentEndDate: Date.now() + 30 * dayMs,
    status: "active",
    ...part,
  };
}
