import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Hygiene, LikePassages, StalePage } from "../../../shared/contract/knowledge/hygiene.ts";
import { makeAgent, openScreen } from "../../../tests/kit/console/consoleScreen.tsx";
import { startConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import { dataSources } from "../../state/knowledge/dataSources.ts";
import { hygiene, likePassages, stalePages } from "../../state/knowledge/hygiene.ts";
import { closeLive } from "../../state/platform/live.ts";
import { reset } from "../../state/platform/resource.ts";
import DataSources from "./DataSources.tsx";

const at = 1_790_000_000_000;
const checked: Hygiene = { state: "ready", checkedAt: at, passages: 1200, isWhole: true };
const side = {
  ...{ passageId: "passage-1", pageId: "page-1", sourceId: "source-1", sourceName: "shop.example" },
  ...{ title: "Returns", url: null, headings: ["How"], text: "Send it back within thirty days." },
};
const pair: LikePassages = {
  ...{ id: "pair-1", likeness: 90, copies: 0, isIgnored: false, first: side },
  second: {
    ...side,
    passageId: "passage-2",
    pageId: "page-2",
    title: "FAQ",
    text: "Send it back within ten days.",
  },
};
const ferry: StalePage = {
  ...{ pageId: "page-3", sourceId: "source-1", sourceName: "shop.example", sourceKind: "website" },
  ...{ title: "Ferry", url: "https://shop.example/ferry", lastChangedAt: at, lastFetchedAt: at, citedBy: 7 },
};
const listOf = <Item,>(items: Item[], total = items.length) => ({
  body: { items, page: { page: 1, limit: 10, total } },
});

let server: ConsoleServer;
beforeEach(() => {
  server = startConsoleServer();
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET datasources", listOf([]));
  server.on("GET datasources/hygiene", { body: { data: checked } });
  server.on("GET datasources/hygiene/like-passages", listOf([pair]));
  server.on("GET datasources/hygiene/stale-pages", listOf([ferry]));
});
afterEach(() => {
  cleanup();
  closeLive();
  vi.unstubAllGlobals();
  for (const resource of [hygiene, likePassages, stalePages]) reset<unknown>(resource);
  reset(dataSources);
});

function open(query = "hygiene=like") {
  return openScreen({ at: `datasources?${query}`, route: "datasources", screen: DataSources });
}

describe("hygiene", () => {
  it("shows two like passages side by side, with the words marked that only one has", async () => {
    open();
    const returns = within(await screen.findByRole("article", { name: "Returns" }));
    expect(returns.getByText("thirty").tagName).toBe("MARK");
    expect(screen.getByText("ten").tagName).toBe("MARK");
    expect(screen.getByText("90% the same")).toBeTruthy();
    expect(returns.getByRole("link", { name: "Returns" }).getAttribute("href")).toMatch(
      /\?source=source-1&shown=page-1$/,
    );
    expect(screen.getByText(/^All 1,200 passages compared on /)).toBeTruthy();
  });

  it("ignores a pair, and switches a page off", async () => {
    open();
    await screen.findByRole("button", { name: "Ignore this pair" });
    server.on("PUT datasources/hygiene/like-passages/pair-1", { body: null });
    server.on("GET datasources/hygiene/like-passages", listOf([]));
    fireEvent.click(screen.getByRole("button", { name: "Ignore this pair" }));
    expect(await screen.findByText("No near-identical passages.")).toBeTruthy();
    server.on("GET datasources/hygiene/like-passages", listOf([{ ...pair, isIgnored: true }]));
    fireEvent.click(screen.getByRole("link", { name: "Ignored" }));
    expect(await screen.findByRole("button", { name: "Review again" })).toBeTruthy();
    server.on("PUT datasources/source-1/pages/page-2", {
      status: 409,
      code: "conflict",
      message: "Try again in a moment.",
    });
    fireEvent.click(screen.getByRole("button", { name: "Turn off page: FAQ" }));
    expect(await screen.findByText("Try again in a moment.")).toBeTruthy();
  });

  it("compares again and says so until it has ended", async () => {
    open();
    server.on("POST datasources/hygiene", { body: { data: { ...checked, state: "queued" } } });
    fireEvent.click(await screen.findByRole("button", { name: "Compare again" }));
    expect(await screen.findByText("Comparing passages…")).toBeTruthy();
  });

  it("tells that nothing was compared yet", async () => {
    server.on("GET datasources/hygiene", { body: { data: { ...checked, state: "never", checkedAt: null } } });
    server.on("GET datasources/hygiene/like-passages", listOf([]));
    open();
    expect(await screen.findByText(/^Not compared yet/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Compare passages" })).toBeTruthy();
  });

  it("lists unchanged pages, syncs one again, and tells if there are none", async () => {
    open("hygiene=stale");
    expect(await screen.findByText("Cited by 7 answers")).toBeTruthy();
    server.on("POST datasources/source-1/pages/page-3/refresh", {
      status: 409,
      code: "conflict",
      message: "This source is being synced.",
    });
    fireEvent.click(screen.getByRole("button", { name: "Read again: Ferry" }));
    expect(await screen.findByText("This source is being synced.")).toBeTruthy();
    server.on("GET datasources/hygiene/stale-pages", listOf([]));
    fireEvent.click(screen.getByRole("link", { name: "12 months" }));
    expect(await screen.findByText(/^No pages unchanged for 12 months/)).toBeTruthy();
  });

  it("shows what went wrong, and who may see conversations", async () => {
    server.on("GET datasources/hygiene/like-passages", { status: 500, code: "internal" });
    open();
    expect(await screen.findByRole("button", { name: "Retry" })).toBeTruthy();
    server.on("GET datasources/hygiene/stale-pages", { status: 403, code: "forbidden" });
    server.on("GET /api/organisation/organization/account/members", {
      body: { items: [], page: { page: 1, limit: 100, total: 0 } },
    });
    fireEvent.click(screen.getByRole("link", { name: "Stale pages" }));
    expect(await screen.findByText("Your role doesn’t have access")).toBeTruthy();
  });
});
