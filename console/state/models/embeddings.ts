import { getEmbeddings } from "../../../shared/contract/models/embeddings.ts";
import type { Embeddings } from "../../../shared/contract/models/embeddings.ts";
import { setModelDefaults } from "../../../shared/contract/models/modelKeys.ts";
import { listEmbeddingModels } from "../../../shared/contract/models/models.ts";
import type { EmbeddingModel } from "../../../shared/contract/models/models.ts";
import { client } from "../platform/client.ts";
import { createResource, load } from "../platform/resource.ts";

/** The models that make vectors, and how far those of the organization's knowledge are. */
export const embeddings = createResource<{ models: EmbeddingModel[]; progress: Embeddings }>();

export function loadEmbeddings(orgId: string): Promise<void> {
  const params = { orgId };
  return load(embeddings, async () => {
    const [{ items: models }, { data: progress }] = await Promise.all([
      client.call(listEmbeddingModels, { params }),
      client.call(getEmbeddings, { params }),
    ]);
    return { models, progress };
  });
}

/** Chooses the model, or none; the same one again tries again what failed. */
export async function chooseEmbedding(orgId: string, embedding: string | null): Promise<void> {
  await client.call(setModelDefaults, { params: { orgId }, body: { data: { embedding } } });
  await loadEmbeddings(orgId);
}
