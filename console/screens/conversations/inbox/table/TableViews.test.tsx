import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ThreadView } from "../../../../../shared/contract/conversations/inbox/threadViews.ts";
import { makeAgent } from "../../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import {
  closeInbox,
  makeThreadFilters,
  openInbox,
} from "../../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeThread } from "../../../../../tests/kit/samples.ts";
import { resetColumns, threadTable } from "../../../../state/conversations/inbox/threadTable.ts";

const lean: ThreadView = {
  ...{ id: "view-1", name: "Lean", isShared: true, maker: { id: "user-1", name: "Ana" }, mayChange: true },
  ...{ filter: { priority: "urgent" }, sort: "waiting", count: null },
  table: { columns: ["status", "field:gone", "field:plan", "message"], density: "compact" },
};
const plain: ThreadView = { ...lean, id: "view-2", name: "Plain", table: null };
const plan = { key: "plan", name: "Plan", kind: "text" as const, choices: [], isArchived: false };
const atFirst = "Visitor Conversation Unread Last activity Status Answered by Priority Labels Reply due Plan";
const leanHeads = "Visitor Status Plan Conversation";
const ofLean = "inbox/conversations?layout=table&priority=urgent&sort=waiting&view=view-1";
const ofPlain = ofLean.replace("view-1", "view-2");

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET threads", {
    body: { items: [makeThread({ id: "t1", agentId })], page: { page: 1, limit: 50, total: 1 } },
  });
  server.on("GET threads/filters", {
    body: { data: makeThreadFilters({ views: [lean, plain], customFields: [plan] }) },
  });
  server.on("PATCH threadviews/view-1", { body: { data: lean } });
  server.on("PATCH threadviews/view-2", { body: { data: plain } });
});
afterEach(() => {
  cleanup();
  closeInbox();
  resetColumns();
  threadTable.density = "comfortable";
  vi.unstubAllGlobals();
  localStorage.clear();
});

const heads = () =>
  screen
    .queryAllByRole("columnheader")
    .map(({ textContent }) => textContent)
    .join(" ");
const showing = (wanted: string) => waitFor(() => expect(heads()).toBe(wanted));
const density = () => screen.getByRole("table").dataset["density"];
const toggle = async (column: string) => {
  fireEvent.click(await screen.findByRole("button", { name: "Columns" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Columns" }));
  fireEvent.click(dialog.getByRole("checkbox", { name: column }));
  fireEvent.click(dialog.getByRole("button", { name: "Done" }));
};
const choose = async (view: string, action: string) => {
  fireEvent.click(await screen.findByRole("button", { name: `View “${view}”` }));
  fireEvent.click(screen.getByRole("menuitem", { name: action, hidden: true }));
};
const listActions = async (view: string) => {
  fireEvent.click(await screen.findByRole("button", { name: `View “${view}”` }));
  const menu = within(screen.getByRole("menu", { name: `View “${view}”`, hidden: true }));
  return menu.getAllByRole("menuitem", { hidden: true }).map(({ textContent }) => textContent);
};

describe("a saved view of the table", () => {
  it("keeps the columns, their order and the row height", async () => {
    server.on("POST threadviews", { body: { data: lean } });
    await openInbox(server, "inbox/conversations?layout=table");
    await showing(atFirst);
    expect(screen.queryByRole("button", { name: "Save view" })).toBeNull();
    await toggle("Labels");
    fireEvent.click(await screen.findByLabelText("Compact"));
    fireEvent.click(await screen.findByRole("button", { name: "Save view" }));
    fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Mine" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    const columns = "message unread activity status answers priority due field:plan".split(" ");
    const data = { name: "Mine", isShared: false, filter: {}, sort: "newest" };
    await waitFor(() =>
      expect(server.sent("POST threadviews")).toEqual([
        { data: { ...data, table: { columns, density: "compact" } } },
      ]),
    );
  });

  it("shows them while it is open, and one's own again after it, as another view without any does", async () => {
    await openInbox(server, ofLean);
    await showing(leanHeads);
    expect(density()).toBe("compact");
    expect(await listActions("Lean")).not.toContain("Save these filters and columns");
    fireEvent.click(screen.getByRole("link", { name: "Plain" }));
    await showing(atFirst);
    expect(density()).toBe("comfortable");
  });

  it("doesn't change this browser's own settings", async () => {
    await openInbox(server, ofPlain);
    await toggle("Labels");
    await showing(atFirst.replace(" Labels", ""));
    fireEvent.click(screen.getByRole("link", { name: "Lean" }));
    await showing(leanHeads);
    await toggle("Rating");
    await showing(`${leanHeads} Rating`);
    const kept = JSON.parse(localStorage.getItem("threadTable") ?? "{}") as { hidden: string[] };
    expect(kept.hidden).toContain("labels");
    expect(kept.hidden).not.toContain("priority");
    cleanup();
    await openInbox(server, ofPlain);
    await showing(atFirst.replace(" Labels", ""));
  });

  it("gives way to what another window of the browser chose while it was open", async () => {
    await openInbox(server, ofLean);
    await showing(leanHeads);
    localStorage.setItem("threadTable", '{"order":["labels"],"hidden":["labels"],"density":"comfortable"}');
    fireEvent.click(screen.getByRole("link", { name: "Plain" }));
    await showing(atFirst.replace(" Labels", ""));
    expect(localStorage.getItem("threadTable")).toContain('"hidden":["labels"]');
  });

  it("is offered no longer once the columns are as they were at first", async () => {
    await openInbox(server, "inbox/conversations?layout=table");
    await showing(atFirst);
    await toggle("Labels");
    await screen.findByRole("button", { name: "Save view" });
    await toggle("Labels");
    await showing(atFirst);
    expect(screen.queryByRole("button", { name: "Save view" })).toBeNull();
  });

  it("takes other columns over, and says so only where they differ", async () => {
    await openInbox(server, ofLean);
    await showing(leanHeads);
    await toggle("Status");
    await showing("Visitor Plan Conversation");
    server.on("PATCH threadviews/view-1", ({ body }) => {
      const data = { ...lean, ...(body as { data: Partial<ThreadView> }).data }; // the contract's
      server.on("GET threads/filters", {
        body: { data: makeThreadFilters({ views: [data, plain], customFields: [plan] }) },
      });
      return { body: { data } };
    });
    const keep = "Save these filters and columns";
    await choose("Lean", keep);
    const table = { columns: ["field:plan", "message"], density: "compact" };
    await waitFor(() =>
      expect(server.sent("PATCH threadviews/view-1")).toEqual([
        { data: { filter: { priority: "urgent" }, sort: "waiting", table } },
      ]),
    );
    // One after the other: until it is kept, nothing else is done.
    await waitFor(() => expect(screen.queryByRole("menuitem", { name: keep, hidden: true })).toBeNull());
    await choose("Lean", "Use everyone’s own columns");
    await waitFor(() =>
      expect(server.sent("PATCH threadviews/view-1")[1]).toEqual({ data: { table: null } }),
    );
  });

  it("without columns gets them only where that is wanted", async () => {
    await openInbox(server, ofPlain);
    await showing(atFirst);
    await toggle("Labels");
    expect(await listActions("Plain")).toEqual([
      "Save these columns",
      ...["Open the inbox with it", "Rename or share", "Delete"],
    ]);
    await choose("Plain", "Save these columns");
    const columns = "message unread activity status answers priority due field:plan".split(" ");
    await waitFor(() =>
      expect(server.sent("PATCH threadviews/view-2")).toEqual([
        { data: { table: { columns, density: "comfortable" } } },
      ]),
    );
  });
});
