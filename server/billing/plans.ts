import type { Subscription } from "../../shared/contract/billing/billing.ts";
import { selfHostedPlan } from "./selfHosted.ts";

/** Who knows the plans of organizations: the install itself, or a provider of payments. */
export interface Plans {
  findSubscription(organizationId: string): Promise<Subscription>;
  /** Where an owner changes the plan and how it is paid; null where nothing is paid. */
  openPortal(organizationId: string): Promise<string | null>;
}

/** Every organization of an install without payments has the same plan, and nothing to pay. */
export const selfHostedPlans: Plans = {
  findSubscription: async () => selfHostedPlan,
  openPortal: async () => null,
};
