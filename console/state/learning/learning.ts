import type { LearningCard } from "../../../shared/contract/learning/learning.ts";
import { getLearningContent } from "../../../shared/contract/learning/learning.ts";
import { client } from "../platform/client.ts";
import { createResource, load } from "../platform/resource.ts";

/** What helps to learn the product. */
export const learning = createResource<LearningCard[]>();

/** Reads it, once a page: it comes with the server and does not change. */
export async function loadLearning(): Promise<void> {
  if (learning.data) return;
  await load(learning, async () => (await client.call(getLearningContent)).items);
}
