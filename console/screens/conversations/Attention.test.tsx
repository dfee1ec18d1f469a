import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Thread } from "../../../shared/contract/conversations.ts";
import { makeAgent, openScreen } from "../../../tests/kit/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../../../tests/kit/consoleServer.ts";
import type { ConsoleServer } from "../../../tests/kit/consoleServer.ts";
import { makeThreadFilters } from "../../../tests/kit/inboxServer.tsx";
import { session } from "../../../tests/kit/openConsole.tsx";
import { makeThread } from "../../../tests/kit/samples.ts";
import { authentication } from "../../state/authentication.ts";
import { closeConversation } from "../../state/conversation.ts";
import { inboxSound } from "../../state/inboxSound.ts";
import { inboxFilters } from "../../state/inboxFilters.ts";
import { closeLive } from "../../state/live.ts";
import { reset } from "../../state/resource.ts";
import { threads } from "../../state/threads.ts";
import Inbox from "./Inbox.tsx";

const thread = makeThread({ id: "thread-1", agentId, handledBy: "human", assignee: null });
let server: ConsoleServer;
let items: Thread[];
let unread: number;
let tones: number;

beforeEach(() => {
  server = startConsoleServer();
  Object.assign(authentication, { user: session.user });
  [items, tones, unread] = [[thread], 0, 0];
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET threads", () => ({ body: { items, page: { page: 1, limit: 50, total: items.length } } }));
  server.on("GET threads/filters", () => ({ body: { data: makeThreadFilters({ unread }) } }));
  vi.stubGlobal("AudioContext", SilentContext);
  vi.stubGlobal("OscillatorNode", SilentNode);
  vi.stubGlobal("GainNode", SilentNode);
  document.head.innerHTML = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent("<svg></svg>")}">`;
  document.title = "Agent · Inbox";
});
afterEach(() => {
  closeLive();
  closeConversation();
  reset(threads);
  reset(inboxFilters);
  inboxSound.isOn = false;
  localStorage.clear();
  Object.assign(authentication, { user: null });
  document.title = "";
  document.head.innerHTML = "";
  vi.unstubAllGlobals();
});

async function open(at = "inbox/conversations") {
  openScreen({ at, route: "inbox/conversations/:threadId?", screen: Inbox });
  await waitFor(() => expect(server.openStreams()).toBe(1));
}

const come = (part: Partial<Thread>) =>
  act(() => server.tell({ type: "thread", thread: { ...thread, lastActivityAt: Date.now(), ...part } }));

describe("the browser's tab", () => {
  it("says how many conversations have something new, by its title and a dot, as long as they have", async () => {
    unread = 3;
    await open();
    const icon = () => document.querySelector<HTMLLinkElement>("link[rel=icon]")?.href ?? "";
    await waitFor(() => expect(document.title).toBe("(3) Agent · Inbox"));
    expect(decodeURIComponent(icon())).toContain("<circle");
    unread = 0;
    come({ unread: 0 });
    await waitFor(() => expect(document.title).toBe("Agent · Inbox"), { timeout: 5000 });
    expect(decodeURIComponent(icon())).not.toContain("<circle");
  });

  it.each([
    [1, "(1) Agent · Inbox"],
    [99, "(99) Agent · Inbox"],
    [3482, "(99+) Agent · Inbox"],
  ])("counts all %i of the inbox, also those that a narrowed list leaves out", async (count, title) => {
    [items, unread] = [[], count];
    await open("inbox/conversations?queue=mine");
    await waitFor(() => expect(document.title).toBe(title));
  });

  it("sounds once for what comes in where a person is wanted, where somebody turned that on", async () => {
    await open();
    come({ unread: 1 });
    expect(tones).toBe(0);
    fireEvent.click(await screen.findByRole("button", { name: "Sound for what comes in" }));
    const heard = (times: number) => waitFor(() => expect(tones).toBe(2 * times));
    await heard(1);
    come({ unread: 2 });
    await heard(2);
    // What is told again, is a colleague's, or the agent's, is no news.
    come({ unread: 2 });
    come({ unread: 3, assignee: { id: "user-9", name: "Bo" } });
    come({ unread: 4, handledBy: "ai" });
    come({ unread: 5, priority: "urgent", assignee: { id: "u1", name: "Ada" } });
    // All that was told is there when the last of it shows.
    await screen.findByText("Urgent");
    await act(async () => {});
    await heard(3);
  });
});

class SilentContext {
  currentTime = 0;
  async resume() {}
}

class SilentNode {
  gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  connect(next: unknown) {
    return next;
  }
  start() {
    tones += 1;
  }
  stop() {}
}
