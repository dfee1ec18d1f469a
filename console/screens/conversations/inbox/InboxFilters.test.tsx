import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ThreadView } from "../../../../shared/contract/conversations/inbox/threadViews.ts";
import { agentId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import {
  closeInbox,
  makeThreadFilters,
  openInbox,
  serveInbox,
} from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeThread, makeThreadCounts } from "../../../../tests/kit/samples.ts";
import { reset } from "../../../state/platform/resource.ts";
import { threadCounts } from "../../../state/conversations/inbox/threadCounts.ts";

const week: ThreadView = {
  ...{ id: "view-1", name: "This week", isShared: false, maker: { id: "user-1", name: "Ana" } },
  ...{ mayChange: true, sort: "newest", count: null, table: null },
  filter: { status: "-resolved", since: "7d", begunSince: "2026-11-02" },
};
const labels = ["Refund", "Late", "Lost"].map((name, at) => ({ id: `label-${at}`, name, colour: "#2f6fed" }));
let server: ConsoleServer;
let views: ThreadView[];

beforeEach(() => {
  server = startConsoleServer();
  views = [];
  serveInbox(server, { thread: () => makeThread({ id: "thread-1", agentId }) });
  server.on("GET threads/filters", () => ({ body: { data: makeThreadFilters({ labels, views }) } }));
  server.on("GET threads/filters/counts", {
    body: { data: makeThreadCounts({ countries: { CH: 4, AT: 2, none: 9 }, surfaces: { widget: 15 } }) },
  });
});
afterEach(() => {
  closeInbox();
  reset(threadCounts);
  vi.unstubAllGlobals();
});

const base = "inbox/conversations";

async function open(at: string) {
  await openInbox(server, at);
  fireEvent.click(await screen.findByRole("button", { name: /^Filter and sort/ }));
  await screen.findByLabelText("Label");
}

const choose = (label: string, value: string) =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });
const addressed = (search: string) => waitFor(() => expect(decodeURIComponent(location.search)).toBe(search));
const asked = () => server.requests.findLast(({ path }) => path === "threads")?.query;

describe("a filter of choices", () => {
  it("takes several, and none of them, and loses them one by one", async () => {
    await open(base);
    choose("Label", "label-0");
    await addressed("?label=label-0");
    const more = screen.getByRole("button", { name: "Label: or another one" });
    more.focus();
    fireEvent.click(more);
    const second = await screen.findByLabelText<HTMLSelectElement>("or");
    expect(document.activeElement).toBe(second);
    expect([...second.options].map(({ value }) => value)).toEqual(["", "label-1", "label-2"]);
    choose("or", "label-2");
    await addressed("?label=label-0,label-2");
    fireEvent.click(screen.getByRole("checkbox", { name: "Label: is not" }));
    await addressed("?label=-label-0,label-2");
    await waitFor(() => expect(asked()).toMatchObject({ labelId: "-label-0,label-2" }));
    choose("Label", "");
    await addressed("?label=-label-2");
    choose("Label", "");
    await addressed("");
    expect(screen.queryByRole("checkbox", { name: "Label: is not" })).toBeNull();
  });

  it("takes several outcomes, and none yet", async () => {
    await open(`${base}?resolution=negative`);
    const field = screen.getByLabelText<HTMLSelectElement>("Outcome");
    expect(field.value).toBe("negative");
    const [none] = [...field.options].filter(({ value }) => value === "none");
    expect(none?.textContent).toMatch(/^None yet/);
    fireEvent.click(screen.getByRole("button", { name: "Outcome: or another one" }));
    await screen.findByLabelText("or");
    choose("or", "none");
    await addressed("?resolution=negative,none");
    await waitFor(() => expect(asked()).toMatchObject({ resolution: "negative,none" }));
  });

  it("is read from an address of one value as before, and wrong ones count as not said", async () => {
    await open(`${base}?status=open&priority=loud,high`);
    expect(screen.getByLabelText<HTMLSelectElement>("Status").value).toBe("open");
    expect(asked()).toEqual({ queue: "all", sort: "newest", status: "open", page: "1", limit: "50" });
  });

  it("names the countries that are known, with how many come from each", async () => {
    await open(base);
    const field = await screen.findByLabelText<HTMLSelectElement>("Country");
    const names = [...field.options].map(({ textContent }) => textContent);
    expect(names).toEqual(["Any", "Austria (2)", "Switzerland (4)", "Not known (9)"]);
    expect(screen.queryByLabelText("Language")).toBeNull();
    expect(screen.getByRole("option", { name: "Chat widget (15)" })).toBeTruthy();
    choose("Rating", "1");
    choose("Read", "true");
    await waitFor(() => expect(asked()).toMatchObject({ rating: "1", unread: "true" }));
  });
});

describe("a filter of days", () => {
  const daysAgo = (days: number) => {
    const today = new Date();
    return String(new Date(today.getFullYear(), today.getMonth(), today.getDate() - days).getTime());
  };

  it("covers the typed number of last days, at any time", async () => {
    await open(base);
    choose("Active", "last");
    await addressed("?since=7d");
    await waitFor(() => expect(asked()).toMatchObject({ since: daysAgo(6) }));
    choose("Active: days", "");
    choose("Active: days", "30");
    await addressed("?since=30d");
    choose("Active", "");
    await addressed("");
  });

  it("is between two days, as it was", async () => {
    await open(`${base}?since=2026-11-02`);
    expect(screen.getByLabelText<HTMLInputElement>("Active from").value).toBe("2026-11-02");
    choose("Begun", "between");
    fireEvent.change(await screen.findByLabelText("Begun until"), { target: { value: "2026-11-20" } });
    await addressed("?since=2026-11-02&begunBefore=2026-11-20");
    const begunBefore = String(new Date(2026, 10, 21).getTime());
    await waitFor(() => expect(asked()).toMatchObject({ begunBefore }));
  });

  it("stays one of the last days in a saved view", async () => {
    views = [week];
    await openInbox(server, base);
    fireEvent.click(await screen.findByRole("link", { name: "This week" }));
    await addressed("?status=-resolved&since=7d&begunSince=2026-11-02&view=view-1");
    await waitFor(() => expect(asked()).toMatchObject({ status: "-resolved", since: daysAgo(6) }));
    expect(screen.queryByRole("button", { name: "Save view" })).toBeNull();
    server.on("POST threadviews", { body: { data: { ...week, id: "view-2" } } });
    fireEvent.click(await screen.findByRole("button", { name: /^Filter and sort/ }));
    fireEvent.change(await screen.findByLabelText("Active: days"), { target: { value: "14" } });
    fireEvent.click(await screen.findByRole("button", { name: "Save view" }));
    fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Two weeks" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(server.sent("POST threadviews")).toMatchObject([
        { data: { filter: { status: "-resolved", since: "14d", begunSince: "2026-11-02" } } },
      ]),
    );
  });
});
