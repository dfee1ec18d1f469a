import type { ShownSubscription, Subscription } from "../../../shared/contract/billing/billing.ts";
import type { Usage } from "../../../shared/contract/billing/usage.ts";
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
    refresh: async () => {},
    listPlans: async () => [],
    subscribe: async ({ planId }) => `https://pay.example.com/plans/${planId}`,
    openPortal: async ({ organizationId }) => `https://pay.example.com/portal/${organizationId}`,
    set(part, organizationId) {
      if (organizationId === undefined) usual = { ...usual, ...part };
      else own.set(organizationId, { ...usual, ...part });
    },
  };
}

/** A paid plan with one agent, a month before its end; tests name only what they care about. */
export function makeSubscription(part: Partial<ShownSubscription> = {}): ShownSubscription {
  return {
    planId: "standard-1",
    plan: makePlan(),
    paymentProvider: "card",
    currentEndDate: Date.now() + 30 * dayMs,
    status: "active",
    isRenewing: false,
    graceEndsAt: null,
    lockedAgentIds: [],
    ...part,
  };
}

/** What a subscription says of its plan. */
export function makePlan(part: Partial<Subscription["plan"]> = {}): Subscription["plan"] {
  const features = [{ id: "app", units: 1 }];
  const price = { currentPrice: 20, currency: "usd", interval: "month" as const };
  return { name: "Standard", type: "standard", ...price, features, ...part };
}

/** What an organization with one agent uses that has had no answers yet. */
export function makeUsage(part: Partial<Usage> = {}): Usage {
  const alerts = [50, 80, 100].map((percent) => ({ percent, isReached: false }));
  return {
    ...{ from: "2026-03-14", to: "2026-03-14", total: 0 },
    agents: { used: 1, limit: 1_000_000 },
    characters: { used: 0, limit: null },
    files: { used: 0, limit: null },
    credits: { used: 0, limit: null, month: "2026-03", resetsAt: 0, alerts },
    ...{ days: [], byAgent: [], byModel: [], bySurface: [] },
    ...part,
  };
}
