import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { fitsThreadFilter } from "../../../../shared/domain/threadFilters.ts";
import { startFakeApi } from "../../../../tests/kit/console/fakeApi.ts";
import type { FakeApi } from "../../../../tests/kit/console/fakeApi.ts";
import { makeThread as sampleThread } from "../../../../tests/kit/samples.ts";
import { closeConversation, conversation, hearThread } from "./conversation.ts";
import { fill, reset } from "../../platform/resource.ts";
import { dropThread, loadMoreThreads, loadThreads, nameList, takeThread, threads } from "./threads.ts";
import type { ThreadView } from "./threads.ts";
import { openConversation } from "./openConversation.ts";

afterEach(() => reset(threads));

describe("a view of the conversations", () => {
  const me = "user-1";
  const thread = sampleThread({
    ...{ priority: "high", labelIds: ["l1"], handledBy: "human", lastActivityAt: 50 },
    ...{ assignee: { id: me, name: "Ana" }, team: { id: "t1", name: "Support" } },
    resolution: { is: "escalated", reason: "person", at: 40 },
  });

  it.each<[Partial<ThreadView>, boolean]>([
    [{}, true],
    [{ queue: "mine" }, true],
    [{ queue: "ai" }, false],
    [{ status: "open", priority: "high", labelId: "l1" }, true],
    [{ priority: "urgent" }, false],
    [{ labelId: "l2" }, false],
    [{ assigneeId: me, teamId: "t1", surface: "widget" }, true],
    [{ assigneeId: "none" }, false],
    [{ teamId: "t2" }, false],
    [{ verified: "false" }, true],
    [{ verified: "true" }, false],
    [{ since: 50, before: 51 }, true],
    [{ before: 50 }, false],
    [{ status: "pending,open", priority: "-low,none", labelId: "l2,l1" }, true],
    [{ labelId: "-l1" }, false],
    [{ assigneeId: "-none" }, true],
    [{ teamId: "none" }, false],
    [{ begunSince: thread.createdAt, begunBefore: thread.createdAt + 1 }, true],
    [{ begunBefore: thread.createdAt }, false],
    [{ unread: "true" }, thread.unread > 0],
    [{ resolution: "escalated" }, true],
    [{ resolution: "negative" }, false],
    [{ resolution: "negative,escalated" }, true],
    [{ resolution: "-none" }, true],
    [{ resolution: "none" }, false],
  ])("%j has it: %s", (part, expected) => {
    expect(fitsThreadFilter(thread, { queue: "all", ...part }, me)).toBe(expected);
  });
});

function makeThread(id: string, lastActivityAt: number, part: Partial<Thread> = {}): Thread {
  return sampleThread({ id, agentId: "a1", lastActivityAt, ...part });
}

describe("a thread in an event", () => {
  const of = nameList({ agentId: "a1", view: { queue: "ai", sort: "newest" } });
  const shown = () => [threads.data?.items.map(({ id }) => id).join(""), threads.data?.total];

  it.each<[string, Thread, number, [string, number]]>([
    ["comes to the top when something happens in it", makeThread("a", 30), 2, ["ab", 2]],
    ["comes in new", makeThread("c", 30), 2, ["cba", 3]],
    ["leaves when a person takes it", makeThread("b", 30, { handledBy: "human" }), 2, ["a", 1]],
    ["of another agent does not concern the list", makeThread("c", 30, { agentId: "a2" }), 2, ["ba", 2]],
    ["that is older than all of a list that goes on waits for its page", makeThread("c", 1), 9, ["ba", 10]],
  ])("%s", (_, thread, total, expected) => {
    fill(threads, { of, items: [makeThread("b", 20), makeThread("a", 10)], total });
    takeThread(thread);
    expect(shown()).toEqual(expected);
  });
});

describe("a thread in an event while it is read", () => {
  const agent = "/api/console/v1/org/o1/copilotapps/a1";
  const path = `GET ${agent}/threads`;
  const place = { orgId: "o1", agentId: "a1", view: { queue: "ai", sort: "newest" } as ThreadView };
  const older = makeThread("a", 10, { title: "Visitor" });
  const newer = makeThread("a", 10, { title: "Ana" });
  const listOf = (items: Thread[], total = items.length) => ({ items, page: { page: 1, limit: 50, total } });
  const titles = () => threads.data?.items.map(({ id, title }) => `${id} ${title}`);
  let api: FakeApi;

  beforeEach(() => void (api = startFakeApi({})));
  afterEach(() => {
    closeConversation();
    vi.unstubAllGlobals();
  });

  it("shows as it was told, in a list that is read for the first time", async () => {
    api.answer({ [path]: () => (takeThread(newer), listOf([older])) });
    await loadThreads(place);
    expect(titles()).toEqual(["a Ana"]);
  });

  it("takes nothing of the rest from a list that is read again", async () => {
    api.answer({ [path]: listOf([older]) });
    await loadThreads(place);
    const other = makeThread("b", 20, { title: "New" });
    api.answer({ [path]: () => (takeThread(newer), listOf([other, older])) });
    await loadThreads(place);
    expect(titles()).toEqual(["b New", "a Ana"]);
    expect(threads.data?.total).toBe(2);
  });

  it("shows as it was told, among further ones", async () => {
    const first = makeThread("b", 20, { title: "First" });
    fill(threads, { of: nameList(place), items: [first], total: 2 });
    api.answer({ [path]: () => (takeThread(newer), listOf([older], 2)) });
    await loadMoreThreads(place);
    expect(titles()).toEqual(["b First", "a Ana"]);
  });

  it("is gone after its deletion, whatever was read and reported before", async () => {
    const kept = makeThread("k", 5, { title: "Bo" });
    const meanwhile = () => {
      takeThread(makeThread("gone", 10));
      dropThread("gone");
      return listOf([makeThread("gone", 10), kept]);
    };
    api.answer({ [path]: meanwhile });
    await loadThreads(place);
    expect(titles()).toEqual(["k Bo"]);
    expect(threads.data?.total).toBe(1);
  });

  it("shows as it was told, where it is open", async () => {
    api.answer({
      [`GET ${agent}/threads/a`]: () => (hearThread(newer), { data: older }),
      [`GET ${agent}/threads/a/messages`]: { items: [], hasMore: false },
    });
    await openConversation({ ...place, threadId: "a" });
    expect(conversation.thread?.title).toBe("Ana");
  });
});
