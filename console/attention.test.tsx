import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Thread } from "../shared/contract/conversations/conversations.ts";
import { makeAgent, openScreen } from "../tests/kit/console/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../tests/kit/console/consoleServer.ts";
import { makeThreadFilters } from "../tests/kit/conversations/inbox/inboxServer.tsx";
import { recordSounds } from "../tests/kit/browser/recordSounds.ts";
import { session } from "../tests/kit/console/openConsole.tsx";
import { createLocks } from "../tests/kit/browser/locks.ts";
import { makeThread } from "../tests/kit/samples.ts";
import { showTab } from "../tests/kit/browser/showTab.ts";
import { authentication } from "./state/accounts/authentication.ts";
import { closeConversation } from "./state/conversations/threads/conversation.ts";
import { inboxSound } from "./state/conversations/inbox/inboxSound.ts";
import { inboxFilters } from "./state/conversations/inbox/inboxFilters.ts";
import { closeLive } from "./state/platform/live.ts";
import { navigate } from "./state/shell/navigation.ts";
import { organization } from "./state/accounts/organization.ts";
import { setMuted } from "./state/notifications/quiet.ts";
import { reset } from "./state/platform/resource.ts";
import { threads } from "./state/conversations/threads/threads.ts";
import Inbox from "./screens/conversations/inbox/Inbox.tsx";
import { Attention } from "./shell/attention/Attention.tsx";
import { stubNavigator } from "../tests/kit/browser/stubNavigator.ts";

const thread = makeThread({ id: "thread-1", agentId, handledBy: "human", assignee: null });
let server: ConsoleServer;
let items: Thread[];
let unread: number;
let heard: number[];

beforeEach(() => {
  server = startConsoleServer();
  Object.assign(authentication, { user: session.user });
  [items, heard, unread] = [[thread], recordSounds(), 0];
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET threads", () => ({ body: { items, page: { page: 1, limit: 50, total: items.length } } }));
  server.on("GET threads/filters", { body: { data: makeThreadFilters() } });
  server.on("GET threads/unread", () => ({ body: { data: { unread } } }));
  document.head.innerHTML = `<link rel="icon" href="/favicon.svg"><link rel="icon" href="data:image/svg+xml,${encodeURIComponent("<svg></svg>")}">`;
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
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(at = "inbox/conversations") {
  const isInbox = at.startsWith("inbox");
  const screen = () => (
    <>
      <Attention path={location.pathname} />
      {isInbox && <Inbox />}
    </>
  );
  openScreen({ at, route: isInbox ? "inbox/conversations/:threadId?" : at, screen });
  await waitFor(() => expect(server.openStreams()).toBe(1));
}

const unreadReads = () => server.requests.filter(({ path }) => path === "threads/unread");
const come = (part: Partial<Thread>) =>
  act(() => server.tell({ type: "thread", thread: { ...thread, lastActivityAt: Date.now(), ...part } }));

describe("the browser's tab", () => {
  it("says how many conversations have something new, by its title and a dot, as long as they have", async () => {
    unread = 3;
    await open();
    const icon = () => document.querySelector<HTMLLinkElement>('link[rel=icon][href^="data:"]')?.href ?? "";
    await waitFor(() => expect(document.title).toBe("(3) Agent · Inbox"));
    expect(decodeURIComponent(icon())).toContain("<circle");
    unread = 0;
    come({ unread: 0 });
    await waitFor(() => expect(document.title).toBe("Agent · Inbox"));
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

  it("says it on every screen of the agent, by whatever name each has", async () => {
    unread = 2;
    await open("settings");
    await waitFor(() => expect(document.title).toBe("(2) Agent · Inbox"));
    document.title = "Agent · Settings";
    await waitFor(() => expect(document.title).toBe("(2) Agent · Settings"));
    act(() => navigate("/accounts/org-1/dashboard"));
    await waitFor(() => expect(document.title).toBe("Agent · Settings"));
  });

  it("says the newest count, when two were asked for and the older one comes last", async () => {
    const [answer, late] = [fetch, Promise.withResolvers<void>()];
    const counts = [5];
    const answered = [late.promise, Promise.resolve(), new Promise(() => {})];
    server.on("GET threads/unread", () => ({ body: { data: { unread: counts.shift() ?? 2 } } }));
    vi.stubGlobal("fetch", async (...asked: Parameters<typeof fetch>) => {
      const given = await answer(...asked);
      if (String(asked[0]).endsWith("threads/unread")) await answered.shift();
      return given;
    });
    await open("settings");
    await waitFor(() => expect(document.title).toBe("(2) Agent · Inbox"));
    late.resolve();
    come({ unread: 0 });
    await waitFor(() => expect(unreadReads()).toHaveLength(3));
    expect(document.title).toBe("(2) Agent · Inbox");
  });

  it("counts again once a conversation is muted", async () => {
    unread = 2;
    server.on("PUT threads/thread-1/mute", { body: {} });
    await open("settings");
    await waitFor(() => expect(document.title).toBe("(2) Agent · Inbox"));
    unread = 1;
    const orgId = organization._id ?? "";
    await act(() => setMuted({ orgId, agentId, threadId: "thread-1" }, true));
    await waitFor(() => expect(document.title).toBe("(1) Agent · Inbox"));
  });

  it("stops asking for a deleted agent", async () => {
    vi.useFakeTimers();
    server.hasLiveEvents = false;
    server.on("GET threads/unread", { status: 404, code: "not_found" });
    openScreen({ at: "settings", route: "settings", screen: () => <Attention path={location.pathname} /> });
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(unreadReads()).toHaveLength(1);
  });

  it("tells nothing to members without access to conversations", async () => {
    unread = 2;
    openScreen({
      ...{ at: "settings", route: "settings", roles: [] },
      screen: () => <Attention path={location.pathname} />,
    });
    await act(async () => {});
    expect(server.requests).toEqual([]);
  });

  it("sounds once for a new waiting conversation if the sound is on", async () => {
    await open();
    come({ unread: 1 });
    expect(heard).toEqual([]);
    fireEvent.click(await screen.findByRole("menuitem", { name: "Turn on sound", hidden: true }));
    const rings = (times: number) => waitFor(() => expect(heard).toHaveLength(2 * times));
    await rings(1);
    come({ unread: 2 });
    await rings(2);
    // What is told again, is a colleague's, or the agent's, is no news.
    come({ unread: 2 });
    come({ unread: 3, assignee: { id: "user-9", name: "Bo" } });
    come({ unread: 4, handledBy: "ai" });
    come({ unread: 5, priority: "urgent", assignee: { id: "u1", name: "Ada" } });
    // All that was told is there when the last of it shows.
    await screen.findByText("Urgent");
    await act(async () => {});
    await rings(3);
  });
});

describe("a note of the browser's", () => {
  const notes: { title: string; options: NotificationOptions; onclick?: () => void; close(): void }[] = [];
  const requestPermission = vi.fn(async () => FakeNotification.permission);

  class FakeNotification {
    static permission: NotificationPermission = "granted";
    static requestPermission = requestPermission;
    constructor(title: string, options: NotificationOptions) {
      notes.push(Object.assign(this, { title, options, close() {} }));
    }
  }

  beforeEach(() => {
    notes.length = 0;
    requestPermission.mockClear();
    FakeNotification.permission = "granted";
    vi.stubGlobal("Notification", FakeNotification);
    vi.stubGlobal("isSecureContext", true);
    stubNavigator({ locks: createLocks() });
    localStorage.setItem("browserNotes", "on");
  });
  afterEach(() => showTab(true));

  it("tells in a hidden tab of new messages without their text, and opens the conversation", async () => {
    await open("settings");
    showTab(false);
    await waitFor(() => expect(server.openStreams()).toBe(1));
    come({ unread: 1 });
    await waitFor(() => expect(notes).toHaveLength(1));
    expect(notes[0]).toMatchObject({
      title: "Inbox",
      options: { body: "News in a conversation that needs a person.", tag: "thread-1", renotify: true },
    });
    come({ unread: 2, handledBy: "ai" });
    come({ unread: 3, assignee: { id: "u1", name: "Ada" }, lastActivityAt: Date.now() + 1 });
    await waitFor(() => expect(notes).toHaveLength(2));
    expect(notes[1]?.options.body).toBe("News in one of your conversations.");
    act(() => notes[0]?.onclick?.());
    expect(location.pathname).toMatch(/inbox\/conversations\/thread-1$/);
    expect(location.search).toBe("");
    act(() => navigate("?layout=table"));
    act(() => notes[1]?.onclick?.());
    expect(location.search).toBe("?layout=table");
    expect(requestPermission).not.toHaveBeenCalled();
  });

  it.each([
    ["closes where the inbox is looked at", "inbox/conversations", true],
    ["stays where another page is", "settings", false],
  ])("of all that wait again in an agent %s", async (_, at, isClosed) => {
    const close = vi.fn();
    const note = { tag: agentId, data: { path: `/inbox/org-1/${agentId}`, about: "back" }, close };
    const getNotifications = vi.fn(async ({ tag = agentId } = {}) => (tag === agentId ? [note] : []));
    stubNavigator({ serviceWorker: { getRegistrations: async () => [{ getNotifications }] } });
    const counts = { agentId, unread: 3, waiting: 3, mark: "", number: 1 };
    server.on("GET /api/console/v1/org/org-1/unread", { body: { data: [counts] } });
    await open(at);
    await waitFor(() =>
      expect(server.requests.map(({ path }) => path)).toContain("/api/console/v1/org/org-1/unread"),
    );
    await waitFor(() => expect(close).toHaveBeenCalledTimes(isClosed ? 1 : 0));
  });

  it.each([
    ["while somebody looks", () => {}],
    ["where it is turned off", () => localStorage.setItem("browserNotes", "off")],
    ["where the browser was told to show none", () => (FakeNotification.permission = "denied")],
  ])("does not come %s", async (where, change) => {
    change();
    await open("settings");
    if (where !== "while somebody looks") showTab(false);
    await waitFor(() => expect(server.openStreams()).toBe(1));
    inboxSound.isOn = true;
    come({ unread: 1 });
    await waitFor(() => expect(heard).toHaveLength(2));
    expect(notes).toEqual([]);
  });
});
