import type { Model } from "../../../shared/contract/models/models.ts";
import { listModels } from "../../../shared/contract/models/models.ts";
import { client } from "../platform/client.ts";
import { createResource, load } from "../platform/resource.ts";

/** The language models with what they cost and whether this installation can use them. */
export const models = createResource<Model[]>();

export function loadModels(orgId: string): Promise<void> {
  return load(models, async () => (await client.call(listModels, { params: { orgId } })).items);
}
