import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DataSource, SyncRun } from "../../../shared/contract/knowledge/knowledge.ts";
import type { SyncChange, TouchedAnswer } from "../../../shared/contract/knowledge/syncChanges.ts";
import { makeAgent, openScreen } from "../../../tests/kit/console/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import { dataSources } from "../../state/knowledge/dataSources.ts";
import { closeLive } from "../../state/platform/live.ts";
import { reset } from "../../state/platform/resource.ts";
import { syncHistory } from "../../state/knowledge/sourceDetail.ts";
import { syncChange, syncChanges, touchedAnswers } from "../../state/knowledge/syncRun.ts";
import DataSources from "./DataSources.tsx";

const at = 1_790_000_000_000;
const run: SyncRun = {
  ...{ id: "run-1", sourceId: "source-1", trigger: "schedule", status: "done", error: null },
  counts: {
    ...{ found: 3, fetched: 3, indexed: 2, added: 1, changed: 1, unchanged: 1, removed: 1, skipped: 0 },
    failed: 0,
  },
  ...{ createdAt: at, startedAt: at, endedAt: at + 2000 },
};
const source: DataSource = {
  ...{
    id: "source-1",
    agentId,
    name: "shop.example",
    files: [],
    connection: null,
    status: "ready",
    error: null,
  },
  config: {
    ...{ kind: "website", scope: "site", urls: ["https://shop.example/"], include: [], exclude: [] },
    ...{ maxDepth: 5, maxPages: 500 },
  },
  counts: { pages: 12, passages: 80, characters: 34_000, failed: 0 },
  ...{
    lastRun: run,
    lastSyncedAt: at,
    restoredVersion: null,
    schedule: null,
    nextSyncAt: null,
    webhook: null,
  },
  ...{ createdAt: at, updatedAt: at },
};
const ferry: SyncChange = {
  ...{ id: "change-1", pageId: "page-1", kind: "changed", title: "Ferry", answers: 1, at },
  url: "https://shop.example/ferry",
};
const answer: TouchedAnswer = {
  ...{ agentId, messageId: "message-1", threadId: "thread-1", changeId: "change-1", createdAt: at },
  ...{ question: "When does it leave?", answer: "It leaves at noon.", quote: "The ferry leaves at noon." },
  ...{ page: { title: "Ferry", url: "https://shop.example/ferry" }, isStillSaid: false },
};

function listOf<Item>(items: Item[]) {
  return { body: { items, page: { page: 1, limit: 50, total: items.length } } };
}

let server: ConsoleServer;
const runPath = "GET datasources/source-1/history/run-1";

beforeEach(() => {
  server = startConsoleServer();
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET datasources", listOf([source]));
  server.on("GET datasources/source-1/history", listOf([run]));
  server.on(
    `${runPath}/changes`,
    listOf([ferry, { ...ferry, id: "change-2", kind: "added", title: "Tours", answers: 0 }]),
  );
  server.on(`${runPath}/answers`, listOf([answer]));
});
afterEach(() => {
  closeLive();
  vi.unstubAllGlobals();
  for (const resource of [syncHistory, syncChanges, syncChange, touchedAnswers]) reset<unknown>(resource);
  reset(dataSources);
});

function open() {
  const query = "source=source-1&view=syncs&run=run-1";
  return openScreen({ at: `datasources?${query}`, route: "datasources", screen: DataSources });
}

describe("what a sync changed", () => {
  it("opens with its pages, and each with its text before and after", async () => {
    open();
    const list = await screen.findByRole("list", { name: "Changes" });
    expect(within(list).getAllByRole("listitem")).toHaveLength(2);
    server.on(`${runPath}/changes/change-1`, {
      body: { data: { ...ferry, before: "It leaves at noon.", after: "It leaves at one.", isWhole: true } },
    });
    fireEvent.click(within(list).getByRole("button", { name: "Show changes in Ferry" }));
    const text = await screen.findByRole("group", { name: "Changed lines" });
    expect(text.textContent).toContain("Removed: It leaves at noon.");
    expect(text.textContent).toContain("Added: It leaves at one.");
    expect(screen.queryByRole("button", { name: "Show changes in Tours" })).toBeNull();
  });

  it("leads from a page to the answers that relied on it, and from there to the conversation", async () => {
    open();
    fireEvent.click(await screen.findByRole("link", { name: "1 answer" }));
    const question = await screen.findByRole("link", { name: "When does it leave?" });
    expect(question.getAttribute("href")).toMatch(/\/inbox\/conversations\/thread-1$/);
    expect(screen.getByText("Quote no longer in source")).toBeTruthy();
    expect(screen.getByText("The ferry leaves at noon.")).toBeTruthy();
    server.on(`${runPath}/answers`, listOf([]));
    fireEvent.click(screen.getByRole("link", { name: "See all" }));
    expect(await screen.findByText("No answers relied on these changes.")).toBeTruthy();
  });

  it("says when the changes are no longer kept", async () => {
    server.on(`${runPath}/changes`, listOf([]));
    open();
    expect(await screen.findByText("These changes are no longer kept.")).toBeTruthy();
  });
});
