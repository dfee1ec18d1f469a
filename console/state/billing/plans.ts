import {
  createSubscription,
  listPlans,
  listUpgradeRequests,
  removeUpgradeRequest,
  requestUpgrade,
} from "../../../shared/contract/billing/billing.ts";
import type { Plan, UpgradeRequest } from "../../../shared/contract/billing/billing.ts";
import { client } from "../platform/client.ts";
import { onOrganizationLeft } from "../platform/organizationLeft.ts";
import { createResource, load, reset } from "../platform/resource.ts";

/** The plans that the organization can have. */
export const plans = createResource<Plan[]>();
/** Members who ask for a larger plan. */
export const upgradeRequests = createResource<UpgradeRequest[]>();

onOrganizationLeft(() => {
  reset(plans);
  reset(upgradeRequests);
});

export function loadPlans(orgId: string): Promise<void> {
  return load(plans, async () => (await client.call(listPlans, { params: { orgId } })).items);
}

/** Gives the payment provider's page on which a plan is begun or changed. */
export async function choosePlan(orgId: string, planId: string): Promise<string> {
  const body = { data: { planId } };
  return (await client.call(createSubscription, { params: { orgId }, body })).data.url;
}

/** Asks owners and admins for a larger plan. */
export async function askForUpgrade(orgId: string, message: string): Promise<void> {
  await client.call(requestUpgrade, { params: { orgId }, body: { data: { message } } });
}

export function loadUpgradeRequests(orgId: string): Promise<void> {
  return load(
    upgradeRequests,
    async () => (await client.call(listUpgradeRequests, { params: { orgId } })).items,
  );
}

/** Removes a member's request, which was answered. */
export async function closeUpgradeRequest(orgId: string, memberId: string): Promise<void> {
  await client.call(removeUpgradeRequest, { params: { orgId, memberId } });
  if (upgradeRequests.data)
    upgradeRequests.data = upgradeRequests.data.filter(({ userId }) => userId !== memberId);
}
