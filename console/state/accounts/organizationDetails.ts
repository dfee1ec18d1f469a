import type { BodyOf } from "../../../shared/contract/call.ts";
import type { Organization } from "../../../shared/contract/accounts/accounts.ts";
import { getOrganizationDetail, updateOrganization } from "../../../shared/contract/accounts/accounts.ts";
import { client } from "../platform/client.ts";
import { organization, organizations } from "./organization.ts";
import { createResource, fill, loadOrThrow } from "../platform/resource.ts";

/** What the organization says of itself. */
export const details = createResource<Organization>();

export function loadDetails(): Promise<void> {
  return loadOrThrow(details, async () => (await client.call(getOrganizationDetail)).data);
}

/** Saves it, and shows it everywhere else where it stands. */
export async function saveDetails(
  orgId: string,
  data: BodyOf<typeof updateOrganization>["data"],
): Promise<void> {
  const saved = (await client.call(updateOrganization, { params: { orgId }, body: { data } })).data;
  fill(details, saved);
  organization.name = saved.name;
  organizations.data = organizations.data?.map((one) => (one.org_id === orgId ? saved : one)) ?? null;
}
