import { countAllThreads } from "../../../../shared/contract/conversations/inbox/allThreads.ts";
import { countThreads } from "../../../../shared/contract/conversations/inbox/threadCounts.ts";
import type { ThreadCounts } from "../../../../shared/contract/conversations/inbox/threadCounts.ts";
import { client } from "../../platform/client.ts";
import { createResource, load } from "../../platform/resource.ts";
import type { Of } from "../../platform/resource.ts";
import { allAgents } from "../../shell/paths.ts";
import type { ThreadView } from "../threads/threads.ts";

/** How many conversations each choice of a filter would show, beside the filters that it is `of`. */
export const threadCounts = createResource<Of<ThreadCounts>>();

/** Names an agent's filters; in which order what they leave stands is none of them. */
export function nameFilters(agentId: string, { sort: _, ...filters }: ThreadView): string {
  return JSON.stringify([agentId, filters]);
}

/** Counts them. */
export async function loadThreadCounts(orgId: string, of: string): Promise<void> {
  const [productId, query] = JSON.parse(of) as [string, Omit<ThreadView, "sort">]; // written by nameFilters
  await load(threadCounts, async () => {
    if (productId === allAgents) {
      const { data } = await client.call(countAllThreads, { params: { orgId }, query });
      return { ...data, of };
    }
    const { data } = await client.call(countThreads, { params: { orgId, productId }, query });
    return { ...data, of };
  });
}
