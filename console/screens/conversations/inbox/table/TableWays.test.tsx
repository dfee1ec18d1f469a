import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Thread } from "../../../../../shared/contract/conversations/conversations.ts";
import { makeAgent } from "../../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import {
  closeInbox,
  makeThreadFilters,
  openInbox,
} from "../../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeContact, makeContactDetail, makeMessage, makeThread } from "../../../../../tests/kit/samples.ts";
import { contact } from "../../../../state/conversations/contacts/contacts.ts";
import { reset } from "../../../../state/platform/resource.ts";
import { foundThreads } from "../../../../state/conversations/inbox/threadSearch.ts";
import { keepPageSize } from "../../../../state/conversations/threads/threadPage.ts";

const at = 1_790_000_000_000;
const makeRow = (index: number): Thread =>
  makeThread({
    ...{ id: `t${index}`, agentId, title: `Order ${index}`, lastActivityAt: at - index * 1000 },
    contact: makeContact({ id: `c${index}`, name: `Visitor ${index}` }),
  });
const rows = [0, 1, 2].map(makeRow);

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET threads", listOf(rows));
  server.on("GET threads/filters", { body: { data: makeThreadFilters() } });
  server.on("GET canned-replies", { body: { data: [] } });
  for (const thread of [...rows, makeRow(25)]) serve(thread);
});
afterEach(() => {
  closeInbox();
  reset(contact);
  reset(foundThreads);
  keepPageSize(50);
  vi.unstubAllGlobals();
  localStorage.clear();
});

function listOf<Item>(items: Item[], total = items.length) {
  return { body: { items, page: { page: 1, limit: 50, total } } };
}

function serve(thread: Thread) {
  const { id } = thread;
  const items = [makeMessage({ threadId: id, content: `About order ${id}` })];
  server.on(`GET threads/${id}`, { body: { data: thread } });
  server.on(`GET threads/${id}/messages`, { body: { items, hasMore: false } });
  server.on(`PATCH threads/${id}`, { body: { data: thread } });
}

async function open(threadId: string, query = "layout=table") {
  await openInbox(server, `inbox/conversations/${threadId}?${query}`);
  await shown(threadId);
}

const shown = (threadId: string) => screen.findByText(`About order ${threadId}`);
const press = (key: string) => fireEvent.keyDown(document.body, { key });
/** Presses a key, the first time as soon as there is somebody who hears it. */
const go = async (key: string, threadId: string) => {
  await waitFor(() => {
    if (!location.pathname.endsWith(`/${threadId}`)) press(key);
    expect(location.pathname).toMatch(new RegExp(`/${threadId}$`));
  });
  await shown(threadId);
};

describe("the ways from a conversation of the table", () => {
  it("lead to the same visitor's others within the table", async () => {
    server.on("GET contacts/c1/threads", listOf([rows[1], makeRow(25)]));
    await open("t1");
    const link = await screen.findByRole("link", { name: /^Order 25/ });
    expect(link.getAttribute("href")).toMatch(/\/t25\?layout=table$/);
    fireEvent.click(link);
    await shown("t25");
    expect(location.search).toBe("?layout=table");
  });

  it("lead to a conversation that is begun within the table", async () => {
    const detail = makeContactDetail({ id: "c1", name: "Visitor 1", reachableBy: ["widget"] });
    server.on("GET contacts/c1", { body: { data: detail } });
    server.on("POST threads/widget/initiate-chat", { body: { data: { thread: makeRow(25), message: {} } } });
    await open("t1");
    fireEvent.click(await screen.findByRole("button", { name: "Start a conversation" }));
    const field = await screen.findByRole("textbox", { name: "Message to Visitor 1" });
    fireEvent.change(field, { target: { value: "Hello" } });
    fireEvent.keyDown(screen.getByRole("textbox", { name: "Message to Visitor 1" }), { key: "Enter" });
    await shown("t25");
    expect(location.search).toBe("?layout=table");
  });
});

describe("j and k in a conversation of the table", () => {
  it("open the next one and the one before, in the table's order, up to its ends", async () => {
    await open("t1", "queue=all&layout=table");
    await go("j", "t2");
    expect(location.search).toBe("?queue=all&layout=table");
    press("j");
    await go("k", "t1");
    await go("k", "t0");
    press("k");
    await go("j", "t1");
  });

  it("continue where the table does", async () => {
    keepPageSize(25);
    const many = Array.from({ length: 26 }, (_, index) => makeRow(index));
    server.on("GET threads", ({ query: { page } }) =>
      listOf(page === "2" ? many.slice(25) : many.slice(0, 25), 26),
    );
    serve(makeRow(24));
    await open("t24");
    await go("j", "t25");
  });

  it("continue from the former place of a row that left the table", async () => {
    await open("t1", "status=open&layout=table");
    await go("k", "t0");
    await go("j", "t1");
    act(() => server.tell({ type: "thread", thread: { ...rows[1], status: "resolved" } }));
    await screen.findAllByText("Resolved");
    await go("j", "t2");
  });

  it("walk what was found, each at its message", async () => {
    const match = { messageId: "m1", position: 1, role: "user", author: null, text: "lamp", at, marks: [] };
    server.on("GET threads/search", listOf(rows.slice(0, 2).map((thread) => ({ thread, match }))));
    await open("t0", "layout=table&q=lamp");
    await go("j", "t1");
    expect(new URLSearchParams(location.search).get("message")).toBe("m1");
  });
});
