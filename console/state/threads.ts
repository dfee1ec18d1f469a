import type { Snapshot } from "valtio";
import type { QueryOf } from "../../shared/contract/call.ts";
import type { Thread } from "../../shared/contract/conversations.ts";
import { listThreads } from "../../shared/contract/threads.ts";
import { mergeById } from "./agents.ts";
import { client } from "./client.ts";
import type { AgentPlace } from "./paths.ts";
import { createResource, fill, load, reset } from "./resource.ts";

/** The queues of the inbox. */
export const threadFilters = ["all", "waiting", "ai", "resolved"] as const;
export type ThreadFilter = (typeof threadFilters)[number];

interface Threads {
  /** Whose and which: of another list nothing is shown. */
  of: string;
  items: Thread[];
  total: number;
}

/** The conversations of the list that is open, latest activity first. */
export const threads = createResource<Threads>();

/** A conversation as a screen reads it. */
export type ShownThread = Snapshot<Thread>;

const pageSize = 50;

interface ListPlace extends AgentPlace {
  filter: ThreadFilter;
}

/** Names a list, so that data of another one is told apart. */
export function nameList({ agentId, filter }: Pick<ListPlace, "agentId" | "filter">): string {
  return `${agentId} ${filter}`;
}

/** Reads the newest conversations; further ones that were asked for before stay. */
export async function loadThreads(place: ListPlace): Promise<void> {
  const of = nameList(place);
  if (threads.data && threads.data.of !== of) reset(threads);
  await load(threads, async () => {
    const answer = await readPage(place, 1);
    const older = (threads.data?.items ?? []).filter((one) => isBelow(one, answer.items));
    const items = sort(mergeById(older, answer.items));
    return { of, items, total: answer.page.total };
  });
}

/** Reads the next ones. */
export async function loadMoreThreads(place: ListPlace): Promise<void> {
  const of = nameList(place);
  const { length } = threads.data?.items ?? [];
  const answer = await readPage(place, Math.floor(length / pageSize) + 1);
  if (threads.data?.of !== of) return;
  fill(threads, { of, items: sort(mergeById(threads.data.items, answer.items)), total: answer.page.total });
}

/** Takes in what a conversation is now: it moves to its place in the list, comes in, or leaves it. */
export function takeThread(thread: Thread): void {
  const { data } = threads;
  if (!data) return;
  const [agentId, filter] = data.of.split(" ");
  if (agentId !== thread.agentId) return;
  const wasThere = data.items.some(({ id }) => id === thread.id);
  const others = data.items.filter(({ id }) => id !== thread.id);
  const belongs = fits(thread, filter as ThreadFilter); // written by nameList
  // Below the last one of a list that goes on it may or may not be next: it comes with its own page.
  const isKnown = wasThere || data.items.length >= data.total || isAbove(thread, data.items.at(-1));
  const items = belongs && isKnown ? sort([thread, ...others]) : others;
  fill(threads, {
    ...data,
    items,
    total: data.total + Number(belongs && !wasThere) - Number(wasThere && !belongs),
  });
}

/** Whether the visitor waits for a person, and nobody has come yet. */
export function isWaiting({ personRequestedAt, assignee, status }: ShownThread): boolean {
  return personRequestedAt !== null && assignee === null && status === "open";
}

/** Whether a conversation stands in a queue. */
export function fits(
  { status, handledBy }: Pick<Thread, "status" | "handledBy">,
  filter: ThreadFilter,
): boolean {
  const query = queries[filter];
  return (!query.status || query.status === status) && (!query.handledBy || query.handledBy === handledBy);
}

const queries: Record<ThreadFilter, Pick<QueryOf<typeof listThreads>, "status" | "handledBy">> = {
  all: {},
  waiting: { status: "open", handledBy: "human" },
  ai: { status: "open", handledBy: "ai" },
  resolved: { status: "resolved" },
};

function readPage({ orgId, agentId, filter }: ListPlace, page: number) {
  const params = { orgId, productId: agentId };
  return client.call(listThreads, { params, query: { ...queries[filter], page, limit: pageSize } });
}

function sort(items: readonly Thread[]): Thread[] {
  return items.toSorted(
    (one, other) => other.lastActivityAt - one.lastActivityAt || compare(other.id, one.id),
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function isAbove(thread: Thread, last: Thread | undefined): boolean {
  return last !== undefined && thread.lastActivityAt >= last.lastActivityAt;
}

/** What a fresh first page can say nothing about. */
function isBelow(thread: Thread, newest: readonly Thread[]): boolean {
  const last = newest.at(-1);
  return newest.length >= pageSize && last !== undefined && thread.lastActivityAt < last.lastActivityAt;
}
