import { listCallVoices, previewVoice } from "../../../shared/contract/voice/voices.ts";
import type { CallVoices } from "../../../shared/contract/voice/voices.ts";
import { client } from "../platform/client.ts";
import { createResource, load } from "../platform/resource.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** The voices that can speak in calls. */
export const callVoices = createResource<CallVoices>();

export function loadCallVoices(orgId: string): Promise<void> {
  return load(callVoices, async () => (await client.call(listCallVoices, { params: { orgId } })).data);
}

/** Has a sentence said in a voice; gives an address at which it can be played. */
export async function sayInVoice(
  { orgId, agentId }: AgentPlace,
  said: { text: string; voice: string; model: string },
): Promise<string> {
  const params = { orgId, productId: agentId };
  const { data } = await client.call(previewVoice, { params, body: { data: said } });
  const bytes = Uint8Array.from(atob(data.sound), (one) => one.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: data.contentType }));
}
