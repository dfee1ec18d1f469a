import { exportThreads } from "../../../../shared/contract/conversations/exports/threadExports.ts";
import type { ThreadExport } from "../../../../shared/contract/conversations/exports/threadExports.ts";
import { client } from "../../platform/client.ts";
import type { AgentPlace } from "../../shell/paths.ts";

/** Gives the address from which the browser saves the conversations. */
export async function askForExport({ orgId, agentId }: AgentPlace, data: ThreadExport): Promise<string> {
  const params = { orgId, productId: agentId };
  return (await client.call(exportThreads, { params, body: { data } })).data.url;
}
