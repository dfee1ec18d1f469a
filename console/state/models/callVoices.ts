import type { BodyOf } from "../../../shared/contract/call.ts";
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
  said: BodyOf<typeof previewVoice>["data"],
): Promise<string> {
  const params = { orgId, productId: agentId };
  const { data } = await client.call(previewVoice, { params, body: { data: said } });
  return addressOf(data.contentType, data.sound);
}

/** Gives an address at which a file that came in base64 can be heard or seen. */
export function addressOf(contentType: string, content: string): string {
  const bytes = Uint8Array.from(atob(content), (one) => one.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: contentType }));
}
