import {
  getAllThreadFilters,
  getThreadOfAny,
} from "../../../../shared/contract/conversations/inbox/allThreads.ts";
import { listUnread } from "../../../../shared/contract/conversations/inbox/threadCounts.ts";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import { client } from "../../platform/client.ts";
import { createResource, load, resetUnlessOf } from "../../platform/resource.ts";
import type { Of } from "../../platform/resource.ts";
import { allAgents } from "../../shell/paths.ts";
import { allFilters } from "./allFilters.ts";
import { loadThreads, threads } from "../threads/threads.ts";
import type { ThreadView } from "../threads/threads.ts";

/** Whose conversation a link names that says no agent. */
export const agentOfThread = createResource<Of<{ agentId: string }>>();

/** A browser opens six connections to a host, fewer than some have agents: all are asked together. */
const pollEveryMs = 3000;

/** Reads them. */
export async function loadAllFilters(orgId: string): Promise<void> {
  resetUnlessOf(allFilters, orgId);
  await load(allFilters, async () => {
    const { data } = await client.call(getAllThreadFilters, { params: { orgId } });
    return { ...data, of: orgId };
  });
}

/** Reads whose conversation it is. */
export async function loadAgentOfThread(orgId: string, threadId: string): Promise<void> {
  resetUnlessOf(agentOfThread, threadId);
  await load(agentOfThread, async () => {
    const { data } = await client.call(getThreadOfAny, { params: { orgId, threadId } });
    return { agentId: data.agentId, of: threadId };
  });
}

/** Keeps the list over all agents as it is, until the function it gives is called. */
export function watchAllInbox({ orgId, view }: { orgId: string; view: ThreadView }): () => void {
  const place = { orgId, agentId: allAgents, view };
  let seen: string | null = null;
  let isAsking = false;

  async function ask(): Promise<void> {
    if (isAsking || document.hidden) return;
    isAsking = true;
    try {
      const { data } = await client.call(listUnread, { params: { orgId } });
      const now = JSON.stringify(data);
      const isMoved = seen !== null && seen !== now;
      seen = now;
      if (isMoved && threads.status !== "loading")
        await Promise.all([loadThreads(place), loadAllFilters(orgId)]);
    } catch (thrown) {
      console.warn(toRequestError(thrown).message);
    } finally {
      isAsking = false;
    }
  }

  // What happened between the first reading of the list and this is in neither.
  void ask().then(() => loadThreads(place));
  const timer = setInterval(() => void ask(), pollEveryMs);
  const onVisible = () => void ask();
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onVisible);
  };
}
