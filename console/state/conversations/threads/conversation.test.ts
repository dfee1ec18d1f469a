import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Message, Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { failWith, startFakeApi } from "../../../../tests/kit/console/fakeApi.ts";
import type { FakeApi } from "../../../../tests/kit/console/fakeApi.ts";
import { makeMessage as sampleMessage, makeThread as sampleThread } from "../../../../tests/kit/samples.ts";
import {
  changeThread,
  closeConversation,
  conversation,
  hearThread,
  loadOlderMessages,
  readNewestMessages,
  takeMessages,
} from "./conversation.ts";
import { fill, reset } from "../../platform/resource.ts";
import { nameList, threads } from "./threads.ts";
import { dropOpenThread, openConversation } from "./openConversation.ts";

const agent = "/api/console/v1/org/o1/copilotapps/a1";
const place = { orgId: "o1", agentId: "a1", threadId: "t" };
const ofThread = `GET ${agent}/threads/t`;
const ofMessages = `GET ${agent}/threads/t/messages`;

let api: FakeApi;
/** What the server has to say, by position. */
let said: Message[];

beforeEach(() => {
  said = [];
  api = startFakeApi({
    [ofThread]: { data: makeThread() },
    [ofMessages]: ({ query }: { query: URLSearchParams }) => page(query),
  });
});
afterEach(() => {
  closeConversation();
  reset(threads);
  vi.unstubAllGlobals();
});

function makeThread(part: Partial<Thread> = {}): Thread {
  return sampleThread({ agentId: "a1", ...part });
}

function makeMessage(position: number, part: Partial<Message> = {}): Message {
  return sampleMessage({ position, ...part });
}

function sayUntil(end: number): void {
  said = Array.from({ length: end }, (_, position) => said[position] ?? makeMessage(position));
}

/** A page as the server cuts it. */
function page(query: URLSearchParams) {
  const before = Number(query.get("before") ?? said.length);
  const items = said.slice(0, before).slice(-Number(query.get("limit") ?? 50));
  return { items, hasMore: (items[0]?.position ?? 0) > 0, hasNewer: before < said.length };
}

const positions = () => conversation.messages.map(({ position }) => position);
const from = (start: number, end: number) => Array.from({ length: end - start }, (_, index) => start + index);
const textAt = (at: number) => conversation.messages.find(({ position }) => position === at)?.content;

describe("the answer to a change", () => {
  const before = makeThread({ unread: 0, title: "Before", lastActivityAt: 2 });
  const after = makeThread({ unread: 1, title: "After" });
  const shown = () => [conversation.thread, ...(threads.data?.items ?? [])].map((thread) => thread?.title);

  beforeEach(async () => {
    const of = nameList({ agentId: "a1", view: { queue: "all", sort: "newest" } });
    fill(threads, { of, items: [makeThread()], total: 1 });
    await openConversation(place);
  });

  it("shows", async () => {
    api.answer({ [`PATCH ${agent}/threads/t`]: { data: before } });
    await changeThread(place, { read: true });
    expect(shown()).toEqual(["Before", "Before"]);
  });

  it("does not put back what was before an event that overtook it", async () => {
    api.answer({ [`PATCH ${agent}/threads/t`]: () => (hearThread(after), { data: before }) });
    await changeThread(place, { read: true });
    expect(shown()).toEqual(["After", "After"]);
    expect(conversation.thread?.unread).toBe(1);
  });

  it("shows where an event told of another conversation", async () => {
    const other = makeThread({ id: "other", title: "Other", lastActivityAt: 1 });
    api.answer({ [`PATCH ${agent}/threads/t`]: () => (hearThread(other), { data: before }) });
    await changeThread(place, { read: true });
    expect(shown()).toEqual(["Before", "Before", "Other"]);
  });

  it("does not bring a conversation back that was deleted meanwhile", async () => {
    const gone = { ...place, threadId: "deleted" };
    const thread = makeThread({ id: "deleted" });
    api.answer({
      [`GET ${agent}/threads/deleted`]: { data: thread },
      [`GET ${agent}/threads/deleted/messages`]: { items: [], hasMore: false },
    });
    await openConversation(gone);
    api.answer({
      [`GET ${agent}/threads/deleted`]: failWith("not_found"),
      [`PATCH ${agent}/threads/deleted`]: () => (dropOpenThread(gone), { data: thread }),
    });
    await changeThread(gone, { read: true });
    await vi.waitUntil(() => conversation.status === "failed");
    expect(conversation.thread).toBeNull();
    expect(threads.data?.items.map(({ id }) => id)).toEqual(["t"]);
  });
});

describe("a message that is read late", () => {
  it.each<[string, Partial<Message>, Partial<Message>, string]>([
    ["stays as it was edited meanwhile", { updatedAt: 2 }, { updatedAt: 1 }, "there"],
    ["shows, also where it is as old", { updatedAt: 2 }, { updatedAt: 2 }, "read"],
    ["shows as it was changed", { updatedAt: 1 }, { updatedAt: 2 }, "read"],
    ["stays where its text has ended", { updatedAt: 2 }, { updatedAt: 3, status: "streaming" }, "there"],
    [
      "shows where its text ends by another clock",
      { updatedAt: 3, status: "streaming" },
      { updatedAt: 2 },
      "read",
    ],
    ["shows as it is written again", { updatedAt: 3 }, { generation: 1, status: "streaming" }, "read"],
    ["stays as it was written again", { generation: 1, status: "streaming" }, { updatedAt: 3 }, "there"],
  ])("%s", async (_, there, read, expected) => {
    await openConversation(place);
    takeMessages([makeMessage(0, { content: "there", ...there })]);
    said = [makeMessage(0, { content: "read", ...read })];
    await readNewestMessages(place);
    expect(textAt(0)).toBe(expected);
  });
});

describe("a conversation that is read afresh", () => {
  beforeEach(async () => {
    sayUntil(60);
    await openConversation(place);
    expect(positions()).toEqual(from(10, 60));
  });

  it("leaves what it showed where more was said than it reads, and tells of a gap by what is before it", async () => {
    sayUntil(200);
    takeMessages([makeMessage(200)]);
    await openConversation(place);
    expect(positions()).toEqual(from(150, 201));
    expect(conversation.hasMore).toBe(true);
    await loadOlderMessages(place);
    expect(positions()).toEqual(from(100, 201));
  });

  it("keeps what it showed where that follows on, as it is now", async () => {
    await loadOlderMessages(place);
    sayUntil(110);
    said[3] = makeMessage(3, { content: "edited", updatedAt: 5 });
    said[59] = makeMessage(59, { content: "edited too", updatedAt: 5 });
    await openConversation(place);
    expect(positions()).toEqual(from(0, 110));
    expect([textAt(3), textAt(59)]).toEqual(["edited", "edited too"]);
    expect(conversation.hasMore).toBe(false);
  });

  it("knows that there is more before it where something is said while it is read for the first time", async () => {
    closeConversation();
    api.answer({
      [ofMessages]: ({ query }: { query: URLSearchParams }) => {
        const answer = page(query);
        takeMessages([makeMessage(60)]);
        return answer;
      },
    });
    await openConversation(place);
    expect(positions()).toEqual(from(10, 61));
    expect(conversation.hasMore).toBe(true);
  });

  it("reads a window in its midst again and stays there", async () => {
    Object.assign(conversation, { messages: said.slice(20, 40), hasMore: true, hasNewer: true });
    sayUntil(200);
    said[30] = makeMessage(30, { content: "edited", updatedAt: 5 });
    await openConversation(place);
    expect(positions()).toEqual(from(20, 40));
    expect(textAt(30)).toBe("edited");
    expect([conversation.hasMore, conversation.hasNewer]).toEqual([true, true]);
  });

  it("adds no older ones that were asked for before it moved on", async () => {
    api.answer({
      [ofMessages]: ({ query }: { query: URLSearchParams }) => {
        const answer = page(query);
        conversation.messages = [makeMessage(150)];
        return answer;
      },
    });
    await loadOlderMessages(place);
    expect(positions()).toEqual([150]);
  });
});
