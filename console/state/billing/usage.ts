import { getUsage } from "../../../shared/contract/billing/usage.ts";
import type { Usage } from "../../../shared/contract/billing/usage.ts";
import { client } from "../platform/client.ts";
import { onOrganizationLeft } from "../platform/organizationLeft.ts";
import { createResource, load, reset } from "../platform/resource.ts";

/** What is used of the plan. */
export const usage = createResource<Usage>();

onOrganizationLeft(() => reset(usage));

const dayMs = 86_400_000;

/** Reads what is used, with what models cost in the last days. */
export function loadUsage(orgId: string, days: number): Promise<void> {
  // Credits are counted by UTC, whatever the clock of the browser shows.
  const from = new Date(Date.now() - (days - 1) * dayMs).toISOString().slice(0, 10);
  const to = new Date().toISOString().slice(0, 10);
  return load(
    usage,
    async () => (await client.call(getUsage, { params: { orgId }, query: { from, to } })).data,
  );
}
