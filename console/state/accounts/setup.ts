import { proxy } from "valtio";
import type { Organization } from "../../../shared/contract/accounts/accounts.ts";
import { pollOrganization } from "../../../shared/contract/accounts/accounts.ts";
import type { BodyOf } from "../../../shared/contract/call.ts";
import type { createOrganization as createOrganizationCall } from "../../../shared/contract/accounts/accounts.ts";
import { waitByTimer } from "../../../shared/client/wait.ts";
import { client } from "../platform/client.ts";
import { createOrganization, enterOrganization, fetchToken } from "./organization.ts";

/** How far the making of an organization is; once it is made, trying again only continues waiting for it. */
interface Setup {
  step: "form" | "creating" | "waiting" | "late" | "ready";
  /** How often it was asked whether it is ready. */
  polls: number;
  organization: Organization | null;
}

export const setup = proxy<Setup>({ step: "form", polls: 0, organization: null });

/** After this many questions, a second apart, it takes longer than usual. */
export const pollsAtMost = 30;
const pollEveryMs = 1000;

/** Makes an organization, and waits until it can be used. */
export async function setUp(data: BodyOf<typeof createOrganizationCall>["data"]): Promise<void> {
  try {
    setup.step = "creating";
    setup.organization ??= await createOrganization(data);
    await waitUntilReady(setup.organization);
  } catch (error) {
    setup.step = setup.organization ? "late" : "form";
    throw error;
  }
}

/** Asks again whether it is ready. */
export async function waitAgain(): Promise<void> {
  const { organization } = setup;
  if (organization) await waitUntilReady(organization);
}

/** A page that is opened again starts over. */
export function beginSetup(): void {
  Object.assign(setup, { step: "form", polls: 0, organization: null });
}

/** It is asked with its own token: the calls inside an organization need one. */
async function waitUntilReady(created: Organization): Promise<void> {
  const orgId = created.org_id;
  Object.assign(setup, { step: "waiting", polls: 0 });
  const roles = await fetchToken(orgId);
  for (; setup.polls < pollsAtMost; setup.polls += 1) {
    const { data } = await client.call(pollOrganization, { params: { orgId } });
    if (data.ready) {
      enterOrganization(created, { roles });
      setup.step = "ready";
      return;
    }
    await waitByTimer(pollEveryMs);
  }
  setup.step = "late";
}
