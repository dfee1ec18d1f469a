import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { agentId, startConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import { createLocks } from "../../../tests/kit/browser/locks.ts";
import { showTab } from "../../../tests/kit/browser/showTab.ts";
import { closeLive, live, watchAgent } from "./live.ts";
import { stubNavigator } from "../../../tests/kit/browser/stubNavigator.ts";

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
});
afterEach(() => {
  showTab(true);
  closeLive();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const streamsAre = (count: number) => vi.waitFor(() => expect(server.openStreams()).toBe(count));
/** Where each stream began; the window is shared with other files, whose readings are no streams. */
const asked = () =>
  server.requests.filter(({ path }) => path.endsWith(`/${agentId}/events`)).map(({ query }) => query.after);

describe("the live events of an agent", () => {
  it("come to all that hear them over one stream", async () => {
    const heard: string[] = [];
    watchAgent(agentId, { onEvent: ({ type }) => heard.push(`one ${type}`) });
    watchAgent(agentId, { onEvent: ({ type }) => heard.push(`two ${type}`) });
    await streamsAre(1);
    server.tell({ type: "agent" });
    await vi.waitFor(() => expect(heard).toEqual(["one agent", "two agent"]));
    expect(live.isLive).toBe(true);
  });

  it("end for good when their organization is left, whatever releases them later", async () => {
    vi.useFakeTimers();
    const letGo = watchAgent(agentId, {});
    await streamsAre(1);
    closeLive();
    await streamsAre(0);
    const timers = vi.getTimerCount();
    letGo();
    expect(vi.getTimerCount()).toBe(timers);
  });

  it("begin with a fresh reading, because what happened just before is in neither", async () => {
    const readAfresh = vi.fn();
    watchAgent(agentId, { onReadAfresh: readAfresh });
    await vi.waitFor(() => expect(readAfresh).toHaveBeenCalledTimes(1));
  });

  it("pause while the tab is hidden, and continue from the last seen one", async () => {
    const readAfresh = vi.fn();
    const heard: number[] = [];
    watchAgent(agentId, {
      onEvent: (event) => "number" in event && heard.push(event.number),
      onReadAfresh: readAfresh,
    });
    await streamsAre(1);
    server.tell({ type: "agent" });
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    showTab(false);
    await streamsAre(0);
    showTab(true);
    await streamsAre(1);
    expect(asked()).toEqual([undefined, String(heard[0])]);
    expect(readAfresh).toHaveBeenCalledTimes(1);
  });

  it("come to one of the hidden tabs that tell what is new, and to the next one when that goes", async () => {
    const other = Promise.withResolvers<void>();
    stubNavigator({ locks: createLocks() });
    void navigator.locks.request(`pilothouse live ${agentId}`, () => other.promise);
    const heard: number[] = [];
    watchAgent(agentId, {
      hearsHidden: true,
      onEvent: (event) => "number" in event && heard.push(event.number),
    });
    await streamsAre(1);
    showTab(false);
    await streamsAre(0);
    other.resolve();
    await streamsAre(1);
    server.tell({ type: "agent" });
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    showTab(true);
    await streamsAre(1);
    server.tell({ type: "agent" });
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    expect(asked()).toHaveLength(2);
  });

  it("come to hidden tabs of three agents at once, and to a further one when one of these goes", async () => {
    const locks = createLocks();
    const request = vi.spyOn(locks, "request");
    stubNavigator({ locks });
    const others = [1, 2, 3].map(() => Promise.withResolvers<void>());
    for (const [index, { promise }] of others.slice(1).entries())
      void navigator.locks.request(`pilothouse live ${index + 1}`, () => promise);
    showTab(false);
    watchAgent(agentId, { hearsHidden: true });
    await streamsAre(1);
    showTab(true);
    await streamsAre(1);
    void navigator.locks.request("pilothouse live 3", () => others[0]?.promise);
    showTab(false);
    await streamsAre(0);
    const wanted = () => request.mock.calls.map(([name]) => name);
    await vi.waitFor(() => expect(wanted().filter((name) => name === "pilothouse live 3")).toHaveLength(3));
    // Any of the places will do.
    others[1]?.resolve();
    await streamsAre(1);
    expect(wanted()).not.toContain("pilothouse live 4");
  });

  it("stay live with who goes to another agent, when the stream of the one before ends", async () => {
    const before = { events: [{ type: "ready", number: 1 }], isHeld: true } as const;
    server.on("GET /api/public/v1/copilotapps/agent-2/events", before);
    const stop = watchAgent("agent-2", {});
    await vi.waitFor(() => expect(live.isLive).toBe(true));
    const isThere = vi.fn();
    watchAgent(agentId, { onReadAfresh: isThere });
    await vi.waitFor(() => expect(isThere).toHaveBeenCalled());
    vi.useFakeTimers();
    stop();
    vi.advanceTimersByTime(60_000);
    expect(live.isLive).toBe(true);
    closeLive();
    expect(live.isLive).toBe(false);
  });

  it("end a moment after the last listener, so that the next tab finds the stream", async () => {
    const stop = watchAgent(agentId, {});
    await streamsAre(1);
    vi.useFakeTimers();
    stop();
    const stopAgain = watchAgent(agentId, {});
    vi.advanceTimersByTime(60_000);
    expect(server.openStreams()).toBe(1);
    stopAgain();
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    await streamsAre(0);
    expect(asked()).toHaveLength(1);
  });
});
