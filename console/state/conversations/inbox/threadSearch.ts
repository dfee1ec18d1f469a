import { searchAllThreads } from "../../../../shared/contract/conversations/inbox/allThreads.ts";
import { searchThreads } from "../../../../shared/contract/conversations/threads/threads.ts";
import type { FoundThread } from "../../../../shared/contract/conversations/threads/threads.ts";
import { client } from "../../platform/client.ts";
import { allAgents } from "../../shell/paths.ts";
import type { AgentPlace } from "../../shell/paths.ts";
import { createResource, fill, load, reset } from "../../platform/resource.ts";
import { nameList } from "../threads/threads.ts";
import type { ThreadView } from "../threads/threads.ts";

interface FoundThreads {
  /** Whose, where and which words: of another search nothing is shown. */
  of: string;
  items: FoundThread[];
  total: number;
  /** Older messages with the words were not searched. */
  isCut: boolean;
}

export interface SearchPlace extends AgentPlace {
  view: ThreadView;
  search: string;
}

/** The conversations in which the words that were searched for were said, newest first. */
export const foundThreads = createResource<FoundThreads>();

const pageSize = 25;

/** Names a search, so that what another one found is told apart. */
export function nameSearch(place: SearchPlace): string {
  return `${nameList(place)} ${place.search}`;
}

/** Searches among the conversations that the view lets through. */
export async function findThreads(place: SearchPlace): Promise<void> {
  const of = nameSearch(place);
  if (foundThreads.data && foundThreads.data.of !== of) reset(foundThreads);
  await load(foundThreads, async () => {
    const { items, page, isCut } = await readPage(place, 1);
    return { of, items, total: page.total, isCut };
  });
}

/** Reads the next ones. */
export async function findMoreThreads(place: SearchPlace): Promise<void> {
  const of = nameSearch(place);
  const { length } = foundThreads.data?.items ?? [];
  const { items, page, isCut } = await readPage(place, Math.floor(length / pageSize) + 1);
  if (foundThreads.data?.of !== of) return;
  const known = new Set(foundThreads.data.items.map(({ thread }) => thread.id));
  const further = items.filter(({ thread }) => !known.has(thread.id));
  fill(foundThreads, { of, items: [...foundThreads.data.items, ...further], total: page.total, isCut });
}

function readPage({ orgId, agentId, view, search }: SearchPlace, page: number) {
  const { sort: _, ...filter } = view;
  const query = { ...filter, search, page, limit: pageSize };
  if (agentId === allAgents) return client.call(searchAllThreads, { params: { orgId }, query });
  return client.call(searchThreads, { params: { orgId, productId: agentId }, query });
}
