import type { Subscription } from "../../shared/contract/billing/billing.ts";
import { unlimitedFrom } from "../../shared/domain/subscription.ts";

/** The plan of a self-hosted install: never expired by any rule of the specification, and nothing to upgrade to. */
export const selfHostedPlan: Subscription = {
  planId: "self-hosted",
  plan: {
    name: "Self-hosted",
    type: "self-hosted",
    currentPrice: 0,
    currency: null,
    interval: null,
    features: [{ id: "app", units: unlimitedFrom }],
  },
  paymentProvider: "none",
  currentEndDate: Date.UTC(9999, 11, 31),
  status: "active",
  isRenewing: true,
  graceEndsAt: null,
};
