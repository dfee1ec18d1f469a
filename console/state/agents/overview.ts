import type { Snapshot } from "valtio";
import { getCreditsToday } from "../../../shared/contract/agents/agents.ts";
import type { Thread } from "../../../shared/contract/conversations/conversations.ts";
import { listThreads } from "../../../shared/contract/conversations/threads/threads.ts";
import type { ModelKey } from "../../../shared/contract/models/modelKeys.ts";
import { listModelKeys } from "../../../shared/contract/models/modelKeys.ts";
import { listVersions } from "../../../shared/contract/agents/versions.ts";
import { mergeById } from "./agents.ts";
import { client } from "../platform/client.ts";
import { watchAgent } from "../platform/live.ts";
import { mayDo } from "../accounts/organization.ts";
import type { AgentPlace } from "../shell/paths.ts";
import { createResource, load, reset } from "../platform/resource.ts";
import { readWhileTold, takeThread } from "../conversations/threads/threads.ts";

interface OverviewFacts {
  agentId: string;
  /** When visitors were given what they meet now, and by whom; null where it can't be read. */
  published: { at: number; by: string | null } | null;
  /** Null where it can't be read. */
  creditsToday: number | null;
  /** The organization's keys; null for those who may not see them. */
  keys: ModelKey[] | null;
  /** The newest conversations; null where they can't be read. */
  recent: Thread[] | null;
}

/** What the overview shows of the agent viewed last, besides other slices. */
export const overview = createResource<OverviewFacts>();

/** A conversation as the overview shows it. */
export type RecentThread = Snapshot<Thread>;

const shownThreads = 5;
/** What is public is among the newest: other versions are kept beside it, before a restore for example. */
const keptBesides = 20;

/** Reads it; each part that can't be read is left out and does not take the others along. */
export async function loadOverview({ orgId, agentId }: AgentPlace): Promise<void> {
  if (overview.data && overview.data.agentId !== agentId) reset(overview);
  const params = { orgId, productId: agentId };
  await load(overview, async () => {
    const { answer, told } = await readWhileTold(() =>
      Promise.all([
        client.call(listVersions, { params, query: { limit: keptBesides } }).catch(() => null),
        client.call(getCreditsToday, { params }).catch(() => null),
        mayDo("modelKeys.read")
          ? client.call(listModelKeys, { params: { orgId }, query: { limit: 100 } }).catch(() => null)
          : null,
        client.call(listThreads, { params, query: { limit: shownThreads } }).catch(() => null),
      ]),
    );
    const [versions, credits, keys, threads] = answer;
    const newest = versions?.items.find(({ isPublic }) => isPublic);
    return {
      agentId,
      published: newest ? { at: newest.createdAt, by: newest.createdBy } : null,
      creditsToday: credits?.data.credits ?? null,
      keys: keys?.items ?? null,
      recent:
        threads && told.filter((thread) => thread.agentId === agentId).reduce(withRecent, threads.items),
    };
  });
}

/** Keeps it as it is while somebody looks: a conversation comes in as it happens, the rest is read again. */
export function watchOverview(place: AgentPlace): () => void {
  return watchAgent(place.agentId, {
    onEvent: (event) => {
      // A member's stream carries threads as the team sees them.
      if (event.type === "thread") takeRecent(event.thread as Thread);
      if (event.type === "agent") void loadOverview(place);
    },
    onReadAfresh: () => void loadOverview(place),
  });
}

function takeRecent(thread: Thread): void {
  // Whatever is being read continues: it has news of others.
  takeThread(thread);
  const { data } = overview;
  if (data?.recent && data.agentId === thread.agentId) data.recent = withRecent(data.recent, thread);
}

function withRecent(recent: Thread[], thread: Thread): Thread[] {
  return mergeById(recent, [thread])
    .toSorted((one, other) => other.lastActivityAt - one.lastActivityAt)
    .slice(0, shownThreads);
}
