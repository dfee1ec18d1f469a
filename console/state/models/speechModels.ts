import { listSpeechModels } from "../../../shared/contract/models/models.ts";
import type { SpeechModel } from "../../../shared/contract/models/models.ts";
import { client } from "../platform/client.ts";
import { createResource, load } from "../platform/resource.ts";

/** The models that write down what is said. */
export const speechModels = createResource<SpeechModel[]>();

export function loadSpeechModels(orgId: string): Promise<void> {
  return load(speechModels, async () => (await client.call(listSpeechModels, { params: { orgId } })).items);
}
