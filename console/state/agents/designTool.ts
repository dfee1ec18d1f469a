import { getOrganizationToken } from "../../../shared/contract/accounts/accounts.ts";
import { selectForDesignTool } from "../../../shared/contract/accounts/social.ts";
import { getWidget } from "../../../shared/contract/surfaces/surfaces.ts";
import { client, clientOf } from "../platform/client.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** Gives the key by which a plug-in of a design tool waits for an agent, if it opened this page. */
export function readWriteKey(search: string): string | null {
  return new URLSearchParams(search).get("write_key");
}

/** Hands an agent to the plug-in that waits: the public token of its chat widget, as in the snippet. */
export async function handToDesignTool({ orgId, agentId }: AgentPlace, writeKey: string): Promise<void> {
  const { data: member } = await client.call(getOrganizationToken, { params: { orgId } });
  const params = { orgId, productId: agentId };
  const { data: widget } = await clientOf(() => member.token).call(getWidget, { params });
  await client.call(selectForDesignTool, { body: { write_key: writeKey, token: widget.token } });
}
