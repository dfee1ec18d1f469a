import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ThreadView } from "../../../../../shared/contract/conversations/inbox/threadViews.ts";
import { makeAgent } from "../../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, orgId, startConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import {
  closeInbox,
  makeThreadFilters,
  openInbox,
} from "../../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeThread } from "../../../../../tests/kit/samples.ts";
import { inboxFilters, loadInboxFilters } from "../../../../state/conversations/inbox/inboxFilters.ts";
import { navigate } from "../../../../state/shell/navigation.ts";

const urgent: ThreadView = {
  ...{ id: "view-1", name: "Urgent ones", isShared: false, maker: { id: "user-1", name: "Ana" } },
  ...{ mayChange: true, filter: { queue: "mine", priority: "urgent" }, sort: "waiting", count: null },
  table: null,
};
const team: ThreadView = {
  ...urgent,
  ...{ id: "view-2", name: "Chat widget", isShared: true, mayChange: false, sort: "newest", count: 7 },
  filter: { surface: "widget", since: "2026-11-02" },
};

let server: ConsoleServer;
let views: ThreadView[];
let startViewId: string | null;

beforeEach(() => {
  server = startConsoleServer();
  [views, startViewId] = [[team, urgent], null];
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET threads", {
    body: { items: [makeThread({ id: "t1", agentId })], page: { page: 1, limit: 50, total: 1 } },
  });
  server.on("GET threads/filters", () => ({
    body: { data: makeThreadFilters({ queues: { mine: 2, waiting: 1, ai: 1, all: 3 }, views, startViewId }) },
  }));
});
afterEach(() => {
  closeInbox();
  vi.unstubAllGlobals();
});

const base = "inbox/conversations";

async function open(at: string) {
  await openInbox(server, at);
}

const chips = () => within(screen.getByRole("navigation", { name: "Views" }));
const chip = async (name: string) => {
  await screen.findByRole("navigation", { name: "Views" });
  return chips().getByRole("link", { name: new RegExp(name) });
};
const choose = async (view: string, action: string) => {
  fireEvent.click(await screen.findByRole("button", { name: `View “${view}”` }));
  fireEvent.click(screen.getByRole("menuitem", { name: action, hidden: true }));
};

describe("saved views", () => {
  it("are under the queues with their counts, and a link sets queue, filters and order", async () => {
    views = [team, { ...urgent, filter: { ...urgent.filter, resolution: "negative" } }];
    await open(`${base}?label=label-9`);
    expect((await chip("Chat widget")).textContent).toBe("Chat widget7");
    fireEvent.click(await chip("Urgent ones"));
    expect(location.search).toBe("?queue=mine&priority=urgent&resolution=negative&sort=waiting&view=view-1");
    await waitFor(() => expect(chips().getByRole("link", { current: true }).textContent).toBe("Urgent ones"));
    const asked = () => server.requests.findLast(({ path }) => path === "threads")?.query;
    await waitFor(() =>
      expect(asked()).toMatchObject({
        ...{ queue: "mine", priority: "urgent", resolution: "negative", sort: "waiting" },
      }),
    );
  });

  it("save the current filters, for oneself or for everybody", async () => {
    views = [];
    server.on("POST threadviews", () => {
      views = [{ ...urgent, id: "view-3", name: "Mine", filter: { priority: "urgent" }, sort: "newest" }];
      return { body: { data: views[0] } };
    });
    await open(`${base}?priority=urgent&resolution=assumed&since=2026-11-02`);
    fireEvent.click(await screen.findByRole("button", { name: "Save view" }));
    fireEvent.change(await screen.findByLabelText("Name"), { target: { value: " Mine " } });
    fireEvent.change(screen.getByLabelText("For"), { target: { value: "all" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(location.search).toContain("view=view-3"));
    expect(server.sent("POST threadviews")).toEqual([
      {
        data: {
          ...{ name: "Mine", isShared: true, sort: "newest" },
          filter: { priority: "urgent", resolution: "assumed", since: "2026-11-02" },
        },
      },
    ]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("are chosen without the words that were searched for, and say that they don’t keep them", async () => {
    server.on("GET threads/search", { body: { items: [], page: { page: 1, limit: 25, total: 0 } } });
    await open(`${base}?priority=high&q=lamp`);
    fireEvent.click(await screen.findByRole("button", { name: "Save view" }));
    const dialog = await screen.findByRole("dialog", { name: "Save view" });
    expect(dialog.textContent).toContain("The words you search for, lamp, are not saved");
    fireEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
    fireEvent.click(await chip("Urgent ones"));
    expect(location.search).toBe("?priority=urgent&queue=mine&sort=waiting&view=view-1");
    await screen.findByRole("link", { name: /Visitor/ });
    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("");
  });

  it("show what they keep once that is saved: the words that were searched for go", async () => {
    server.on("GET threads/search", { body: { items: [], page: { page: 1, limit: 25, total: 0 } } });
    server.on("POST threadviews", () => {
      views = [...views, { ...urgent, id: "view-3", name: "High", filter: { priority: "high" } }];
      return { body: { data: views.at(-1) } };
    });
    server.on("PATCH threadviews/view-1", { body: { data: urgent } });
    await open(`${base}?priority=high&q=lamp`);
    fireEvent.click(await screen.findByRole("button", { name: "Save view" }));
    fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "High" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(location.search).toBe("?priority=high&view=view-3"));
    await screen.findByRole("link", { name: /Visitor/ });
    act(() => navigate(`${location.pathname}?priority=low&q=lamp&view=view-1`));
    await screen.findByText("No results");
    await choose("Urgent ones", "Save these filters");
    await waitFor(() => expect(location.search).toBe("?priority=low&view=view-1"));
  });

  it("say why one was not kept, and keep the name that was typed", async () => {
    const message = "You have 50 views of this agent's conversations. Delete one first.";
    server.on("POST threadviews", { status: 409, code: "conflict", message });
    await open(`${base}?priority=urgent`);
    fireEvent.click(await screen.findByRole("button", { name: "Save view" }));
    fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "One more" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText(message);
    expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("One more");
  });

  it("take other filters over, are renamed and deleted", async () => {
    server.on("PATCH threadviews/view-1", ({ body }) => {
      const data = { ...urgent, ...(body as { data: Partial<ThreadView> }).data }; // the contract's
      if (data.name === urgent.name) views = [team, data];
      return { body: { data } };
    });
    server.on("DELETE threadviews/view-1", { body: null });
    await open(`${base}?queue=mine&priority=high&view=view-1`);
    const keep = "Save these filters";
    await choose("Urgent ones", keep);
    const filter = { queue: "mine", priority: "high" };
    await waitFor(() =>
      expect(server.sent("PATCH threadviews/view-1")).toEqual([{ data: { filter, sort: "newest" } }]),
    );
    // One after the other: until it is kept, nothing else is done.
    await waitFor(() => expect(screen.queryByRole("menuitem", { name: keep, hidden: true })).toBeNull());
    await choose("Urgent ones", "Rename or share");
    fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "High" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(server.sent("PATCH threadviews/view-1")[1]).toEqual({ data: { name: "High", isShared: false } }),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await choose("Urgent ones", "Delete");
    fireEvent.click(await screen.findByRole("button", { name: "Delete view" }));
    await waitFor(() => expect(location.search).not.toContain("view="));
  });

  it("come, change and go as colleagues keep them", async () => {
    views = [urgent];
    await open(base);
    await chip("Urgent ones");
    views = [team, { ...urgent, name: "Really urgent" }];
    server.tell({ type: "views" });
    expect((await screen.findByRole("link", { name: /Really urgent/ })).textContent).toBe("Really urgent");
    await chip("Chat widget");
    views = [];
    server.tell({ type: "views" });
    await waitFor(() => expect(screen.queryByRole("link", { name: /Chat widget/ })).toBeNull());
  });

  it("of somebody else can only be what the inbox opens with", async () => {
    server.on("PUT startview", { body: null });
    await open(`${base}?surface=widget&since=2026-11-02&view=view-2`);
    await screen.findByRole("button", { name: "View “Chat widget”" });
    const menu = within(screen.getByRole("menu", { name: "View “Chat widget”", hidden: true }));
    const actions = menu.getAllByRole("menuitem", { hidden: true }).map(({ textContent }) => textContent);
    expect(actions).toEqual(["Open the inbox with it"]);
    await choose("Chat widget", "Open the inbox with it");
    await waitFor(() => expect(server.sent("PUT startview")).toEqual([{ data: { viewId: "view-2" } }]));
  });

  it("open the inbox where one is chosen and the address asks for nothing, and not again after that", async () => {
    startViewId = "view-1";
    await open(base);
    await waitFor(() => expect(location.search).toContain("view=view-1"));
    const queues = within(screen.getByRole("navigation", { name: "Queue" }));
    fireEvent.click(queues.getByRole("link", { name: /^All/ }));
    fireEvent.click(await screen.findByRole("button", { name: "Filter and sort, 1 set" }));
    fireEvent.click(await screen.findByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(location.search).toBe("?sort=waiting&view=view-1"));
  });

  it("that is chosen on another screen does not move an inbox that is open", async () => {
    await open(base);
    await waitFor(() => expect(inboxFilters.status).toBe("ready"));
    startViewId = "view-1";
    await act(() => loadInboxFilters({ orgId, agentId }));
    expect(inboxFilters.data?.startViewId).toBe("view-1");
    expect(location.search).toBe("");
  });
});
