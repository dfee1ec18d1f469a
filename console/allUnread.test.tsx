import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AgentUnread } from "../shared/contract/threadCounts.ts";
import { makeAgent, openScreen } from "../tests/kit/consoleScreen.tsx";
import { agentId, orgId, startConsoleServer } from "../tests/kit/consoleServer.ts";
import type { ConsoleServer, Served } from "../tests/kit/consoleServer.ts";
import { createLocks } from "../tests/kit/locks.ts";
import { session } from "../tests/kit/openConsole.tsx";
import { makeMessage, makeThread } from "../tests/kit/samples.ts";
import Attention from "./shell/attention/Attention.tsx";
import { AgentList } from "./shell/AgentList.tsx";
import { closeWatched, watchAllUnread } from "./shell/attention/watchAllUnread.ts";
import { agents, dropAgent } from "./state/agents.ts";
import { allUnread } from "./state/allUnread.ts";
import { authentication } from "./state/authentication.ts";
import { closeLive } from "./state/live.ts";
import { closeNotices, notices, openNotices } from "./state/notices.ts";

const other = "agent-2";
const ofOther = `/api/console/v1/org/${orgId}/copilotapps/${other}`;
const pollMs = 15_000;
const ada = { id: session.user._id, name: "Ada" };
let server: ConsoleServer;
let counts: AgentUnread[];
let mutedIds: string[];
let number = 0;
let notes: { title: string; body: string; onclick?: () => void; close(): void }[];

class FakeNotification {
  static permission = "granted";
  constructor(title: string, { body }: { body: string }) {
    notes.push(Object.assign(this, { title, body, close() {} }));
  }
}

beforeEach(() => {
  // Those that a poll goes by; the rest is awaited.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  server = startConsoleServer();
  Object.assign(authentication, { user: session.user });
  openNotices(session.user._id);
  [mutedIds, notes, number] = [[], [], 0];
  counts = [countOf(agentId, { unread: 7 }), countOf(other, { unread: 3, waiting: 1 })];
  server.on("GET threads/unread", { body: { data: { unread: 1 } } });
  server.on(`GET /api/console/v1/org/${orgId}/unread`, () => ({ body: { data: counts } }));
  server.on(`GET ${ofOther}/threads/quiet`, () => ({ body: { data: { quietHours: null, mutedIds } } }));
  vi.stubGlobal("Notification", FakeNotification);
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("navigator", Object.create(navigator, { locks: { value: createLocks() } }));
  localStorage.setItem("browserNotes", "on");
  document.head.innerHTML = "<title>Agent · Inbox</title>";
});
afterEach(() => {
  closeLive();
  closeNotices();
  show(true);
  localStorage.clear();
  Object.assign(authentication, { user: null });
  document.head.innerHTML = "";
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function countOf(id: string, part: Partial<AgentUnread> = {}): AgentUnread {
  return { agentId: id, unread: 0, waiting: 0, mark: "0", number: 0, ...part };
}

async function open(ids = [agentId, other]) {
  const items = ids.map((id) => makeAgent({ id, name: id === other ? "Quay Help" : "Harbour Help" }));
  openScreen({
    ...{ at: "settings", route: "settings" },
    screen: () => (
      <>
        <Attention path={location.pathname} />
        <AgentList agents={items} routes={[]} orgId={orgId} path={location.pathname} selectedId={agentId} />
      </>
    ),
  });
  act(() => void Object.assign(agents, { items }));
  await vi.waitFor(() => expect(server.openStreams()).toBe(1));
}

const asked = () => server.requests.filter(({ path }) => path.endsWith(`${orgId}/unread`)).length;
const heardOther = () => server.requests.filter(({ path }) => `GET ${path}` === events);
const titled = (title: string) => vi.waitFor(() => expect(document.title).toBe(title));

const events = `GET /api/public/v1/copilotapps/${other}/events`;

/** What happens in the other agent until it is asked next. */
async function happens(...what: Parameters<typeof prepare>) {
  prepare(...what);
  await poll();
}

function prepare(part: Parameters<typeof makeThread>[0], content: string, ago = 0) {
  const at = Date.now() - ago;
  number += 10;
  const thread = makeThread({
    ...{ id: "thread-9", agentId: other, handledBy: "human", assignee: null, unread: 1 },
    ...{ lastActivityAt: at, ...part },
  });
  const message = makeMessage({
    ...{ threadId: thread.id, id: `of ${thread.id}`, role: "system", kind: "event", content },
    createdAt: at,
  });
  server.on(events, {
    events: [
      { type: "ready", number: number + 9 },
      { type: "message", number: number + 8, message },
      { type: "thread", number: number + 9, thread },
    ],
    isHeld: true,
  });
  counts = [countOf(agentId), countOf(other, { unread: 4, mark: thread.id, number: number + 9 })];
}

async function poll() {
  const before = asked();
  await act(() => vi.advanceTimersByTimeAsync(pollMs));
  await vi.waitFor(() => expect(asked()).toBe(before + 1));
}

it("stands beside each agent with words for who does not see it, and the tab says the sum", async () => {
  await open();
  await vi.waitFor(() => screen.getByText("3 unread, 1 waiting for a person"));
  // What is counted as it happens is newer than what all were asked for.
  await vi.waitFor(() => screen.getByText("1 unread"));
  expect(screen.getByRole("link", { name: /Quay Help 3 unread, 1 waiting for a person/ })).toBeDefined();
  await titled("(4) Agent · Inbox");
});

it("follows what is read and what comes in, while somebody looks", async () => {
  await open();
  await titled("(4) Agent · Inbox");
  counts = [countOf(agentId), countOf(other)];
  await act(() => vi.advanceTimersByTimeAsync(pollMs));
  await titled("(1) Agent · Inbox");
  expect(screen.queryByText(/^3 unread/)).toBeNull();
  counts = [countOf(agentId), countOf(other, { unread: 120 })];
  act(() => show(true));
  await vi.waitFor(() => screen.getByText("120 unread"));
  expect(screen.getByText("99+")).toBeDefined();
});

it("tells in a hidden tab of what is given to the user in another agent, and leads there", async () => {
  await open();
  await titled("(4) Agent · Inbox");
  act(() => show(false));
  await happens({ assignee: ada }, "assigned");
  await vi.waitFor(() => expect(notes).toHaveLength(1));
  expect(notes[0]).toMatchObject({ title: "Quay Help", body: "A conversation was given to you." });
  await vi.waitFor(() => expect(notices.items).toHaveLength(1));
  const path = `/accounts/${orgId}/cp/${other}/inbox/conversations/thread-9`;
  expect(notices.items[0]).toMatchObject({ text: "Quay Help: A conversation was given to you.", path });
  act(() => notes[0]?.onclick?.());
  expect(location.pathname).toBe(path);
});

it.each<[string, Served]>([
  ["the connection fails", "cut"],
  [
    "the stream is cut in the middle",
    {
      events: [
        { type: "ready", number: 9 },
        { type: "message", number: 7, message: makeMessage() },
      ],
    },
  ],
])("tells once of what came there while %s", async (_, failure) => {
  await open();
  await titled("(4) Agent · Inbox");
  act(() => show(false));
  server.on(events, failure);
  counts = [countOf(agentId), countOf(other, { unread: 4, mark: "thread-9", number: 9 })];
  await poll();
  await vi.waitFor(() => expect(heardOther()).toHaveLength(1));
  expect(notes).toEqual([]);
  await happens({ assignee: ada }, "assigned");
  await vi.waitFor(() => expect(notes).toHaveLength(1));
  const heard = heardOther().length;
  await poll();
  await act(async () => {});
  expect([notes.length, heardOther().length]).toEqual([1, heard]);
});

it.each([
  ["two minutes ago is told", 120_000, ["thread-8", "thread-9"]],
  ["ten minutes ago is not", 600_000, ["thread-8"]],
])("what came there %s, as a hidden tab is seldom woken", async (_, ago, told) => {
  await open();
  await titled("(4) Agent · Inbox");
  act(() => show(false));
  await happens({ assignee: ada }, "assigned", ago);
  await vi.waitFor(() => expect(heardOther()).toHaveLength(1));
  await happens({ id: "thread-8", assignee: ada }, "woken");
  await vi.waitFor(() => expect(notices.items.map(({ path }) => path.split("/").at(-1))).toEqual(told));
});

it.each([
  ["a hidden tab leaves what another one has to it", false, ["thread-8"]],
  ["a tab that somebody looks at has all", true, ["thread-8", "thread-9"]],
])("in the bell of %s", async (_, isSeen, told) => {
  await open();
  await titled("(4) Agent · Inbox");
  if (!isSeen) act(() => show(false));
  const by = { at: Date.now(), by: "another tab" };
  localStorage.setItem("toldNews", JSON.stringify({ "bell of thread-9": by }));
  await happens({ assignee: ada }, "assigned");
  await vi.waitFor(() => expect(heardOther()).toHaveLength(1));
  await happens({ id: "thread-8", assignee: ada }, "woken");
  await vi.waitFor(() => expect(notices.items.map(({ path }) => path.split("/").at(-1))).toEqual(told));
});

it("tells in one count of all agents where something happened, however many", async () => {
  const ids = Array.from({ length: 5 }, (_, index) => `many-${index}`);
  counts = ids.map((id) => countOf(id));
  await open([agentId, ...ids]);
  await vi.waitFor(() => expect(asked()).toBe(1));
  await act(async () => {});
  act(() => show(false));
  for (const id of ids) {
    const thread = makeThread({
      ...{ id: `thread of ${id}`, agentId: id, handledBy: "human", assignee: null, unread: 1 },
      lastActivityAt: Date.now(),
    });
    server.on(`GET /api/public/v1/copilotapps/${id}/events`, {
      events: [
        { type: "ready", number: 9 },
        { type: "thread", number: 9, thread },
      ],
    });
    server.on(`GET /api/console/v1/org/${orgId}/copilotapps/${id}/threads/quiet`, {
      body: { data: { quietHours: null, mutedIds: [] } },
    });
  }
  counts = ids.map((id) => countOf(id, { mark: "1", number: 9 }));
  await poll();
  await vi.waitFor(() => expect(notes).toHaveLength(5));
});

it("tells once what came to an agent between the last count and its being opened", async () => {
  const stop = watchAllUnread({ orgId, openId: agentId });
  await vi.waitFor(() => expect(allUnread.of[other]).toBeDefined());
  stop();
  prepare({ assignee: ada }, "assigned");
  const stopOpen = watchAllUnread({ orgId, openId: other });
  await vi.waitFor(() => expect(notices.items).toHaveLength(1));
  counts = [countOf(agentId), countOf(other, { mark: "later", number: number + 20 })];
  await poll();
  await act(async () => {});
  expect(heardOther()).toHaveLength(1);
  stopOpen();
  closeWatched();
});

it("goes on from where it came to, where it could not hear all in its time", async () => {
  const enough = new AbortController();
  const thread = makeThread({
    ...{ agentId: other, handledBy: "human", assignee: null, unread: 1, lastActivityAt: Date.now() },
  });
  vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(enough.signal);
  await open();
  await titled("(4) Agent · Inbox");
  server.on(events, {
    events: [
      { type: "ready", number: 19 },
      { type: "thread", number: 15, thread },
    ],
    isHeld: true,
  });
  counts = [countOf(agentId), countOf(other, { mark: "1", number: 19 })];
  await poll();
  await vi.waitFor(() => expect(heardOther()).toHaveLength(1));
  await vi.waitFor(() => expect(notices.items).toHaveLength(1));
  enough.abort();
  await act(async () => {});
  counts = [countOf(agentId), countOf(other, { mark: "2", number: 29 })];
  await poll();
  await vi.waitFor(() => expect(heardOther()).toHaveLength(2));
  expect(heardOther()[1]?.query).toMatchObject({ after: "15" });
});

it("tells in the bell alone where nobody can say what is muted", async () => {
  server.on(`GET ${ofOther}/threads/quiet`, { status: 503, code: "unavailable" });
  await open();
  await titled("(4) Agent · Inbox");
  act(() => show(false));
  await happens({ assignee: ada }, "assigned");
  await vi.waitFor(() => expect(notices.items).toHaveLength(1));
  expect(notes).toEqual([]);
});

it("forgets what an agent had as soon as that is gone", async () => {
  await open();
  await titled("(4) Agent · Inbox");
  act(() => dropAgent(other));
  await titled("(1) Agent · Inbox");
});

it("does not take what an agent had that is gone before all are counted", async () => {
  await open([agentId, other, "agent-3"]);
  await titled("(4) Agent · Inbox");
  const [answer, late] = [fetch, Promise.withResolvers<void>()];
  vi.stubGlobal("fetch", async (...asks: Parameters<typeof fetch>) => {
    const given = await answer(...asks);
    if (String(asks[0]).endsWith(`${orgId}/unread`)) await late.promise;
    return given;
  });
  counts = [countOf(agentId), countOf(other, { unread: 3 }), countOf("agent-3", { unread: 5 })];
  await poll();
  act(() => dropAgent(other));
  await titled("(1) Agent · Inbox");
  late.resolve();
  await titled("(6) Agent · Inbox");
});

it("closes the device's notes about another agent that became old news", async () => {
  const shown = ["read", "new"].map((tag) => ({
    ...{ tag, data: { path: `/inbox/${orgId}/${other}/${tag}`, about: "message" } },
    close: vi.fn(),
  }));
  const value = { getRegistrations: async () => [{ getNotifications: ofTag }] };
  vi.stubGlobal("navigator", Object.create(navigator, { serviceWorker: { value } }));
  let unread = 1;
  const threads = ["read", "new"].map((id) => makeThread({ id, handledBy: "human", assignee: null }));
  for (const thread of threads)
    server.on(`GET ${ofOther}/threads/${thread.id}`, () => ({
      body: { data: { ...thread, unread: thread.id === "read" ? unread : 1 } },
    }));
  await open();
  await titled("(4) Agent · Inbox");
  unread = 0;
  counts = [countOf(agentId), countOf(other, { unread: 2, waiting: 1 })];
  await poll();
  await vi.waitFor(() => expect(shown[0]?.close).toHaveBeenCalledOnce());
  expect(shown[1]?.close).not.toHaveBeenCalled();

  async function ofTag({ tag }: { tag?: string } = {}) {
    return shown.filter((one) => tag === undefined || one.tag === tag);
  }
});

it("tells nothing of a conversation there that the user muted, nor of a colleague's", async () => {
  mutedIds = ["thread-9"];
  await open();
  await titled("(4) Agent · Inbox");
  await happens({}, "unassigned");
  await vi.waitFor(() =>
    expect(server.requests.map(({ path }) => path)).toContain(`${ofOther}/threads/quiet`),
  );
  await happens({ id: "thread-8", assignee: { id: "user-9", name: "Bo" } }, "assigned");
  await act(async () => {});
  expect([notes, notices.items]).toEqual([[], []]);
});

it("asks for nothing where there is one agent, and no more once it is refused", async () => {
  await open([agentId]);
  await act(() => vi.advanceTimersByTimeAsync(pollMs));
  expect(asked()).toBe(0);
  server.on(`GET /api/console/v1/org/${orgId}/unread`, { status: 403, code: "forbidden" });
  act(() => void agents.items.push(makeAgent({ id: other })));
  await vi.waitFor(() => expect(asked()).toBe(1));
  await act(async () => {});
  await act(() => vi.advanceTimersByTimeAsync(2 * pollMs));
  expect(asked()).toBe(1);
});

/** Lets the tab be looked at, or not. */
function show(isShown: boolean): void {
  Object.defineProperty(document, "hidden", { value: !isShown, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}
