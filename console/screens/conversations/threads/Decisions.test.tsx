import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { makeAgent, openScreen } from "../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import {
  closeInbox,
  makeThreadFilters,
  openInbox,
} from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeContact, makeMessage, makeThread } from "../../../../tests/kit/samples.ts";
import { endUndo, undo } from "../../../state/shell/undo.ts";
import { currentToasts } from "../../../../shared/ui/toasts.ts";
import Inbox from "../inbox/Inbox.tsx";

const filters = makeThreadFilters({
  queues: { mine: 2, waiting: 1, ai: 1, all: 3 },
  people: [
    { id: "user-1", name: "Ana", isOnline: false },
    { id: "user-2", name: "李小龍", isOnline: true },
  ],
  teams: [{ id: "team-1", name: "Support" }],
  labels: [{ id: "label-1", name: "Refund", colour: "#2f6fed" }],
});
const contact = makeContact({ name: "محمد علي" });
const thread = makeThread({ id: "thread-1", agentId, contact, labelIds: ["label-1"], priority: "urgent" });

let server: ConsoleServer;
let now: Thread;

beforeEach(() => {
  server = startConsoleServer();
  now = thread;
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET threads", () => ({ body: { items: [now], page: { page: 1, limit: 50, total: 1 } } }));
  server.on("GET threads/filters", { body: { data: filters } });
  server.on("GET threads/thread-1", () => ({ body: { data: now } }));
  server.on("GET threads/thread-1/messages", {
    body: { items: [makeMessage({ threadId: "thread-1", content: "Hello" })], hasMore: false },
  });
  server.on("PATCH threads/thread-1", () => ({ body: { data: now } }));
});
afterEach(() => {
  closeInbox();
  endUndo();
  vi.unstubAllGlobals();
});

async function open(path = "inbox/conversations/thread-1") {
  await openInbox(server, path);
}

const changes = () => server.sent("PATCH threads/thread-1").map((body) => (body as { data: unknown }).data); // the contract's

async function press(key: string) {
  await screen.findByRole("region", { name: "Properties" });
  await screen.findByRole("button", { name: "More" });
  act(() => void fireEvent.keyDown(document.body, { key }));
}

describe("the queues", () => {
  it("are links with their counts", async () => {
    await open("inbox/conversations");
    const queue = await screen.findByRole("navigation", { name: "Queue" });
    const names = () =>
      within(queue)
        .getAllByRole("link")
        .map(({ textContent }) => textContent);
    await waitFor(() =>
      expect(names()).toEqual([
        "All",
        "Mine2",
        "Unassigned",
        "Waiting1",
        "AI-handled1",
        "Mentions",
        "Snoozed",
        "Resolved",
      ]),
    );
    expect(within(queue).getByRole("link", { name: /Mine/ }).getAttribute("href")).toContain("queue=mine");
  });

  it("are narrowed in the address, and widened again where nothing matches", async () => {
    await open("inbox/conversations?queue=mine");
    fireEvent.click(await screen.findByRole("button", { name: "Filter and sort" }));
    fireEvent.change(await screen.findByLabelText("Label"), { target: { value: "label-1" } });
    await waitFor(() => expect(location.search).toContain("label=label-1"));
    await waitFor(() =>
      expect(server.requests.findLast(({ path }) => path === "threads")?.query).toMatchObject({
        ...{ queue: "mine", labelId: "label-1", sort: "newest" },
      }),
    );
    server.on("GET threads", { body: { items: [], page: { page: 1, limit: 50, total: 0 } } });
    fireEvent.change(screen.getByLabelText("Priority"), { target: { value: "low" } });
    fireEvent.click(await screen.findByRole("link", { name: "Clear filters" }));
    await waitFor(() => expect(location.search).toBe("?queue=mine"));
  });
});

describe("a conversation", () => {
  it("shows its labels and how urgent it is, in the list too", async () => {
    await open();
    const row = await screen.findByRole("link", { name: /محمد علي/ });
    await waitFor(() => expect(within(row).getByText("Refund")).toBeTruthy());
    expect(within(row).getByText("Urgent")).toBeTruthy();
  });

  it("has whole what is too long to be drawn: whose it is, and who answers", async () => {
    const name = "Ana Harbour of all the coasts ".repeat(4).trim();
    now = { ...thread, handledBy: "human", assignee: { id: "user-1", name }, team: null };
    await open();
    const head = await screen.findByRole("heading", { level: 2, name: "محمد علي" });
    expect(head.getAttribute("title")).toBe("محمد علي");
    await screen.findByRole("region", { name: "Properties" });
    expect(screen.getAllByTitle(name)).toHaveLength(2);
  });

  it("is assigned to a colleague with the key a, online members first", async () => {
    await open();
    await press("a");
    const dialog = await screen.findByRole("dialog", { name: "Assign" });
    const person = within(dialog).getByLabelText<HTMLSelectElement>("Person");
    expect([...person.options].map(({ text }) => text)).toEqual([
      "No one: the agent answers",
      "李小龍 · online",
      "Ana",
    ]);
    fireEvent.change(person, { target: { value: "user-2" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Assign" }));
    await waitFor(() =>
      expect(changes()).toContainEqual({ assigneeId: "user-2", was: { assigneeId: null } }),
    );
  });

  it("is not taken from a colleague who was given it meanwhile, until that is wanted all the same", async () => {
    const message = "李小龍 has this conversation now.";
    server.on("PATCH threads/thread-1", { status: 409, code: "conflict", message });
    await open();
    await press("a");
    const dialog = await screen.findByRole("dialog", { name: "Assign" });
    fireEvent.change(within(dialog).getByLabelText("Person"), { target: { value: "user-1" } });
    // One is told of by a conflict after the other.
    for (const id of ["user-2", "user-3"]) {
      now = { ...now, assignee: { id, name: id } };
      fireEvent.click(within(dialog).getByRole("button", { name: /^Assign/ }));
      expect((await within(dialog).findByRole("alert")).textContent).toContain(message);
    }
    server.on("PATCH threads/thread-1", () => ({ body: { data: now } }));
    fireEvent.click(within(dialog).getByRole("button", { name: "Assign anyway" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Assign" })).toBeNull());
    expect(changes()).toEqual(
      [null, "user-2", "user-3"].map((assigneeId) => ({ assigneeId: "user-1", was: { assigneeId } })),
    );
  });

  it.each([
    {
      chosen: { Person: "" },
      change: { assigneeId: null, was: { assigneeId: "user-1" } },
      told: "Back in the queue",
    },
    {
      chosen: { Team: "" },
      change: { teamId: null, was: { teamId: "team-1" } },
      told: "Not assigned to a team",
    },
    {
      chosen: { Person: "", Team: "team-2" },
      change: { assigneeId: null, teamId: "team-2", was: { assigneeId: "user-1", teamId: "team-1" } },
      told: "Assigned",
    },
    { chosen: {}, change: null, told: null },
  ])("says what became of it when it is given away: $chosen", async ({ chosen, change, told }) => {
    const teams = [...filters.teams, { id: "team-2", name: "Billing" }];
    server.on("GET threads/filters", { body: { data: { ...filters, teams } } });
    const held = { assignee: { id: "user-1", name: "Ana" }, team: { id: "team-1", name: "Support" } };
    now = { ...thread, ...held, handledBy: "human" };
    const older = currentToasts().at(-1)?.id ?? 0;
    const newer = () => currentToasts().filter(({ id }) => id > older);
    await open();
    await press("a");
    const dialog = await screen.findByRole("dialog", { name: "Assign" });
    await within(dialog).findByRole("option", { name: "Billing" });
    for (const [label, value] of Object.entries(chosen))
      fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Assign" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Assign" })).toBeNull());
    expect(changes()).toEqual(change ? [change] : []);
    expect(newer().map(({ text }) => text)).toEqual(told ? [told] : []);
  });

  it("is snoozed by the key z, never until a time that is over", async () => {
    await open();
    await press("z");
    const dialog = await screen.findByRole("dialog", { name: "Snooze" });
    expect(document.activeElement).toBe(within(dialog).getByRole("button", { name: /^In an hour/ }));
    fireEvent.change(within(dialog).getByLabelText("At another time"), {
      target: { value: "2020-01-01T10:00" },
    });
    expect(await within(dialog).findByText("Choose a time in the future.")).toBeTruthy();
    fireEvent.click(within(dialog).getByRole("button", { name: /Tomorrow morning/ }));
    await waitFor(() =>
      expect(changes()).toContainEqual({ status: "snoozed", snoozedUntil: expect.any(Number) }),
    );
  });

  it("is labelled by the key l, with a label that is made on the way", async () => {
    server.on("POST labels", { body: { data: { id: "label-2", name: "返金", colour: "#d9822b" } } });
    await open();
    await press("l");
    const dialog = await screen.findByRole("dialog", { name: "Labels" });
    fireEvent.click(within(dialog).getByRole("checkbox", { name: "Refund" }));
    await waitFor(() => expect(changes()).toContainEqual({ removeLabelIds: ["label-1"] }));
    const name = screen.getByLabelText("Find or create a label");
    fireEvent.change(name, { target: { value: "返".repeat(41) } });
    await screen.findByText("This is too long: at most 40 characters are taken.");
    expect(screen.queryByRole("button", { name: /^Create/ })).toBeNull();
    fireEvent.change(name, { target: { value: "返金" } });
    fireEvent.click(await screen.findByRole("button", { name: "Create “返金”" }));
    await waitFor(() => expect(changes()).toContainEqual({ addLabelIds: ["label-2"] }));
    expect(server.sent("POST labels")).toEqual([{ data: { name: "返金", colour: "#d9822b" } }]);
  });

  it("is resolved by the key e, which can be taken back", async () => {
    const held: Thread = { ...thread, handledBy: "human", assignee: { id: "user-1", name: "Ana" } };
    now = held;
    server.on("PATCH threads/thread-1", { body: { data: { ...thread, status: "resolved" } } });
    server.on("POST threads/thread-1/undo", { body: { data: held } });
    await open();
    await press("e");
    await screen.findByRole("button", { name: "Reopen" });
    expect(changes()).toEqual([{ status: "resolved", undoId: expect.any(String) }]);
    const [resolving] = changes() as [{ undoId: string }]; // as it was just found
    await waitFor(() => expect(undo.offer?.text).toBe("Resolved"));
    await act(async () => void (await undo.offer?.undo()));
    await screen.findByRole("button", { name: "Resolve" });
    expect(server.sent("POST threads/thread-1/undo")).toEqual([{ data: { undoId: resolving.undoId } }]);
    expect(changes()).toHaveLength(1);
  });

  it("is marked as unread by the key u, and left", async () => {
    await open();
    await press("u");
    await waitFor(() => expect(changes()).toContainEqual({ read: false }));
    expect(location.pathname.endsWith("inbox/conversations")).toBe(true);
  });

  it("loses a label that is deleted, everywhere at once", async () => {
    await open();
    const row = () => screen.getByRole("link", { name: /محمد علي/ });
    await waitFor(() => expect(within(row()).getByText("Refund")).toBeTruthy());
    act(() => server.tell({ type: "label", labelId: "label-1", label: null }));
    await waitFor(() => expect(screen.queryByText("Refund")).toBeNull());
  });

  it("accepts no decisions from members who may only read", async () => {
    openScreen({
      ...{ at: "inbox/conversations/thread-1", route: "inbox/conversations/:threadId?" },
      ...{ screen: Inbox, roles: [] },
    });
    await screen.findByRole("complementary", { name: "Details" });
    expect(screen.queryByRole("region", { name: "Properties" })).toBeNull();
    fireEvent.keyDown(document.body, { key: "e" });
    expect(changes()).toEqual([]);
  });
});
