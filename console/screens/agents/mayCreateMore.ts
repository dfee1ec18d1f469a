import type { Subscription } from "../../../shared/contract/billing.ts";

type Plan = {
  readonly plan: { readonly features: readonly { readonly id: string; readonly units: number }[] };
};

/**
 * "Create AI Agent is permitted only while the agent count is below the plan's app units limit" (specification 5). While
 * the plan is not known the form is shown; the server decides.
 */
export function mayCreateMore(subscription: Plan | Subscription | null, agentCount: number): boolean {
  const feature = subscription?.plan.features.find(({ id }) => id === "app");
  return !feature || agentCount < feature.units;
}
