import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import { agentId, orgId, startConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import { dataSources } from "./dataSources.ts";
import { watchDataSources } from "./dataSourcesWatch.ts";
import { closeLive } from "../platform/live.ts";
import { fill, reset } from "../platform/resource.ts";

const source: DataSource = {
  ...{
    id: "s1",
    agentId,
    name: "Shop",
    config: { kind: "sample" },
    files: [],
    connection: null,
    status: "syncing",
    error: null,
  },
  counts: { pages: 0, passages: 0, characters: 0, failed: 0 },
  ...{
    lastRun: null,
    lastSyncedAt: null,
    restoredVersion: null,
    schedule: null,
    nextSyncAt: null,
    webhook: null,
    createdAt: 0,
    updatedAt: 0,
  },
};
const place = { orgId, agentId };

let server: ConsoleServer;

beforeEach(() => {
  vi.useFakeTimers();
  server = startConsoleServer();
  server.hasLiveEvents = false;
  fill(dataSources, { agentId, items: [source, { ...source, id: "s2", status: "ready" }], total: 2 });
});
afterEach(() => {
  closeLive();
  reset(dataSources);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const read = () => server.requests.flatMap(({ path }) => path.match(/^datasources\/\w+$/) ?? []);

describe("without live events", () => {
  it("asks every few seconds for what syncs, until it is done", async () => {
    server.on("GET datasources/s1", { body: { data: source } });
    const stop = watchDataSources(place);
    await vi.advanceTimersByTimeAsync(9000);
    expect(read()).toEqual(["datasources/s1", "datasources/s1"]);
    server.on("GET datasources/s1", { body: { data: { ...source, status: "ready" } } });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(read()).toHaveLength(3);
    expect(dataSources.data?.items[0]?.status).toBe("ready");
    stop();
  });

  it("drops a deleted source", async () => {
    server.on("GET datasources/s1", { status: 404, code: "not_found" });
    const stop = watchDataSources(place);
    await vi.advanceTimersByTimeAsync(5000);
    expect(dataSources.data?.items.map(({ id }) => id)).toEqual(["s2"]);
    stop();
  });
});
