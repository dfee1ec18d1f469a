import { proxy } from "valtio";
import type { Snapshot } from "valtio";
import type { BodyOf } from "../../../../shared/contract/call.ts";
import type { Message, Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { listMessages, updateThread } from "../../../../shared/contract/conversations/threads/threads.ts";
import type { RequestError } from "../../../../shared/client/requestError.ts";
import { client } from "../../platform/client.ts";
import { noteLiveUpdate, unlessUpdatedLive } from "./skipStaleAnswer.ts";
import type { AgentPlace } from "../../shell/paths.ts";
import { isGone, takeThread } from "./threads.ts";

interface Conversation {
  threadId: string | null;
  status: "loading" | "ready" | "failed";
  error: RequestError | null;
  thread: Thread | null;
  /** In the order of their positions. */
  messages: Message[];
  hasMore: boolean;
  /** These are not the newest: what is told of newer ones is left out until they are read. */
  hasNewer: boolean;
  /** The message that the address names, once somebody was led to it, or could not be. */
  ledTo: string;
}

/** The conversation that is open. */
export const conversation = proxy<Conversation>(closedConversation());

/** A message as a screen reads it. */
export type ShownMessage = Snapshot<Message>;

export type ThreadPlace = AgentPlace & { threadId: string };

/** The position behind the newest message that shows. */
export function endOfShown(): number {
  return (conversation.messages.at(-1)?.position ?? -1) + 1;
}

/** Forgets the open conversation. */
export function closeConversation(): void {
  Object.assign(conversation, closedConversation());
}

/** Reads the messages before the first one that shows. */
export async function loadOlderMessages(place: ThreadPlace): Promise<void> {
  const before = conversation.messages[0]?.position;
  if (before === undefined) return;
  const page = await client.call(listMessages, { params: paramsOf(place), query: { before } });
  const isNext = conversation.messages[0]?.position === before;
  if (conversation.threadId !== place.threadId || !isNext) return;
  conversation.hasMore = page.hasMore;
  takeMessages(page.items);
}

/** Reads the newest messages: an answer that is being written grows by this. */
export async function readNewestMessages(place: ThreadPlace): Promise<void> {
  takeMessages((await client.call(listMessages, { params: paramsOf(place), query: { limit: 20 } })).items);
}

/** Takes it over, hands it back, resolves, reopens, or marks it as read. */
export async function changeThread(
  place: ThreadPlace,
  data: BodyOf<typeof updateThread>["data"],
): Promise<void> {
  const call = () => client.call(updateThread, { params: paramsOf(place), body: { data } });
  await takeChanged(call);
}

/** Takes in what a change made of a thread, unless live events told of that meanwhile. */
export async function takeChanged(change: () => Promise<{ data: Thread }>): Promise<void> {
  const thread = await unlessUpdatedLive(change);
  if (thread) takeOpenThread(thread);
}

/** Takes in what a live event says that a thread is. */
export function hearThread(thread: Thread): void {
  noteLiveUpdate(thread.id);
  takeOpenThread(thread);
}

function takeOpenThread(thread: Thread): void {
  takeThread(thread);
  if (conversation.threadId === thread.id && !isGone(thread.id)) conversation.thread = thread;
}

/** Takes in messages of the open conversation; one that is newer than what came stays. */
export function takeMessages(messages: readonly Message[]): void {
  const end = conversation.hasNewer ? (conversation.messages.at(-1)?.position ?? 0) : Infinity;
  const mine = messages.filter(
    ({ threadId, position }) => threadId === conversation.threadId && position <= end,
  );
  if (mine.length === 0) return;
  const byId = new Map(conversation.messages.map((message) => [message.id, message]));
  for (const message of mine) if (!isOlder(message, byId.get(message.id))) byId.set(message.id, message);
  conversation.messages = [...byId.values()].toSorted((one, other) => one.position - other.position);
}

function isOlder(message: Message, there: Message | undefined): boolean {
  if (!there) return false;
  if (message.generation !== there.generation) return message.generation < there.generation;
  const isStreaming = message.status === "streaming";
  // The process that ends an answer may have a different clock than its writer; from then on it only grows.
  if (isStreaming !== (there.status === "streaming")) return isStreaming;
  return message.updatedAt < there.updatedAt;
}

export function paramsOf({ orgId, agentId, threadId }: ThreadPlace) {
  return { orgId, productId: agentId, threadId };
}

function closedConversation(): Conversation {
  return {
    ...{ threadId: null, status: "loading", error: null, thread: null, messages: [], hasMore: false },
    ...{ hasNewer: false, ledTo: "" },
  };
}
