import type { Snapshot } from "valtio";
import { priorities } from "../../../../shared/contract/conversations/conversations.ts";
import type { Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { listThreads } from "../../../../shared/contract/conversations/threads/threads.ts";
import type {
  ThreadFilter,
  ThreadSort,
} from "../../../../shared/contract/conversations/inbox/threadFilter.ts";
import { isAwaitingPerson } from "../../../../shared/domain/queues.ts";
import type { Queue } from "../../../../shared/domain/queues.ts";
import { fitsThreadFilter } from "../../../../shared/domain/threadFilters.ts";
import { mergeById } from "../../agents/agents.ts";
import { authentication } from "../../accounts/authentication.ts";
import { listAllThreads } from "../../../../shared/contract/conversations/inbox/allThreads.ts";
import { client } from "../../platform/client.ts";
import { allAgents } from "../../shell/paths.ts";
import type { AgentPlace } from "../../shell/paths.ts";
import { createResource, load, reset } from "../../platform/resource.ts";
import { threadPage } from "./threadPage.ts";

/** What of an agent's conversations, or of those of all agents, is shown, and in which order. */
export type ThreadView = ThreadFilter & {
  queue: Queue;
  sort: ThreadSort;
  /** Of all agents, only this one's. */
  agentId?: string | undefined;
};

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

/** Those that were deleted while somebody looks. */
const gone = new Set<string>();

/** The conversations that were told of during each reading in progress. */
const readings = new Set<Thread[]>();

interface ListPlace extends AgentPlace {
  view: ThreadView;
}

/** Names a list, so that data of another one is told apart. */
export function nameList({ agentId, view }: Pick<ListPlace, "agentId" | "view">): string {
  return JSON.stringify([agentId, view]);
}

/** Reads the newest conversations, and as many further ones as show. */
export async function loadThreads(place: ListPlace): Promise<void> {
  const of = nameList(place);
  if (threads.data && threads.data.of !== of) reset(threads);
  const reading = threads.data ? readAgain : readPage;
  await load(threads, async () => {
    const { answer, told } = await readWhileTold(() => reading(place, 1));
    const { items, page } = answer;
    return withoutGone(told.reduce(withThread, { of, items, total: page.total }));
  });
}

/** Nobody waits for it where something shows already. */
async function readAgain(place: ListPlace) {
  const { reloadList } = await import("./reloadList.ts");
  return reloadList({ place, threads, order: orders[place.view.sort], readPage });
}

/** Reads the list from its beginning, and leaves out what of it was read behind the first page. */
export async function loadFirstPage(place: ListPlace): Promise<void> {
  if (threads.data) threads.data = { ...threads.data, items: threads.data.items.slice(0, threadPage.size) };
  await loadThreads(place);
}

/** Reads the next ones. */
export async function loadMoreThreads(place: ListPlace): Promise<void> {
  const of = nameList(place);
  const { length } = threads.data?.items ?? [];
  const { size } = threadPage;
  const page = Math.floor(length / size) + 1;
  const { answer, told } = await readWhileTold(() => readPage(place, page));
  // Of pages of another size it would leave a gap.
  if (threads.data?.of !== of || threadPage.size !== size) return;
  // And behind a list that has become shorter meanwhile.
  if (threads.data.items.length < (page - 1) * size) return loadMoreThreads(place);
  const items = sortBy(place.view.sort, mergeById(threads.data.items, answer.items));
  threads.data = withoutGone(told.reduce(withThread, { of, items, total: answer.page.total }));
}

/** Reads, and gives beside it the conversations that were told of meanwhile, of which it may have what was before. */
export async function readWhileTold<T>(read: () => Promise<T>): Promise<{ answer: T; told: Thread[] }> {
  const told: Thread[] = [];
  readings.add(told);
  try {
    return { answer: await read(), told };
  } finally {
    readings.delete(told);
  }
}

/** Takes in what a conversation is now: it moves to its place in the list, comes in, or leaves it. */
export function takeThread(thread: Thread): void {
  if (isGone(thread.id)) return;
  for (const told of readings) told.push(thread);
  // Whatever is being read continues: it has news of others.
  if (threads.data) threads.data = withThread(threads.data, thread);
}

function withThread(data: Threads, thread: Thread): Threads {
  const [agentId, view] = JSON.parse(data.of) as [string, ThreadView]; // written by nameList
  if ((agentId === allAgents ? (view.agentId ?? thread.agentId) : agentId) !== thread.agentId) return data;
  const wasThere = data.items.some(({ id }) => id === thread.id);
  const others = data.items.filter(({ id }) => id !== thread.id);
  const belongs = fitsThreadFilter(thread, view, authentication.user?._id ?? "");
  // Below the last one of a list that continues it may or may not be next: it comes with its own page.
  const last = data.items.at(-1);
  const isAbove = last !== undefined && orders[view.sort](thread, last) <= 0;
  const isKnown = wasThere || data.items.length >= data.total || isAbove;
  const items = belongs && isKnown ? sortBy(view.sort, [thread, ...others]) : others;
  const total = data.total + Number(belongs && !wasThere) - Number(wasThere && !belongs);
  return { ...data, items, total };
}

/** Takes a conversation that was deleted off the list; what is being read meanwhile may have it still. */
export function dropThread(threadId: string): void {
  gone.add(threadId);
  if (threads.data) threads.data = withoutGone(threads.data);
}

/** Whether a conversation was deleted while somebody looks: an answer that comes late may have it still. */
export function isGone(threadId: string): boolean {
  return gone.has(threadId);
}

function withoutGone(data: Threads): Threads {
  const items = data.items.filter(({ id }) => !gone.has(id));
  return { ...data, items, total: data.total - (data.items.length - items.length) };
}

/** Takes a label that is gone off the conversations that show. */
export function dropLabel(labelId: string): void {
  for (const thread of threads.data?.items ?? []) {
    thread.labelIds = thread.labelIds.filter((id) => id !== labelId);
  }
}

/** Whether the visitor waits for a person, and nobody has come yet. */
export function isWaiting({ assignee, ...thread }: ShownThread): boolean {
  return isAwaitingPerson({ ...thread, assigneeId: assignee?.id ?? null });
}

function readPage({ orgId, agentId, view }: ListPlace, page: number, limit: number = threadPage.size) {
  const query = { ...view, page, limit };
  if (agentId === allAgents) return client.call(listAllThreads, { params: { orgId }, query });
  return client.call(listThreads, { params: { orgId, productId: agentId }, query });
}

type Order = (one: Thread, other: Thread) => number;

/** The server's own orders. */
const orders: Record<ThreadSort, Order> = {
  newest: byActivity,
  oldest: (one, other) => byActivity(other, one),
  waiting: (one, other) =>
    (one.waitingSince ?? Infinity) === (other.waitingSince ?? Infinity)
      ? byActivity(one, other)
      : (one.waitingSince ?? Infinity) - (other.waitingSince ?? Infinity),
  priority: (one, other) =>
    priorities.indexOf(other.priority) - priorities.indexOf(one.priority) || byActivity(one, other),
};

function sortBy(sort: ThreadSort, items: readonly Thread[]): Thread[] {
  return items.toSorted(orders[sort]);
}

function byActivity(one: Thread, other: Thread): number {
  return other.lastActivityAt - one.lastActivityAt || compare(other.id, one.id);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
