import { initiatePhoneCall, listPhoneCalls } from "../../../shared/contract/channels/phoneCalls.ts";
import type { PhoneCall } from "../../../shared/contract/channels/phoneCalls.ts";
import { client } from "../platform/client.ts";
import { createResource, fill, load, reset } from "../platform/resource.ts";
import type { AgentPlace } from "../shell/paths.ts";

interface OwnedCalls {
  agentId: string;
  items: PhoneCall[];
}

/** The latest telephone calls of the last viewed agent. */
export const phoneCalls = createResource<OwnedCalls>();

export async function loadPhoneCalls({ orgId, agentId }: AgentPlace): Promise<void> {
  if (phoneCalls.data && phoneCalls.data.agentId !== agentId) reset(phoneCalls);
  await load(phoneCalls, async () => {
    const { items } = await client.call(listPhoneCalls, { params: { orgId, productId: agentId } });
    return { agentId, items };
  });
}

/** Has the agent call a number; gives how that went so far. */
export async function callNumber(
  { orgId, agentId }: AgentPlace,
  { clientId, number }: { clientId: string; number: string },
): Promise<PhoneCall> {
  const { data } = await client.call(initiatePhoneCall, {
    params: { orgId, productId: agentId },
    body: { data: { clientId, number } },
  });
  const items = phoneCalls.data?.agentId === agentId ? phoneCalls.data.items : [];
  fill(phoneCalls, { agentId, items: [data, ...items.filter(({ id }) => id !== data.id)] });
  return data;
}
