import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Message, Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { agentId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import { closeInbox, openInbox, serveInbox } from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { session } from "../../../../tests/kit/console/openConsole.tsx";
import { makeContact, makeMessage, makeThread } from "../../../../tests/kit/samples.ts";
import { authentication } from "../../../state/accounts/authentication.ts";
import { connection } from "../../../state/platform/connection.ts";
import { conversation } from "../../../state/conversations/threads/conversation.ts";

const call = "PATCH threads/thread-1";
const read = { data: { read: true } };
const me = { id: session.user._id, name: "Ana" };

let server: ConsoleServer;
/** As the server has it. */
let thread: Thread;
/** The position of the newest message. */
let last: number;

beforeEach(() => {
  last = 100;
  server = startConsoleServer();
  Object.assign(authentication, { user: session.user });
  thread = makeThread({ id: "thread-1", agentId, contact: makeContact({ name: "Mia" }) });
  serveInbox(server, { thread: () => thread });
  server.on(call, () => {
    thread = { ...thread, unread: 0 };
    return { body: { data: thread } };
  });
});
afterEach(() => {
  cleanup();
  closeInbox();
  Object.assign(authentication, { user: null });
  connection.isReachable = true;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(query = "") {
  await openInbox(server, `inbox/conversations/thread-1${query}`);
  await screen.findByText("Hello");
}

const log = () => screen.getByRole("log", { name: "Messages" });
const wayDown = () => screen.queryByRole("button", { name: /new message/ });

/** Nothing is laid out here: the list is five times as high as what shows of it. */
function scrollTo(top: number) {
  Object.defineProperties(log(), {
    scrollHeight: { value: 2000, configurable: true },
    clientHeight: { value: 400, configurable: true },
  });
  log().scrollTop = top;
  fireEvent.scroll(log());
}

/** The visitor writes: the message is told, and that it is unread. */
function say(...contents: string[]) {
  for (const content of contents) {
    thread = { ...thread, unread: thread.unread + 1 };
    tell({ content });
    act(() => server.tell({ type: "thread", thread }));
  }
}

function tell(part: Partial<Message>) {
  last += 1;
  const message = makeMessage({ threadId: "thread-1", id: `m${last}`, position: last, ...part });
  act(() => server.tell({ type: "message", message }));
}

describe("new messages below the visible part", () => {
  it("show a link, and stay unread until it is pressed", async () => {
    await open();
    scrollTo(0);
    say("One");
    await waitFor(() => expect(wayDown()?.textContent).toBe("1 new message"));
    expect(wayDown()?.closest("[role=status]")).toBeTruthy();
    tell({ role: "support", author: me, content: "My own" });
    tell({ kind: "event", content: "" });
    say("Two", "Three");
    await waitFor(() => expect(wayDown()?.textContent).toBe("3 new messages"));
    expect(server.sent(call)).toEqual([]);
    fireEvent.click(wayDown() ?? document.body);
    expect(log().scrollTop).toBe(2000);
    expect(document.activeElement).toBe(log());
    scrollTo(1600);
    await waitFor(() => expect(server.sent(call)).toEqual([read]));
    expect(wayDown()).toBeNull();
    scrollTo(0);
    expect(wayDown()).toBeNull();
  });

  it("is read on arrival by a reader at the end", async () => {
    await open();
    say("One");
    await waitFor(() => expect(server.sent(call)).toEqual([read]));
    expect(wayDown()).toBeNull();
  });

  it("is counted where what shows is far above, and leads to the newest", async () => {
    const newest = makeMessage({ id: "newest", threadId: "thread-1", position: 90, content: "Hello" });
    const older = makeMessage({ id: "older", threadId: "thread-1", position: 1, content: "Long ago" });
    server.on("GET threads/thread-1/messages", ({ query }) => ({
      body: { items: ["around" in query ? older : newest], hasMore: false, hasNewer: "around" in query },
    }));
    await openInbox(server, "inbox/conversations/thread-1?message=older");
    await screen.findByText("Long ago");
    await waitFor(() => expect(screen.queryByText("Hello")).toBeNull());
    say("One", "Two");
    await waitFor(() => expect(wayDown()?.textContent).toBe("2 new messages"));
    expect(server.sent(call)).toEqual([]);
    fireEvent.click(wayDown() ?? document.body);
    await screen.findByText("Hello");
    await waitFor(() => expect(server.sent(call)).toContainEqual(read));
    expect(location.search).toBe("");
  });
});

describe("a conversation that could not be marked as read", () => {
  const unread = () => conversation.thread?.unread;

  it("stays unread, and is marked once the server answers again", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const mark = server.on;
    await open();
    mark(call, "cut");
    say("One");
    await waitFor(() => expect(warn).toHaveBeenCalled());
    await waitFor(() => expect(unread()).toBe(1));
    expect(connection.isReachable).toBe(false);
    const before = server.sent(call).length;
    mark(call, () => ({ body: { data: { ...thread, unread: 0 } } }));
    act(() => void (connection.isReachable = true));
    await waitFor(() => expect(unread()).toBe(0));
    expect(server.sent(call)).toHaveLength(before + 1);
  });

  it("is marked by the next message that comes, and asked for no oftener", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await open();
    server.on(call, { status: 403, code: "forbidden", message: "You can’t do this." });
    say("One");
    await waitFor(() => expect(warn).toHaveBeenCalled());
    await waitFor(() => expect(unread()).toBe(1));
    // The list is read again: the same thread comes as another object.
    act(() => server.tell({ type: "thread", thread: { ...thread } }));
    await waitFor(() => expect(conversation.thread?.unread).toBe(1));
    tell({ role: "assistant", content: "Nobody new" });
    await screen.findByText("Nobody new");
    expect(server.sent(call)).toHaveLength(1);
    say("Two");
    await waitFor(() => expect(server.sent(call)).toHaveLength(2));
    await waitFor(() => expect(unread()).toBe(2));
  });
});
