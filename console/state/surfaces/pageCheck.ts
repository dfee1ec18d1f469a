import type { DoctorReport } from "../../../shared/domain/doctor.ts";
import { checkPage } from "../../../shared/contract/surfaces/surfaces.ts";
import { client } from "../platform/client.ts";
import type { AgentPlace } from "../shell/paths.ts";
import { createResource, load, reset } from "../platform/resource.ts";

interface OwnedReport {
  agentId: string;
  report: DoctorReport;
}

/** The findings on the last viewed page. */
export const pageCheck = createResource<OwnedReport>();

/** Has the server look at a page as a visitor's browser first gets it. */
export async function runPageCheck(place: AgentPlace, url: string): Promise<void> {
  const params = { orgId: place.orgId, productId: place.agentId };
  await load(pageCheck, async () => {
    const { data } = await client.call(checkPage, { params, body: { data: { url } } });
    return { agentId: place.agentId, report: data };
  });
}

/** Forgets the report: it was of another agent. */
export function forgetPageCheck(): void {
  reset(pageCheck);
}
