import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { Attention } from "../../../console/shell/attention/Attention.tsx";
import { AgentList } from "../../../console/shell/AgentList.tsx";
import { agents } from "../../../console/state/agents/agents.ts";
import { authentication } from "../../../console/state/accounts/authentication.ts";
import { closeLive } from "../../../console/state/platform/live.ts";
import { closeNotices, openNotices } from "../../../console/state/notifications/notices.ts";
import type { Thread } from "../../../shared/contract/conversations/conversations.ts";
import type { AgentUnread } from "../../../shared/contract/conversations/inbox/threadCounts.ts";
import { makeAgent, openScreen } from "../console/consoleScreen.tsx";
import { agentId, orgId, startConsoleServer } from "../console/consoleServer.ts";
import type { ConsoleServer, ServedRequest } from "../console/consoleServer.ts";
import { createLocks } from "../browser/locks.ts";
import { session } from "../console/openConsole.tsx";
import { makeMessage, makeThread } from "../samples.ts";
import { showTab } from "../browser/showTab.ts";
import { stubNavigator } from "../browser/stubNavigator.ts";

/** The agent that is not open. */
export const other = "agent-2";
export const ofOther = `/api/console/v1/org/${orgId}/copilotapps/${other}`;
export const eventsOf = (id: string) => `GET /api/public/v1/copilotapps/${id}/events`;
export const ofAll = `GET /api/console/v1/org/${orgId}/unread`;
export const ada = { id: session.user._id, name: "Ada" };

export interface ShownNote {
  title: string;
  body: string;
  onclick?: () => void;
}

/** An organization with two agents and more where a test says so, of which Ada has one open. */
export interface TwoAgents {
  /** The server of the test that runs. */
  server: () => ConsoleServer;
  /** What all agents have, as it is counted next. */
  counts: AgentUnread[];
  /** The other agent's conversations of which Ada wants to hear nothing. */
  mutedIds: string[];
  /** What the browser was told to show. */
  notes: ShownNote[];
  open(ids?: string[]): Promise<void>;
  /** Waits until all are counted again. */
  poll(): Promise<void>;
  asked(): number;
  heardOther(): ServedRequest[];
  /** Has something happen in the other agent that is heard once all are counted again. */
  prepare(part: Partial<Thread>, content: string, ago?: number): void;
  /** Has it happen, and be heard. */
  happens(part: Partial<Thread>, content: string, ago?: number): Promise<void>;
}

const pollMs = 15_000;

/** Lets the time pass after which all are counted again. */
export const passPoll = (times = 1) => act(() => vi.advanceTimersByTimeAsync(times * pollMs));

export const titled = (title: string) => vi.waitFor(() => expect(document.title).toBe(title));

export function countOf(id: string, part: Partial<AgentUnread> = {}): AgentUnread {
  return { agentId: id, unread: 0, waiting: 0, mark: "0", number: 0, ...part };
}

/** Has each test of a file begin with the agent that is open and the other one, in a browser that shows notes. */
export function beginWithTwoAgents(): TwoAgents {
  let server: ConsoleServer;
  let number = 0;

  class FakeNotification {
    static permission = "granted";
    constructor(title: string, { body }: { body: string }) {
      app.notes.push(Object.assign(this, { title, body }));
    }
    close() {}
  }

  const app: TwoAgents = {
    server: () => server,
    ...{ counts: [], mutedIds: [], notes: [] },
    async open(ids = [agentId, other]) {
      const items = ids.map((id) => makeAgent({ id, name: id === other ? "Quay Help" : "Harbour Help" }));
      const list = { agents: items, routes: [], orgId, selectedId: agentId };
      openScreen({
        ...{ at: "settings", route: "settings" },
        screen: () => (
          <>
            <Attention path={location.pathname} />
            <AgentList {...list} path={location.pathname} />
          </>
        ),
      });
      act(() => void Object.assign(agents, { items }));
      await vi.waitFor(() => expect(server.openStreams()).toBe(1));
    },
    async poll() {
      const before = app.asked();
      await passPoll();
      await vi.waitFor(() => expect(app.asked()).toBe(before + 1));
    },
    asked: () => requestsOf(ofAll).length,
    heardOther: () => requestsOf(eventsOf(other)),
    prepare(part, content, ago = 0) {
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
      server.on(eventsOf(other), {
        events: [
          { type: "ready", number: number + 9 },
          { type: "message", number: number + 8, message },
          { type: "thread", number: number + 9, thread },
        ],
        isHeld: true,
      });
      app.counts = [countOf(agentId), countOf(other, { unread: 4, mark: thread.id, number: number + 9 })];
    },
    async happens(...what) {
      app.prepare(...what);
      await app.poll();
    },
  };

  function requestsOf(call: string): ServedRequest[] {
    return server.requests.filter(({ method, path }) => `${method} ${path}` === call);
  }

  beforeEach(() => {
    // Those that a poll goes by; the rest is awaited.
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    server = startConsoleServer();
    Object.assign(authentication, { user: session.user });
    openNotices(session.user._id);
    const counts = [countOf(agentId, { unread: 7 }), countOf(other, { unread: 3, waiting: 1 })];
    Object.assign(app, { counts, mutedIds: [], notes: [] });
    number = 0;
    server.on("GET threads/unread", { body: { data: { unread: 1 } } });
    server.on(ofAll, () => ({ body: { data: app.counts } }));
    server.on(`GET ${ofOther}/threads/quiet`, () => ({
      body: { data: { quietHours: null, mutedIds: app.mutedIds } },
    }));
    vi.stubGlobal("Notification", FakeNotification);
    vi.stubGlobal("isSecureContext", true);
    stubNavigator({ locks: createLocks() });
    localStorage.setItem("browserNotes", "on");
    document.head.innerHTML = "<title>Agent · Inbox</title>";
  });
  afterEach(() => {
    closeLive();
    closeNotices();
    showTab(true);
    localStorage.clear();
    Object.assign(authentication, { user: null });
    document.head.innerHTML = "";
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  return app;
}
