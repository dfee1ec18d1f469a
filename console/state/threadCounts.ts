import { countThreads } from "../../shared/contract/threadCounts.ts";
import type { ThreadCounts } from "../../shared/contract/threadCounts.ts";
import { client } from "./client.ts";
import type { AgentPlace } from "./paths.ts";
import { createResource, load } from "./resource.ts";
import type { Of } from "./resource.ts";
import { nameList } from "./threads.ts";
import type { ThreadView } from "./threads.ts";

/** How many conversations each choice of a filter would show, beside the filters of the list that it is `of`. */
export const threadCounts = createResource<Of<ThreadCounts>>();

/** Counts them. */
export async function loadThreadCounts({ view, ...place }: AgentPlace & { view: ThreadView }): Promise<void> {
  const { sort: _, ...query } = view;
  const params = { orgId: place.orgId, productId: place.agentId };
  await load(threadCounts, async () => {
    const { data } = await client.call(countThreads, { params, query });
    return { ...data, of: nameList({ ...place, view }) };
  });
}
