import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WaitingApproval } from "../../../../shared/contract/workflows/runs.ts";
import { agentId, orgId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import { closeInbox, openInbox, serveInbox } from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeThread } from "../../../../tests/kit/samples.ts";

const list = `GET /api/workflow/v1.0/${orgId}/workflowapprovals`;
const decision = `POST /api/workflow/v1.0/${orgId}/workflows/w1/runs/r1/steps/s1/decision`;
const asked: WaitingApproval = {
  ...{ id: "s1", runId: "r1", workflowId: "w1", workflowName: "Refund", agentId, threadId: "thread-1" },
  ...{ text: "Refund A-17?", startedByName: null, deciderNames: ["Ana Silva"], mayDecide: true },
  ...{ createdAt: 0, expiresAt: Date.UTC(2031, 2, 4, 12) },
};

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
});
afterEach(() => {
  closeInbox();
  vi.unstubAllGlobals();
});

/** A support agent opens a conversation in which a workflow waits. */
async function open(given: Partial<WaitingApproval> = {}) {
  let items = [{ ...asked, ...given }];
  server.on(list, ({ query }) => {
    const found = items.filter(({ threadId }) => (threadId ?? "none") === query["threadId"]);
    return { body: { items: found, page: { page: 1, limit: 100, total: found.length } } };
  });
  server.on(decision, () => {
    items = [];
    return { body: { data: null } };
  });
  const isOfThread = given.threadId !== null;
  serveInbox(server, {
    thread: () => makeThread({ id: "thread-1", agentId, approvals: isOfThread ? 1 : 0 }),
  });
  await openInbox(server, `inbox/conversations${isOfThread ? "/thread-1" : ""}`, ["support"]);
  return within(await screen.findByRole("group", { name: "Refund A-17?" }));
}

describe("what a workflow asks the team", () => {
  it("is declined in the conversation by a support agent, with a comment", async () => {
    const card = await open();
    expect(card.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
      "Refund",
      "Ana Silva",
    ]);
    expect(card.getByText("Waiting for your approval")).toBeDefined();
    expect(card.getByText(/^Until .*2031/)).toBeDefined();
    fireEvent.change(card.getByLabelText("Comment"), { target: { value: "Too old." } });
    fireEvent.click(card.getByRole("button", { name: "Decline" }));
    await waitFor(() => expect(screen.queryByRole("group", { name: "Refund A-17?" })).toBeNull());
    expect(server.sent(decision)).toEqual([{ data: { decision: "decline", note: "Too old." } }]);
  });

  it("appears above the list if its run has no conversation, and is approved there", async () => {
    const card = await open({ threadId: null });
    expect(screen.getByRole("heading", { name: "Waiting for you" })).toBeDefined();
    fireEvent.click(card.getByRole("button", { name: "Approve" }));
    await waitFor(() => expect(screen.queryByRole("heading", { name: "Waiting for you" })).toBeNull());
    expect(server.sent(decision)).toEqual([{ data: { decision: "approve", note: "" } }]);
  });

  it("disappears if another member decided first", async () => {
    const card = await open();
    // Another member decided, so the list that is read next has nothing.
    server.on(decision, () => {
      server.on(list, { body: { items: [], page: { page: 1, limit: 100, total: 0 } } });
      return { status: 409, code: "conflict" };
    });
    fireEvent.click(card.getByRole("button", { name: "Approve" }));
    await waitFor(() => expect(screen.queryByRole("group", { name: "Refund A-17?" })).toBeNull());
  });

  it("is read-only for members it does not name", async () => {
    const card = await open({ mayDecide: false });
    expect(card.getByText("Waiting for another member’s approval")).toBeDefined();
    expect(card.queryByRole("button")).toBeNull();
  });
});
