import type { BodyOf } from "../../../shared/contract/call.ts";
import { listVoiceKeys, removeVoiceKey, setVoiceKey } from "../../../shared/contract/voice/voiceKeys.ts";
import type { VoiceKey } from "../../../shared/contract/voice/voiceKeys.ts";
import type { VoiceService } from "../../../shared/domain/voiceServices.ts";
import { client } from "../platform/client.ts";
import { createResource, load } from "../platform/resource.ts";

/** The organization's keys of services for voices and avatars. */
export const voiceKeys = createResource<VoiceKey[]>();

export function loadVoiceKeys(orgId: string): Promise<void> {
  return load(voiceKeys, async () => (await client.call(listVoiceKeys, { params: { orgId } })).items);
}

/** Where one key is. */
export interface VoiceKeyPlace {
  orgId: string;
  service: VoiceService;
}

/** Keeps a key once its service has taken it; rejects with the reason otherwise. */
export async function saveVoiceKey(
  { orgId, service }: VoiceKeyPlace,
  data: BodyOf<typeof setVoiceKey>["data"],
): Promise<void> {
  await client.call(setVoiceKey, { params: { orgId, service }, body: { data } });
  await loadVoiceKeys(orgId);
}

export async function forgetVoiceKey({ orgId, service }: VoiceKeyPlace): Promise<void> {
  await client.call(removeVoiceKey, { params: { orgId, service } });
  await loadVoiceKeys(orgId);
}
