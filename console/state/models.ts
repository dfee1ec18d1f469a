import type { Model } from "../../shared/contract/models.ts";
import { listModels } from "../../shared/contract/models.ts";
import { client } from "./client.ts";
import { createResource, load } from "./resource.ts";

/** The language models with what they cost and whether this installation can use them. */
export const models = createResource<Model[]>();

export function loadModels(orgId: string): Promise<void> {
  return load(models, async () => (await client.call(listModels, { params: { orgId } })).items);
}
