import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { startFakeApi } from "../../../../tests/kit/console/fakeApi.ts";
import type { ApiRequest, FakeApi } from "../../../../tests/kit/console/fakeApi.ts";
import { makeThread } from "../../../../tests/kit/samples.ts";
import { watchInbox } from "../inbox/inboxWatch.ts";
import { reset } from "../../platform/resource.ts";
import { listChosen, threadSelection, toggleThread } from "../inbox/threadSelection.ts";
import { loadMoreThreads, loadThreads, takeThread, threads } from "./threads.ts";

const agent = "/api/console/v1/org/o1/copilotapps/a1";
const path = `GET ${agent}/threads`;
const place = { orgId: "o1", agentId: "a1", view: { queue: "all", sort: "newest" } } as const;
let api: FakeApi;
/** What the server has, by id: a request gets a page of it, latest activity first. */
let held: Map<string, Thread>;

beforeEach(() => {
  held = new Map();
  for (let number = 1; number <= 400; number += 1) put(number);
  api = startFakeApi({ [path]: givePage });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  reset(threads);
});

function put(number: number, part: Partial<Thread> = {}): Thread {
  const id = `t${number}`;
  const thread = makeThread({ id, agentId: "a1", lastActivityAt: number, status: "open", ...part });
  held.set(id, thread);
  return thread;
}

function givePage({ query }: ApiRequest) {
  const [page, limit] = [Number(query.get("page")), Number(query.get("limit"))];
  const all = [...held.values()].toSorted((one, other) => other.lastActivityAt - one.lastActivityAt);
  return {
    items: all.slice((page - 1) * limit, page * limit),
    page: { page, limit, total: all.length },
  };
}

async function showPages(count: number): Promise<void> {
  await loadThreads(place);
  for (let page = 2; page <= count; page += 1) await loadMoreThreads(place);
}

function shown(): unknown[] {
  return threads.data?.items.map(({ id, status }) => `${id} ${status}`) ?? [];
}

function fresh(count: number): unknown[] {
  const all = [...held.values()].toSorted((one, other) => other.lastActivityAt - one.lastActivityAt);
  return all.slice(0, count).map(({ id, status }) => `${id} ${status}`);
}

it("equals a fresh read as far down as it was shown, without events", async () => {
  await showPages(5);
  expect(shown()).toEqual(fresh(250));
  put(160, { status: "resolved" });
  put(170, { lastActivityAt: 500 });
  for (const gone of ["t390", "t180", "t155"]) held.delete(gone);
  put(401);
  put(402);
  await loadThreads(place);
  // To where the last one stands that showed before.
  expect(shown()).toEqual(fresh(249));
  expect(threads.data?.total).toBe(held.size);
  await loadMoreThreads(place);
  expect(shown()).toEqual(fresh(250));
});

it("keeps what is chosen of it, where new ones come above", async () => {
  await showPages(1);
  const list = threads.data ?? { of: "", items: [], total: 0 };
  toggleThread(list, "t351", { isRange: false });
  put(401);
  await loadThreads(place);
  expect(shown()).toEqual(fresh(51));
  expect(listChosen(threadSelection, threads.data)).toEqual(["t351"]);
});

it.each([
  ["up", () => put(270, { lastActivityAt: 500 })],
  ["down", () => put(390, { lastActivityAt: 0 })],
  ["away", () => held.delete("t390")],
])("has each once where one moves %s while it is read", async (_, move) => {
  await showPages(3);
  let reads = 0;
  api.answer({
    [path]: (request: ApiRequest) => {
      const answer = givePage(request);
      if ((reads += 1) === 1) move();
      return answer;
    },
  });
  await loadThreads(place);
  const ids = threads.data?.items.map(({ id }) => id) ?? [];
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(["t400", "t301", "t300", "t270", "t251"]));
});

it("reaches as far down where many came above", async () => {
  await showPages(3);
  for (let number = 401; number <= 900; number += 1) put(number);
  await loadThreads(place);
  expect(shown()).toEqual(fresh(650));
});

it("keeps those loaded behind it meanwhile, and their events", async () => {
  await showPages(3);
  let hasMore: Promise<void> | undefined;
  api.answer({
    [path]: async (request: ApiRequest) => {
      const answer = givePage(request);
      if (!hasMore) {
        hasMore = loadMoreThreads(place);
        await hasMore;
        takeThread(put(220, { status: "pending" }));
      }
      return answer;
    },
  });
  await loadThreads(place);
  expect(shown()).toEqual(fresh(200));
  expect(threads.data?.total).toBe(400);
});

it("leaves no gap where it becomes shorter while more are asked for", async () => {
  await showPages(2);
  let isFirst = true;
  api.answer({
    [path]: async (request: ApiRequest) => {
      const answer = givePage(request);
      if (!isFirst) return answer;
      isFirst = false;
      for (const gone of ["t390", "t391"]) held.delete(gone);
      await loadThreads(place);
      return answer;
    },
  });
  await loadMoreThreads(place);
  expect(shown()).toEqual(fresh(100));
});

it("reads at most a thousand again, and shows nothing that it did not read", async () => {
  for (let number = 401; number <= 1400; number += 1) put(number);
  await showPages(24);
  put(250, { status: "resolved" });
  const { length } = api.requests;
  await loadThreads(place);
  expect(api.requests.slice(length)).toHaveLength(1);
  expect(shown()).toEqual(fresh(1000));
});

it("is right five seconds later without live events", async () => {
  await showPages(3);
  vi.useFakeTimers();
  const stop = watchInbox(place);
  const countReads = () => api.requests.filter(({ what }) => what === path).length;
  const before = countReads();
  // The watch reads once when it begins.
  await vi.waitFor(() => expect([countReads() > before, threads.status]).toEqual([true, "ready"]));
  put(260, { status: "resolved" });
  held.delete("t270");
  await vi.advanceTimersByTimeAsync(5000);
  await vi.waitFor(() => expect(shown()).toEqual(fresh(149)));
  stop();
});
