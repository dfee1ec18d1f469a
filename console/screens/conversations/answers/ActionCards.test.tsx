import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MessageAction } from "../../../../shared/contract/conversations/actions/messageAction.ts";
import type { Message } from "../../../../shared/contract/conversations/conversations.ts";
import type { Role } from "../../../../shared/domain/access.ts";
import { agentId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import { closeInbox, openInbox, serveInbox } from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeAction, makeMessage, makeThread } from "../../../../tests/kit/samples.ts";

const expiresAt = Date.UTC(2031, 2, 4, 12);
const decide = "POST threads/thread-1/actions/a1";

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
});
afterEach(() => {
  closeInbox();
  delete document.documentElement.dataset["basePath"];
  vi.unstubAllGlobals();
});

const ask = (action: Partial<MessageAction>, updatedAt = 0): Message =>
  makeMessage({
    ...{ threadId: "thread-1", content: "I ask my team.", updatedAt },
    actions: [makeAction({ title: "Refund B-1042", by: "team", expiresAt, ...action })],
  });

async function open(action: Partial<MessageAction> = {}, roles?: Role[]) {
  const messages = [ask(action)];
  serveInbox(server, { thread: () => makeThread({ id: "thread-1", agentId }), messages });
  await openInbox(server, "inbox/conversations/thread-1", roles);
  return within(await screen.findByRole("group", { name: "Refund B-1042" }));
}

describe("what an agent wants to do", () => {
  it("is approved by a member once, and keeps the focus at its card", async () => {
    const card = await open({ values: [{ label: "Amount", value: "€ 42" }] });
    expect(card.getByRole("definition").textContent).toBe("€ 42");
    expect(card.getByText("Waiting for your team's approval")).toBeDefined();
    expect(card.getByText(/^Until .*2031/)).toBeDefined();
    const done = ask({ state: "done", note: "Refunded.", decidedBy: "Ana" }, 1);
    server.on(decide, { body: { data: done } });
    fireEvent.click(card.getByRole("button", { name: "Approve" }));
    fireEvent.click(card.getByRole("button", { name: "Approve" }));
    await card.findByText("Refunded.");
    expect(card.getByText("Approved by Ana")).toBeDefined();
    expect(server.sent(decide)).toEqual([{ data: { decision: "confirm" } }]);
    expect(card.queryByRole("button")).toBeNull();
    const focused = document.activeElement;
    expect(focused).toBe(screen.getByRole("group", { name: "Refund B-1042" }));
  });

  it("shows its app below the server's path", async () => {
    const card = await open({ state: "done", hasApp: true });
    const tool = { name: "show_seats", title: "Show seats", inputSchema: {} };
    const app = { url: "/mcp-app/p1?k=1", hasBorder: false, state: "done", tool, input: {}, result: null };
    server.on("GET threads/thread-1/actions/a1/app", () => {
      document.documentElement.dataset["basePath"] = "/helm";
      return { body: { data: app } };
    });
    fireEvent.click(await card.findByRole("button", { name: "Show app" }));
    expect((await card.findByTitle("Show seats")).getAttribute("src")).toBe("/helm/mcp-app/p1?k=1");
  });

  it("is declined by a member", async () => {
    const card = await open();
    server.on(decide, { body: { data: ask({ state: "declined", decidedBy: "Ana" }, 1) } });
    fireEvent.click(card.getByRole("button", { name: "Decline" }));
    await card.findByText("Declined by Ana");
    expect(server.sent(decide)).toEqual([{ data: { decision: "decline" } }]);
  });

  it("shows what it is now where a colleague was quicker", async () => {
    const card = await open();
    server.on(decide, () => {
      const items = [ask({ state: "declined", decidedBy: "Ben" }, 1)];
      server.on("GET threads/thread-1/messages", { body: { items, hasMore: false } });
      return { status: 409, code: "conflict", message: "Somebody decided already." };
    });
    fireEvent.click(card.getByRole("button", { name: "Approve" }));
    await card.findByText("Declined by Ben");
    expect(card.queryByRole("alert")).toBeNull();
  });

  it("says why nothing came of the word, and can be asked again", async () => {
    const card = await open();
    server.on(decide, { status: 500, code: "internal", message: "Something went wrong here." });
    fireEvent.click(card.getByRole("button", { name: "Approve" }));
    expect((await card.findByRole("alert")).textContent).toContain("Something went wrong here.");
    expect(card.getByRole("button", { name: "Approve" })).toBeDefined();
  });

  it.each<[string, Partial<MessageAction>, Role[] | undefined]>([
    ["Waiting for the visitor", { by: "visitor" }, undefined],
    ["Waiting for your team's approval", {}, []],
    ["Declined by the visitor", { by: "visitor", state: "declined", decidedBy: "visitor" }, undefined],
    ["Confirmed by the visitor", { by: "visitor", state: "failed", decidedBy: "visitor" }, undefined],
  ])("is only to be read: %s", async (text, action, roles) => {
    const card = await open(action, roles);
    expect(card.getByText(text)).toBeDefined();
    expect(card.queryByRole("button")).toBeNull();
  });
});
