import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { makeAgent } from "../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import {
  closeInbox,
  makeThreadFilters,
  openInbox,
} from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeContact, makeMessage, makeThread } from "../../../../tests/kit/samples.ts";
import { builtinModel } from "../../../../shared/domain/models.ts";

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
const me = { id: "user-1", name: "Ana" };
const thread = makeThread({
  ...{ id: "thread-1", agentId, contact },
  ...{ handledBy: "human" as const, assignee: me },
});

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
  server.on("PATCH threads/thread-1", ({ body }) => {
    const { data } = body as { data: { handledBy?: Thread["handledBy"] } }; // the contract's
    if (data.handledBy) now = { ...now, handledBy: data.handledBy, assignee: null };
    return { body: { data: now } };
  });
  server.on("GET canned-replies", { body: { data: [] } });
});
afterEach(() => {
  closeInbox();
  vi.unstubAllGlobals();
});

async function open() {
  await openInbox(server, "inbox/conversations/thread-1");
}

const changes = () => server.sent("PATCH threads/thread-1").map((body) => (body as { data: unknown }).data); // the contract's

async function ask() {
  fireEvent.click(await screen.findByRole("button", { name: "Hand back" }));
  return screen.findByRole("dialog", { name: "Hand back to the agent" });
}

const handOver = async () =>
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Hand back" }));

describe("handing a conversation back", () => {
  it("takes a note to the agent along", async () => {
    await open();
    const dialog = await ask();
    const field = within(dialog).getByLabelText("Note to the agent (optional)");
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: " Refunded: confirm and close " } });
    fireEvent.keyDown(field, { key: "Enter", ctrlKey: true });
    await screen.findByRole("button", { name: "Take over" });
    expect(changes()).toContainEqual({
      ...{ handledBy: "ai", note: "Refunded: confirm and close" },
      was: { assigneeId: "user-1" },
    });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("needs none", async () => {
    await open();
    await ask();
    await handOver();
    await screen.findByRole("button", { name: "Take over" });
    expect(changes()).toContainEqual({ handledBy: "ai", was: { assigneeId: "user-1" } });
  });

  it("takes it from no colleague who was given it meanwhile, until that is wanted all the same", async () => {
    const message = "李小龍 has this conversation now.";
    server.on("PATCH threads/thread-1", { status: 409, code: "conflict", message });
    await open();
    const dialog = await ask();
    now = { ...now, assignee: { id: "user-2", name: "李小龍" } };
    await handOver();
    await within(dialog).findByText(message);
    server.on("PATCH threads/thread-1", { body: { data: { ...now, handledBy: "ai", assignee: null } } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Hand back anyway" }));
    await screen.findByRole("button", { name: "Take over" });
    expect(changes()).toEqual(
      ["user-1", "user-2"].map((assigneeId) => ({ handledBy: "ai", was: { assigneeId } })),
    );
  });

  it("keeps the note where it was not taken", async () => {
    server.on("PATCH threads/thread-1", { status: 500, code: "internal", message: "It went wrong." });
    await open();
    const dialog = await ask();
    const field = () => within(dialog).getByLabelText<HTMLTextAreaElement>("Note to the agent (optional)");
    fireEvent.change(field(), { target: { value: "Refunded" } });
    await handOver();
    await within(dialog).findByText("It went wrong.");
    expect(field().value).toBe("Refunded");
  });

  it("has the note there again that was begun, until it is handed back with it", async () => {
    await open();
    const field = () => screen.findByLabelText<HTMLTextAreaElement>("Note to the agent (optional)");
    await ask();
    fireEvent.change(await field(), { target: { value: "Refunded" } });
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await ask();
    expect((await field()).value).toBe("Refunded");
    await handOver();
    fireEvent.click(await screen.findByRole("button", { name: "Take over" }));
    await ask();
    expect((await field()).value).toBe("");
  });

  it("says where the agent's model can follow none", async () => {
    server.on("GET agent", {
      body: { data: makeAgent({ configuration: { ...makeAgent().configuration, model: builtinModel } }) },
    });
    await open();
    const dialog = await ask();
    expect(within(dialog).getByText(/can't follow notes/)).toBeTruthy();
  });

  it("leaves the note in the conversation, unlike any other", async () => {
    const note = makeMessage({
      ...{ id: "note-1", threadId: "thread-1", position: 2, role: "support", audience: "team" },
      ...{ author: me, content: "Refunded", about: { forAgent: true } },
    });
    server.on("GET threads/thread-1/messages", { body: { items: [note], hasMore: false } });
    await open();
    const article = await screen.findByRole("article", { name: /^Note to the agent by Ana/ });
    expect(article.textContent).toContain("Note to the agent");
  });
});
