import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Thread } from "../../../../../shared/contract/conversations/conversations.ts";
import { makeAgent } from "../../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer, ServedRequest } from "../../../../../tests/kit/console/consoleServer.ts";
import {
  closeInbox,
  makeThreadFilters,
  openInbox,
} from "../../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeContact, makeMessage, makeThread } from "../../../../../tests/kit/samples.ts";
import { keepPageSize } from "../../../../state/conversations/threads/threadPage.ts";
import { clearSelection } from "../../../../state/conversations/inbox/threadSelection.ts";
import { resetColumns, threadTable } from "../../../../state/conversations/inbox/threadTable.ts";
import { takeThread, threads as list } from "../../../../state/conversations/threads/threads.ts";

const at = 1_790_000_000_000;
const names = ["Ada", "Ben", "Cleo"];
const threads = names.map((name, index) =>
  makeThread({
    ...{ id: `t${index}`, agentId, title: `Order ${index}`, lastActivityAt: at - index * 1000 },
    contact: makeContact({ id: `c${index}`, name }),
  }),
);
const telling: Partial<Thread> = {
  ...{ status: "resolved", priority: "urgent", handledBy: "human", surface: "hosted-web", unread: 2 },
  ...{ assignee: { id: "user-2", name: "Bo" }, team: { id: "team-1", name: "Claims" } },
  ...{ labelIds: ["label-1", "label-3", "label-2"], customFields: { plan: "Gold", paid: true } },
  rating: { score: 4, remark: "Quick", at },
  resolution: { is: "escalated", reason: "person", at },
  ...{ waitingSince: at, createdAt: at, lastMessage: { role: "support", text: "It is on its way.", at } },
};
const filters = makeThreadFilters({
  labels: ["Refund", "Late", "Tents"].map((name, index) => ({
    ...{ id: `label-${index + 1}`, name, colour: "#2f6fed" },
  })),
  customFields: [
    { key: "plan", name: "Plan", kind: "choice", choices: ["Gold"], isArchived: false },
    { key: "paid", name: "Paid", kind: "boolean", choices: [], isArchived: false },
  ],
});
const base = "inbox/conversations";
const asTable = `${base}?layout=table`;

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  server.on("GET agent", { body: { data: makeAgent() } });
  serve([{ ...(threads[0] as Thread), ...telling }, ...threads.slice(1)], 1204);
  server.on("GET threads/filters", { body: { data: filters } });
});
afterEach(() => {
  closeInbox();
  clearSelection();
  resetColumns();
  threadTable.density = "comfortable";
  keepPageSize(50);
  setWidth(1024);
  vi.unstubAllGlobals();
  localStorage.clear();
});

function setWidth(width: number) {
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width }); // happy-dom's own
}

function serve(items: Thread[], total = items.length) {
  server.on("GET threads", { body: { items, page: { page: 1, limit: 50, total } } });
}

async function open(path = asTable) {
  await openInbox(server, path);
  await table();
}

const table = () => screen.findByRole("table", { name: "Conversations" });
const link = (name: string) =>
  within(screen.getByRole("table")).getByRole("link", { name: new RegExp(name) });
const heads = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
const head = (name: string) => screen.getByRole("columnheader", { name });
const rowNames = () =>
  screen.getAllByRole("rowheader").map((row) => within(row).getByRole("link").textContent);
const asked = () => server.requests.findLast(({ path }: ServedRequest) => path === "threads")?.query;
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const cell = (name: string, column: string) =>
  link(name).closest("tr")?.querySelectorAll("td, th")[heads().indexOf(column) + 1]?.textContent;
const openColumns = async () => {
  fireEvent.click(await screen.findByRole("button", { name: "Columns" }));
  return within(await screen.findByRole("dialog", { name: "Columns" }));
};

describe("the conversations as a table", () => {
  it("have a row each, with what is known of them and their custom fields", async () => {
    await open();
    const columns = await openColumns();
    for (const name of ["Waiting since", "Rating", "Outcome", "Surface", "Started"])
      fireEvent.click(columns.getByRole("checkbox", { name }));
    fireEvent.click(columns.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(heads()).toContain("Started"));
    expect(rowNames()).toHaveLength(3);
    const shown = Object.fromEntries(heads().map((name) => [name, cell("Ada", name ?? "")]));
    expect(shown).toMatchObject({
      ...{ Visitor: expect.stringContaining("Ada"), Unread: "2", Status: "Resolved", Priority: "Urgent" },
      ...{ "Answered by": "BoClaims", Labels: "RefundLate+1Tents", Rating: "4 of 5", Plan: "Gold" },
      ...{ Outcome: "Escalated to a person", Surface: "Hosted page", Paid: "Yes" },
      Conversation: "Order 0Team: It is on its way.",
    });
    expect(cell("Ben", "Answered by")).toBe("Agent");
    expect(cell("Ben", "Plan")).toBe("None");
  });

  it("show in a column what changed while it was left out", async () => {
    await open();
    const rating = { score: 2, remark: "", at };
    await act(async () => takeThread({ ...(threads[1] as Thread), rating }));
    const columns = await openColumns();
    fireEvent.click(columns.getByRole("checkbox", { name: "Rating" }));
    fireEvent.click(columns.getByRole("button", { name: "Done" }));
    await waitFor(() => expect(cell("Ben", "Rating")).toBe("2 of 5"));
  });

  it("are switched to and back in the address, and this browser opens them as was chosen last", async () => {
    await openInbox(server, `${base}?priority=low`);
    fireEvent.click(await screen.findByRole("radio", { name: "Table" }));
    await table();
    expect(location.search).toBe("?priority=low&layout=table");
    cleanup();
    await open(base);
    expect(location.search).toBe("?layout=table");
    fireEvent.click(await screen.findByRole("radio", { name: "List" }));
    await waitFor(() => expect(screen.queryByRole("table")).toBeNull());
    expect(location.search).toBe("");
    cleanup();
    await openInbox(server, base);
    expect(await screen.findByRole("radio", { name: "List" })).toHaveProperty("checked", true);
    expect(location.search).toBe("");
  });

  it("stay a list on a phone", async () => {
    setWidth(390);
    await openInbox(server, asTable);
    await screen.findByRole("link", { name: /Ada/ });
    await screen.findByRole("searchbox", { name: "Search messages and visitors" });
    expect(screen.queryByRole("table")).toBeNull();
    expect(screen.queryByRole("group", { name: "Layout" })).toBeNull();
  });

  it("are put in the server's orders by the heads of their columns", async () => {
    await open();
    const sort = (name: string) => head(name).getAttribute("aria-sort");
    const turn = (name: string) => fireEvent.click(within(head(name)).getByRole("button"));
    expect([sort("Last activity"), sort("Priority"), sort("Status")]).toEqual(["descending", "none", null]);
    turn("Last activity");
    await waitFor(() => expect(asked()).toMatchObject({ sort: "oldest" }));
    await waitFor(() => expect(sort("Last activity")).toBe("ascending"));
    turn("Priority");
    await waitFor(() => expect(asked()).toMatchObject({ sort: "priority" }));
    await waitFor(() => expect(sort("Priority")).toBe("descending"));
    turn("Priority");
    await waitFor(() => expect(asked()).toMatchObject({ sort: "newest" }));
    expect(location.search).toBe("?layout=table");
  });

  it("show the columns that somebody chose, in their order, moved by keys without losing the place", async () => {
    await open();
    const columns = await openColumns();
    fireEvent.click(columns.getByRole("checkbox", { name: "Unread" }));
    const up = columns.getByRole("button", { name: "Move Last activity up" });
    up.focus();
    fireEvent.click(up);
    await waitFor(() =>
      expect(columns.getAllByRole("checkbox")[1]?.closest("li")?.textContent).toBe("Last activity"),
    );
    fireEvent.click(columns.getByRole("button", { name: "Move Last activity up" }));
    await waitFor(() => expect(heads().slice(0, 3)).toEqual(["Visitor", "Last activity", "Conversation"]));
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Move Last activity down");
    expect(columns.getByRole("status").textContent).toBe("Last activity, column 1 of 15");
    expect(heads()).not.toContain("Unread");
    await waitFor(() => expect(localStorage.getItem("threadTable")).toContain('"hidden":["unread"'));
    fireEvent.click(columns.getByRole("button", { name: "Reset" }));
    await waitFor(() => expect(heads().slice(0, 3)).toEqual(["Visitor", "Conversation", "Unread"]));
  });

  it("are denser on request", async () => {
    await open();
    fireEvent.click(screen.getByRole("radio", { name: "Compact" }));
    await waitFor(() => expect(screen.getByRole("table").dataset["density"]).toBe("compact"));
    await waitFor(() => expect(localStorage.getItem("threadTable")).toContain('"density":"compact"'));
  });

  it("say how many there are, and are read page by page", async () => {
    await open();
    expect(screen.getByText("3 of 1,204 conversations")).toBeTruthy();
    fireEvent.click(screen.getByRole("radio", { name: "25" }));
    await waitFor(() => expect(asked()).toMatchObject({ page: "1", limit: "25" }));
    await waitFor(() => expect(list.status).toBe("ready"));
    serve(
      [makeThread({ ...{ id: "t9", agentId, lastActivityAt: 1 }, contact: makeContact({ name: "Zoe" }) })],
      4,
    );
    fireEvent.click(screen.getByRole("button", { name: "Show more" }));
    await waitFor(() => expect(rowNames()).toEqual(["Ada, 2 unread", "Ben", "Cleo", "Zoe"]));
    expect(asked()).toMatchObject({ limit: "25" });
    expect(screen.getByText("4 conversations")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  it("are read again with fewer rows when fewer per page are chosen", async () => {
    const items = Array.from({ length: 40 }, (_, index) =>
      makeThread({ id: `many-${index}`, agentId, lastActivityAt: at - index }),
    );
    server.on("GET threads", ({ query: { limit } }) => ({
      body: { items: items.slice(0, Number(limit)), page: { page: 1, limit: Number(limit), total: 40 } },
    }));
    await open();
    await waitFor(() => expect(rowNames()).toHaveLength(40));
    fireEvent.click(screen.getByRole("radio", { name: "25" }));
    await waitFor(() => expect(rowNames()).toHaveLength(25));
    expect(screen.getByText("25 of 40 conversations")).toBeTruthy();
    expect(localStorage.getItem("threadsAtATime")).toBe("25");
  });

  it("are walked by j and k, chosen by x and by the box in the head, and all that match with them", async () => {
    await open();
    await screen.findByRole("button", { name: "Select conversations" });
    const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name: `Select ${name}` });
    press("j");
    press("j");
    expect(document.activeElement).toBe(link("Ben"));
    press("x");
    await waitFor(() => expect(box("Ben").checked).toBe(true));
    expect(box("all rows").indeterminate).toBe(true);
    press("k");
    expect(document.activeElement).toBe(link("Ada"));
    fireEvent.click(box("all rows"));
    await waitFor(() => expect(names.every((name) => box(name).checked)).toBe(true));
    fireEvent.click(await screen.findByRole("button", { name: "Select all 1,204 that match" }));
    await screen.findByText("1,204 selected");
    fireEvent.click(box("all rows"));
    await waitFor(() => expect(box("Ada").checked).toBe(false));
  });

  it("open by the visitor's name or anywhere in the row, and give the focus back at the row", async () => {
    const thread = threads[1] as Thread;
    server.on("GET threads/t1", { body: { data: thread } });
    const items = [makeMessage({ threadId: "t1", content: "Where is it?" })];
    server.on("GET threads/t1/messages", { body: { items, hasMore: false } });
    server.on("GET canned-replies", { body: { data: [] } });
    await open();
    expect(link("Ada").getAttribute("href")).toMatch(/inbox\/conversations\/t0\?layout=table$/);
    fireEvent.click(screen.getByText("Order 1"));
    await screen.findByRole("region", { name: "Conversation with Ben" });
    expect(location.pathname).toMatch(/conversations\/t1$/);
    const back = await screen.findByLabelText("Back to the list");
    back.focus();
    fireEvent.click(back);
    await waitFor(() => expect(document.activeElement).toBe(link("Ben")));
    expect(location.search).toBe("?layout=table");
  });

  it("follow what happens while somebody looks", async () => {
    await open();
    const thread = { ...(threads[2] as Thread), status: "resolved", lastActivityAt: at + 1000 };
    act(() => server.tell({ type: "thread", thread }));
    await waitFor(() => expect(cell("Cleo", "Status")).toBe("Resolved"));
    expect(rowNames()[0]).toBe("Cleo");
  });
});

describe("a table without rows", () => {
  it.each([
    ["says how conversations begin where there are none", asTable, "No conversations yet"],
    [
      "tells filters that let nothing through from that",
      `${asTable}&priority=low`,
      "No conversation matches",
    ],
  ])("%s", async (_, path, words) => {
    serve([]);
    await openInbox(server, path);
    await screen.findByText(words);
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("says what failed, with another try", async () => {
    server.on("GET threads", { status: 500, code: "internal", message: "Something went wrong" });
    await openInbox(server, asTable);
    const retry = await screen.findByRole("button", { name: "Retry" });
    serve(threads);
    fireEvent.click(retry);
    await table();
  });

  it("tells members without permission who may read conversations", async () => {
    server.on("GET threads", { status: 403, code: "forbidden", message: "No." });
    await openInbox(server, asTable);
    await screen.findByText(/^You need/);
  });
});
