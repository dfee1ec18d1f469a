import { act } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { agentId, orgId } from "../tests/kit/console/consoleServer.ts";
import type { Served } from "../tests/kit/console/consoleServer.ts";
import { makeMessage, makeThread } from "../tests/kit/samples.ts";
import { showTab } from "../tests/kit/browser/showTab.ts";
import {
  ada,
  beginWithTwoAgents,
  countOf,
  eventsOf,
  ofOther,
  other,
  titled,
} from "../tests/kit/agents/twoAgents.tsx";
import { closeWatched, watchAllUnread } from "./shell/attention/watchAllUnread.ts";
import { allUnread } from "./state/conversations/inbox/allUnread.ts";
import { notices } from "./state/notifications/notices.ts";
import { stubNavigator } from "../tests/kit/browser/stubNavigator.ts";

const app = beginWithTwoAgents();

/** Opens the console, and waits until all is counted; then somebody continues looking at it, or not. */
async function open(isSeen = true): Promise<void> {
  await app.open();
  await titled("(4) Agent · Inbox");
  if (!isSeen) act(() => showTab(false));
}

const tellsOf = (threadIds: string[]) =>
  vi.waitFor(() => expect(notices.items.map(({ path }) => path.split("/").at(-1))).toEqual(threadIds));

it("tells in a hidden tab of what is given to the user in another agent, and leads there", async () => {
  await open(false);
  await app.happens({ assignee: ada }, "assigned");
  await vi.waitFor(() => expect(app.notes).toHaveLength(1));
  expect(app.notes[0]).toMatchObject({ title: "Quay Help", body: "A conversation was assigned to you." });
  await vi.waitFor(() => expect(notices.items).toHaveLength(1));
  const path = `/accounts/${orgId}/cp/${other}/inbox/conversations/thread-9`;
  expect(notices.items[0]).toMatchObject({ text: "Quay Help: A conversation was assigned to you.", path });
  act(() => app.notes[0]?.onclick?.());
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
  await open(false);
  app.server().on(eventsOf(other), failure);
  app.counts = [countOf(agentId), countOf(other, { unread: 4, mark: "thread-9", number: 9 })];
  await app.poll();
  await vi.waitFor(() => expect(app.heardOther()).toHaveLength(1));
  expect(app.notes).toEqual([]);
  await app.happens({ assignee: ada }, "assigned");
  await vi.waitFor(() => expect(app.notes).toHaveLength(1));
  const heard = app.heardOther().length;
  await app.poll();
  await act(async () => {});
  expect([app.notes.length, app.heardOther().length]).toEqual([1, heard]);
});

it.each([
  ["two minutes ago is told", 120_000, ["thread-8", "thread-9"]],
  ["ten minutes ago is not", 600_000, ["thread-8"]],
])("what came there %s, as a hidden tab is seldom woken", async (_, ago, told) => {
  await open(false);
  await app.happens({ assignee: ada }, "assigned", ago);
  await vi.waitFor(() => expect(app.heardOther()).toHaveLength(1));
  await app.happens({ id: "thread-8", assignee: ada }, "woken");
  await tellsOf(told);
});

it.each([
  ["a hidden tab leaves what another one has to it", false, ["thread-8"]],
  ["a tab that somebody looks at has all", true, ["thread-8", "thread-9"]],
])("in the bell of %s", async (_, isSeen, told) => {
  await open(isSeen);
  const by = { at: Date.now(), by: "another tab" };
  localStorage.setItem("toldNews", JSON.stringify({ "bell of thread-9": by }));
  await app.happens({ assignee: ada }, "assigned");
  await vi.waitFor(() => expect(app.heardOther()).toHaveLength(1));
  await app.happens({ id: "thread-8", assignee: ada }, "woken");
  await tellsOf(told);
});

it("has each conversation in the bell, though the same happened there a moment before", async () => {
  await open();
  await app.happens({ assignee: ada }, "assigned");
  await tellsOf(["thread-9"]);
  await app.happens({ id: "thread-8", assignee: ada }, "assigned");
  await tellsOf(["thread-8", "thread-9"]);
});

it("tells in one count of all agents where something happened, however many", async () => {
  const ids = Array.from({ length: 5 }, (_, index) => `many-${index}`);
  app.counts = ids.map((id) => countOf(id));
  await app.open([agentId, ...ids]);
  await vi.waitFor(() => expect(app.asked()).toBe(1));
  await act(async () => {});
  act(() => showTab(false));
  for (const id of ids) {
    const thread = makeThread({
      ...{ id: `thread of ${id}`, agentId: id, handledBy: "human", assignee: null, unread: 1 },
      lastActivityAt: Date.now(),
    });
    app.server().on(eventsOf(id), {
      events: [
        { type: "ready", number: 9 },
        { type: "thread", number: 9, thread },
      ],
    });
    app.server().on(`GET /api/console/v1/org/${orgId}/copilotapps/${id}/threads/quiet`, {
      body: { data: { quietHours: null, mutedIds: [] } },
    });
  }
  app.counts = ids.map((id) => countOf(id, { mark: "1", number: 9 }));
  await app.poll();
  await vi.waitFor(() => expect(app.notes).toHaveLength(5));
});

it("tells once what came to an agent between the last count and its being opened", async () => {
  const stop = watchAllUnread({ orgId, openId: agentId });
  await vi.waitFor(() => expect(allUnread.of[other]).toBeDefined());
  stop();
  app.prepare({ assignee: ada }, "assigned");
  const stopOpen = watchAllUnread({ orgId, openId: other });
  await vi.waitFor(() => expect(notices.items).toHaveLength(1));
  app.counts = [countOf(agentId), countOf(other, { mark: "later", number: 30 })];
  await app.poll();
  await act(async () => {});
  expect(app.heardOther()).toHaveLength(1);
  stopOpen();
  closeWatched();
});

it("continues where it stopped, if it could not read everything in time", async () => {
  const enough = new AbortController();
  const thread = makeThread({
    ...{ agentId: other, handledBy: "human", assignee: null, unread: 1, lastActivityAt: Date.now() },
  });
  vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(enough.signal);
  await open();
  app.server().on(eventsOf(other), {
    events: [
      { type: "ready", number: 19 },
      { type: "thread", number: 15, thread },
    ],
    isHeld: true,
  });
  app.counts = [countOf(agentId), countOf(other, { mark: "1", number: 19 })];
  await app.poll();
  await vi.waitFor(() => expect(app.heardOther()).toHaveLength(1));
  await vi.waitFor(() => expect(notices.items).toHaveLength(1));
  enough.abort();
  await act(async () => {});
  app.counts = [countOf(agentId), countOf(other, { mark: "2", number: 29 })];
  await app.poll();
  await vi.waitFor(() => expect(app.heardOther()).toHaveLength(2));
  expect(app.heardOther()[1]?.query).toMatchObject({ after: "15" });
});

it("announces in the bell only while mutes are unknown", async () => {
  app.server().on(`GET ${ofOther}/threads/quiet`, { status: 503, code: "unavailable" });
  await open(false);
  await app.happens({ assignee: ada }, "assigned");
  await vi.waitFor(() => expect(notices.items).toHaveLength(1));
  expect(app.notes).toEqual([]);
});

it("closes the device's notes about another agent that became old news", async () => {
  const shown = ["read", "new"].map((tag) => ({
    ...{ tag, data: { path: `/inbox/${orgId}/${other}/${tag}`, about: "message" } },
    close: vi.fn(),
  }));
  stubNavigator({ serviceWorker: { getRegistrations: async () => [{ getNotifications: ofTag }] } });
  let unread = 1;
  const threads = ["read", "new"].map((id) => makeThread({ id, handledBy: "human", assignee: null }));
  for (const thread of threads)
    app.server().on(`GET ${ofOther}/threads/${thread.id}`, () => ({
      body: { data: { ...thread, unread: thread.id === "read" ? unread : 1 } },
    }));
  await open();
  unread = 0;
  app.counts = [countOf(agentId), countOf(other, { unread: 2, waiting: 1 })];
  await app.poll();
  await vi.waitFor(() => expect(shown[0]?.close).toHaveBeenCalledOnce());
  expect(shown[1]?.close).not.toHaveBeenCalled();

  async function ofTag({ tag }: { tag?: string } = {}) {
    return shown.filter((one) => tag === undefined || one.tag === tag);
  }
});

it("tells nothing of a conversation there that the user muted, nor of a colleague's", async () => {
  app.mutedIds = ["thread-9"];
  await open();
  await app.happens({}, "unassigned");
  await vi.waitFor(() =>
    expect(app.server().requests.map(({ path }) => path)).toContain(`${ofOther}/threads/quiet`),
  );
  await app.happens({ id: "thread-8", assignee: { id: "user-9", name: "Bo" } }, "assigned");
  await act(async () => {});
  expect([app.notes, notices.items]).toEqual([[], []]);
});

it("rings for a run of the open agent that has no conversation, and leads to where it is decided", async () => {
  await open();
  const asked = { runId: "r1", workflowName: "Nightly", mayDecide: true };
  app.server().on(`GET /api/workflow/v1.0/${orgId}/workflowapprovals`, {
    body: { items: [{ ...asked, runId: "r0", mayDecide: false }, asked] },
  });
  act(() => app.server().tell({ type: "workflow", workflowId: "w1", runId: "r0", what: "asks" }));
  act(() => app.server().tell({ type: "workflow", workflowId: "w1", runId: "r1", what: "asks" }));
  await vi.waitFor(() => expect(notices.items).toHaveLength(1));
  const path = `/accounts/${orgId}/cp/${agentId}/inbox/conversations`;
  expect(notices.items[0]).toMatchObject({ text: "“Nightly” needs your approval.", path });
});
