import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { agentId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import {
  closeInbox,
  makeThreadFilters,
  openInbox,
  serveInbox,
} from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeThread } from "../../../../tests/kit/samples.ts";

const minuteMs = 60_000;
const me = { id: "user-1", name: "Ana" };

let server: ConsoleServer;
let now: Thread;

function waits(part: Partial<Thread>): Thread {
  return makeThread({
    ...{ id: "thread-1", agentId, handledBy: "human", assignee: me, silentSince: 1_790_000_000_000 },
    ...{ waitingSince: Date.now() - minuteMs, ...part },
  });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  server = startConsoleServer();
  now = waits({ replyDueAt: Date.now() + 42.5 * minuteMs });
  serveInbox(server, { thread: () => now });
});
afterEach(() => {
  closeInbox();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const list = () => within(screen.getByRole("region", { name: "Conversations" }));
const queues = () =>
  within(screen.getByRole("navigation", { name: "Queue" }))
    .getAllByRole("link")
    .map(({ textContent }) => textContent);

describe("the time to a reply", () => {
  it.each([
    [42.5, "Due in 42m"],
    [5.5, "Due in 5m"],
    [0.1, "Due in 1m"],
    [-10, "Overdue, due 10m ago"],
  ])("of %d minutes is shown in the list and in the conversation: %s", async (left, words) => {
    now = waits({ replyDueAt: Date.now() + left * minuteMs });
    await openInbox(server, "inbox/conversations/thread-1");
    await list().findByText(words);
    const thread = within(await screen.findByRole("region", { name: /^Conversation with/ }));
    await thread.findByText(words);
  });

  it("isn't shown for a snoozed conversation, nor without a target", async () => {
    now = waits({ replyDueAt: Date.now() + minuteMs, status: "snoozed", snoozedUntil: Date.now() });
    await openInbox(server, "inbox/conversations/thread-1");
    await screen.findByText(/^AI paused/);
    expect(screen.queryByText(/^(Due in|Overdue)/)).toBeNull();
  });

  it("has a queue if a reply is due or the queue is open", async () => {
    await openInbox(server, "inbox/conversations");
    await waitFor(() => expect(queues()).toContain("Waiting"));
    expect(queues().some((name) => name?.startsWith("Due"))).toBe(false);
    server.on("GET threads/filters", { body: { data: makeThreadFilters({ queues: { due: 2 } }) } });
    now = { ...now, replyDue: "soon" };
    server.tell({ type: "thread", thread: now });
    await waitFor(() => expect(queues()).toContain("Due2"));
    fireEvent.click(screen.getByRole("link", { name: /^Due/ }));
    await waitFor(() => expect(server.requests.some(({ query }) => query["queue"] === "due")).toBe(true));
  });

  it("takes a conversation into its queue, and out of it, as it is told", async () => {
    server.on("GET threads", { body: { items: [], page: { page: 1, limit: 50, total: 0 } } });
    await openInbox(server, "inbox/conversations?queue=due");
    await screen.findByText("Nothing in this queue");
    server.tell({ type: "thread", thread: { ...now, replyDue: "overdue" } });
    await list().findByText(now.contact.name);
    server.tell({ type: "thread", thread: { ...now, waitingSince: null, replyDueAt: null } });
    await screen.findByText("Nothing in this queue");
  });
});

describe("the line about the paused agent", () => {
  it("is shown above the composer with the way back to the agent", async () => {
    await openInbox(server, "inbox/conversations/thread-1");
    const line = await screen.findByText(/^AI paused/);
    expect(line.textContent).toContain("AI paused since");
    expect(line.querySelector("time")?.dateTime).toBe(new Date(1_790_000_000_000).toISOString());
    fireEvent.click(screen.getByRole("button", { name: "Hand back" }));
    await screen.findByRole("dialog", { name: "Hand back to the agent" });
  });

  it("has no time if it is unknown, and is missing while the agent answers", async () => {
    now = waits({ silentSince: null });
    await openInbox(server, "inbox/conversations/thread-1");
    expect((await screen.findByText(/^AI paused/)).textContent).not.toContain("since");
    now = { ...now, handledBy: "ai", assignee: null };
    server.tell({ type: "thread", thread: now });
    await waitFor(() => expect(screen.queryByText(/^AI paused$/)).toBeNull());
  });
});
