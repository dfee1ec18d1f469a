import type { ShownSubscription } from "../../../shared/contract/billing/billing.ts";
import { getBillingPortal, getSubscription } from "../../../shared/contract/billing/billing.ts";
import { readExpiry } from "../../../shared/domain/subscription.ts";
import { client } from "../platform/client.ts";
import { onOrganizationLeft } from "../platform/organizationLeft.ts";
import { createResource, load, reset } from "../platform/resource.ts";

/** The organization's plan with its limits. */
export const subscription = createResource<ShownSubscription>();

onOrganizationLeft(() => reset(subscription));

/**
 * Reads the plan; what needs a limit asks for it first. "A failed fetch leaves the subscription as just fetched with no
 * data" (specification 4); it is logged and rejected to the caller (specification 8).
 */
export async function loadSubscription(orgId: string, isFresh = false): Promise<void> {
  // Members often return from the payment provider's page before its confirmation arrives.
  const query = isFresh ? { fresh: "true" as const } : {};
  await load(
    subscription,
    async () => (await client.call(getSubscription, { params: { orgId }, query })).data,
  );
  const { data, error } = subscription;
  if (error) {
    subscription.data = null;
    console.error(error.message);
    throw error;
  }
  const { message } = readExpiry({ subscription: data, isFetched: true, now: Date.now() });
  if (message) console.warn(message);
}

/** Gives the payment provider's own page, where the plan is changed and paid. */
export async function findBillingPortal(orgId: string): Promise<string> {
  return (await client.call(getBillingPortal, { params: { orgId } })).data.url;
}
