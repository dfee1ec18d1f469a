import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DataSource, SyncRun } from "../../../shared/contract/knowledge/knowledge.ts";
import { makeAgent, openScreen } from "../../../tests/kit/console/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import { dataSources } from "../../state/knowledge/dataSources.ts";
import { closeLive } from "../../state/platform/live.ts";
import { reset } from "../../state/platform/resource.ts";
import DataSources from "./DataSources.tsx";

const noCounts = {
  ...{ found: 0, fetched: 0, indexed: 0, added: 0, changed: 0, unchanged: 0, removed: 0, skipped: 0 },
  failed: 0,
};
const at = 1_790_000_000_000;
const website = {
  kind: "website" as const,
  scope: "site" as const,
  urls: ["https://shop.example/"],
  ...{ include: [], exclude: [], maxDepth: 5, maxPages: 500 },
};

function makeRun(part: Partial<SyncRun> = {}): SyncRun {
  return {
    ...{
      id: "run-1",
      sourceId: "source-1",
      trigger: "create",
      status: "done",
      counts: noCounts,
      error: null,
    },
    ...{ createdAt: at, startedAt: at, endedAt: at + 2000 },
    ...part,
  };
}

function makeSource(part: Partial<DataSource> = {}): DataSource {
  return {
    ...{
      id: "source-1",
      agentId,
      name: "shop.example",
      files: [],
      connection: null,
      status: "ready",
      error: null,
    },
    config: website,
    counts: { pages: 12, passages: 80, characters: 34_000, failed: 0 },
    lastRun: makeRun(),
    ...{
      lastSyncedAt: at,
      restoredVersion: null,
      schedule: null,
      nextSyncAt: null,
      webhook: null,
      createdAt: at,
      updatedAt: at,
    },
    ...part,
  };
}

function listOf<Item>(items: Item[]) {
  return { body: { items, page: { page: 1, limit: 100, total: items.length } } };
}

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET datasources/shared", listOf([]));
  server.on("GET datasources/zone", { status: 404, code: "not_found" });
});
afterEach(() => {
  closeLive();
  vi.unstubAllGlobals();
  reset(dataSources);
});

function open(at = "datasources") {
  return openScreen({ at, route: "datasources", screen: DataSources });
}

describe("the data sources of an agent", () => {
  it("offers a sample if there are no sources, and adds it with one click", async () => {
    server.on("GET datasources", listOf([]));
    server.on("POST datasources", {
      body: { data: makeSource({ name: "Sample", config: { kind: "sample" } }) },
    });
    open();
    fireEvent.click(await screen.findByRole("button", { name: "Try it with a sample" }));
    expect(await screen.findByRole("link", { name: "Sample" })).toBeTruthy();
    expect(server.sent("POST datasources")).toEqual([{ data: { name: "", config: { kind: "sample" } } }]);
  });

  it("shows the zone by which programs find it, and what a source that could not be added means for it", async () => {
    const none = { slug: "ab_3-Z", agentId, registeredAt: null };
    server.on("GET datasources", listOf([]));
    server.on("GET datasources/zone", { body: { data: none } });
    server.on("POST datasources", { status: 500, code: "internal" });
    open();
    const line = within(await screen.findByRole("region", { name: "Zone" }));
    expect(line.getByText("Zone ab_3-Z")).toBeTruthy();
    expect(line.getByText(/^Not registered yet/)).toBeTruthy();
    expect(line.getByText(/^GET \/api\/console\/v1\/org\/.+\/zones\/ab_3-Z$/)).toBeTruthy();
    fireEvent.click(await screen.findByRole("button", { name: "Try it with a sample" }));
    expect(await screen.findByText("Not registered. The last data source could not be added.")).toBeTruthy();
    server.on("POST datasources", { body: { data: makeSource() } });
    server.on("GET datasources/zone", { body: { data: { ...none, registeredAt: at } } });
    fireEvent.click(await screen.findByRole("button", { name: "Try it with a sample" }));
    expect(await screen.findByText(/^Registered .+ with the first data source\.$/)).toBeTruthy();
  });

  it("says what failed and reads again", async () => {
    server.hasLiveEvents = false;
    server.on("GET datasources", { status: 500, code: "internal", message: "Something went wrong" });
    open();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Something went wrong");
    expect(alert.textContent).toContain("request-1");
    server.on("GET datasources", listOf([makeSource()]));
    fireEvent.click(within(alert).getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("link", { name: "shop.example" })).toBeTruthy();
  });

  it("tells a role without permission who may read them", async () => {
    server.on("GET datasources", { status: 403, code: "forbidden" });
    open();
    expect(await screen.findByText(/You need Owner, Admin,? or Advisor/)).toBeTruthy();
  });

  it("shows a sync live, and then why it failed", async () => {
    server.on("GET datasources", listOf([makeSource()]));
    open();
    await screen.findByRole("link", { name: "shop.example" });
    await vi.waitFor(() => expect(server.openStreams()).toBe(1));
    const counts = { ...noCounts, found: 20, fetched: 9, indexed: 7, failed: 1 };
    const running = makeSource({ status: "syncing", lastRun: makeRun({ status: "running", counts }) });
    server.on("GET datasources/source-1", { body: { data: running } });
    act(() => server.tell({ type: "sync", sourceId: "source-1", runId: "run-1" }));
    const bar = await screen.findByRole("progressbar");
    expect(bar.getAttribute("aria-valuenow")).toBe("40");
    expect(screen.getByText("found").textContent).toBe("20 found");
    const failed = makeSource({ status: "failed", error: "The site's robots.txt does not allow it." });
    server.on("GET datasources/source-1", { body: { data: failed } });
    act(() => server.tell({ type: "sync", sourceId: "source-1", runId: "run-1" }));
    expect(await screen.findByText("The site's robots.txt does not allow it.")).toBeTruthy();
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  it("looks what a website would give before it is added, and stops", async () => {
    server.on("GET datasources", listOf([makeSource()]));
    open("datasources?add=website");
    const look = await screen.findByRole("button", { name: "Preview" });
    expect(look.hasAttribute("disabled")).toBe(true);
    fireEvent.change(screen.getByRole("textbox", { name: /^Address/ }), {
      target: { value: "shop.example" },
    });
    const counts = { found: 9, taken: 3, characters: 1200, duplicates: 1, unreadable: 1, leftOut: 0 };
    const reason = "It says the same as “Prices”.";
    const pages = [
      { name: "Copy", url: "https://shop.example/copy", characters: 400, verdict: "duplicate", reason },
    ];
    const running = { id: "look-1", state: "running", counts, pages, notes: [] };
    server.on("POST datasources/preprocess", { body: { data: running } });
    fireEvent.click(screen.getByRole("button", { name: "Preview" }));
    expect(
      await screen.findByText(/3 pages with 1,200 characters, 1 duplicate, 1 page unreadable/),
    ).toBeTruthy();
    expect(screen.getByText(reason)).toBeTruthy();
    server.on("GET datasources/preprocess/look-1", { body: { data: running } });
    const stopped = { ...running, state: "cancelled" };
    server.on("POST datasources/preprocess/look-1/cancel", { body: { data: stopped } });
    fireEvent.click(screen.getByRole("button", { name: "Stop preview" }));
    expect(await screen.findByRole("button", { name: "Preview again" })).toBeTruthy();
    expect(server.sent("POST datasources/preprocess")).toMatchObject([
      { data: { config: { kind: "website", urls: ["shop.example"] } } },
    ]);
  });

  it("says how much of the plan's characters is used, and where", async () => {
    server.on("GET datasources", listOf([makeSource()]));
    const bySource = [{ id: "source-1", name: "shop.example", kind: "website", used: 34_000 }];
    const usage = { used: 50_000, limit: 50_000, agentUsed: 34_000, bySource, byKind: [] };
    server.on("GET datasources/character-usage", { body: { data: usage } });
    open();
    expect(
      await screen.findByText(/50,000 of 50,000 characters in your plan. New pages are skipped/),
    ).toBeTruthy();
    expect(screen.getByText("16,000 characters")).toBeTruthy();
    expect(screen.getByRole("meter", { name: "Characters used" })).toBeTruthy();
  });

  it("adds a feed, with what is said of its address beside the field", async () => {
    server.on("GET datasources", listOf([makeSource()]));
    open("datasources?add=feed");
    fireEvent.change(await screen.findByRole("textbox", { name: /^Feed address/ }), {
      target: { value: "shop.example/feed" },
    });
    fireEvent.change(screen.getByRole("combobox", { name: "What to read" }), { target: { value: "pages" } });
    expect(await screen.findByRole("button", { name: "Preview" })).toBeTruthy();
    server.on("POST datasources", {
      ...{ status: 400, code: "invalid_input", message: "Check the fields." },
      fields: [{ path: "body.data.config.url", message: "Write a web address like https://example.com." }],
    });
    fireEvent.click(screen.getByRole("button", { name: "Add feed" }));
    expect(await screen.findByText("Write a web address like https://example.com.")).toBeTruthy();
    const config = { kind: "feed", url: "shop.example/feed", reads: "pages", maxItems: 200 };
    expect(server.sent("POST datasources")).toEqual([{ data: { name: "", config } }]);
  });

  it("adds a website and says beside the field what is wrong with its address", async () => {
    server.on("GET datasources", listOf([makeSource()]));
    const message = "Write a web address like https://example.com.";
    server.on("POST datasources", {
      ...{ status: 400, code: "invalid_input" },
      fields: [{ path: "body.data.config.urls.0", message }],
    });
    open("datasources?add=website");
    fireEvent.change(await screen.findByLabelText("Address"), { target: { value: "ftp://shop.example" } });
    fireEvent.click(screen.getByRole("button", { name: "Add website" }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText("Address").getAttribute("aria-invalid")).toBe("true");
    expect(server.sent("POST datasources")).toEqual([
      { data: { name: "", config: { ...website, urls: ["ftp://shop.example"] } } },
    ]);
  });

  it("asks before it deletes, and names what goes", async () => {
    server.on("GET datasources", listOf([makeSource()]));
    server.on("DELETE datasources/source-1", { body: null });
    open();
    await screen.findByRole("link", { name: "shop.example" });
    fireEvent.click(screen.getByRole("menuitem", { name: "Delete" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("12 pages");
    expect(server.sent("DELETE datasources/source-1")).toEqual([]);
    fireEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("The agent knows nothing yet")).toBeTruthy();
  });

  it.each([
    ["Sync now", makeSource(), "sync"],
    [
      "Retry failed",
      makeSource({ counts: { pages: 3, passages: 9, characters: 99, failed: 2 } }),
      "sync/retry",
    ],
    [
      "Cancel sync",
      makeSource({ status: "syncing", lastRun: makeRun({ status: "running" }) }),
      "sync/cancel",
    ],
  ])("does %s", async (label, source, path) => {
    server.on("GET datasources", listOf([source]));
    server.on(`POST datasources/source-1/${path}`, { body: { data: makeRun() } });
    server.on("GET datasources/source-1", { body: { data: source } });
    open();
    fireEvent.click(await screen.findByRole("menuitem", { name: label }));
    await vi.waitFor(() => expect(server.sent(`POST datasources/source-1/${path}`)).toHaveLength(1));
  });

  it("opens a source with the filter that the address names, and gives the reason beside each page", async () => {
    server.on("GET datasources", listOf([makeSource()]));
    const page = {
      ...{ id: "page-1", sourceId: "source-1", title: "", url: "https://shop.example/gone", fileName: null },
      ...{ status: "failed", error: "404: there is no such page", characters: 0, passages: 0 },
      ...{ lastFetchedAt: at, lastChangedAt: at, publishedAt: null, enabled: true },
      ...{ use: { found: 0, cited: 0, lastCitedAt: null }, edits: { kept: 0, off: 0, replaced: 0 } },
    };
    server.on("GET datasources/source-1/pages", listOf([page]));
    open("datasources?source=source-1&status=failed&search=gone");
    expect(await screen.findByText("404: there is no such page")).toBeTruthy();
    const asked = server.requests.find(({ path }) => path === "datasources/source-1/pages");
    expect(asked?.query).toMatchObject({ status: "failed", search: "gone", page: "1" });
  });

  it("says that a source that the address names is gone", async () => {
    server.on("GET datasources", listOf([]));
    server.on("GET datasources/source-1", { status: 404, code: "not_found" });
    open("datasources?source=source-1");
    expect(await screen.findByText("This data source no longer exists")).toBeTruthy();
  });
});
