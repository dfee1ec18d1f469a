import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import type { SourceSchedule } from "../../../shared/contract/knowledge/sourceSchedule.ts";
import { makeAgent, openScreen } from "../../../tests/kit/console/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import { makeSubscription } from "../../../tests/kit/billing/plans.ts";
import { dataSources } from "../../state/knowledge/dataSources.ts";
import { closeLive } from "../../state/platform/live.ts";
import { fill, reset } from "../../state/platform/resource.ts";
import { subscription } from "../../state/billing/subscription.ts";
import { upgrade } from "../../state/billing/upgrade.ts";
import DataSources from "./DataSources.tsx";

const at = 1_790_000_000_000;

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
    config: {
      ...{ kind: "website", scope: "site", urls: ["https://shop.example/"], include: [], exclude: [] },
      ...{ maxDepth: 5, maxPages: 500 },
    },
    counts: { pages: 12, passages: 80, characters: 34_000, failed: 0 },
    ...{
      lastRun: null,
      lastSyncedAt: at,
      restoredVersion: null,
      schedule: null,
      nextSyncAt: null,
      webhook: null,
    },
    ...{ createdAt: at, updatedAt: at },
    ...part,
  };
}

let server: ConsoleServer;

function open(source: DataSource) {
  const items = { items: [source], page: { page: 1, limit: 100, total: 1 } };
  server.on("GET datasources", { body: items });
  server.on("GET datasources/source-1/history", { body: { ...items, items: [] } });
  return openScreen({
    at: "datasources?source=source-1&view=syncs",
    route: "datasources",
    screen: DataSources,
  });
}

const card = () => screen.findByRole("region", { name: "Schedule" });

beforeEach(() => {
  server = startConsoleServer();
  server.on("GET agent", { body: { data: makeAgent() } });
});
afterEach(() => {
  closeLive();
  vi.unstubAllGlobals();
  reset(dataSources);
  reset(subscription);
  upgrade.metric = null;
});

describe("the schedule of a source", () => {
  it("is set in a dialog that says when the next sync is", async () => {
    open(makeSource());
    fireEvent.click(within(await card()).getByRole("button", { name: "Set schedule" }));
    fireEvent.change(await screen.findByLabelText("How often"), { target: { value: "weekly" } });
    fireEvent.change(screen.getByLabelText("Weekday"), { target: { value: "5" } });
    fireEvent.change(screen.getByLabelText("Time"), { target: { value: "06:30" } });
    fireEvent.change(screen.getByLabelText("Time zone"), { target: { value: "Asia/Tokyo" } });
    expect(within(screen.getByRole("dialog")).getByRole("status").textContent).toMatch(/^Next sync:/);
    const schedule: SourceSchedule = {
      every: "weekly",
      ...{ weekday: 5, at: "06:30", timeZone: "Asia/Tokyo", isPaused: false },
    };
    server.on("PUT datasources/source-1/schedule", {
      body: { data: makeSource({ schedule, nextSyncAt: at }) },
    });
    fireEvent.click(screen.getByText("Save"));
    expect(await screen.findByText("Synced every Friday at 06:30 (Asia/Tokyo)")).toBeTruthy();
    expect(screen.getByText(/^Next sync:/)).toBeTruthy();
    expect(server.sent("PUT datasources/source-1/schedule")).toEqual([{ data: schedule }]);
  });

  it("is paused and resumed with one click", async () => {
    const schedule = { every: "monthly", day: 31, at: "03:00", timeZone: "UTC", isPaused: false } as const;
    open(makeSource({ schedule, nextSyncAt: at }));
    expect(within(await card()).getByText("Synced every month on the last day at 03:00 (UTC)")).toBeTruthy();
    const paused = { ...schedule, isPaused: true };
    server.on("PUT datasources/source-1/schedule", { body: { data: makeSource({ schedule: paused }) } });
    fireEvent.click(within(await card()).getByRole("button", { name: "Pause" }));
    expect(await screen.findByText(/^Paused\./)).toBeTruthy();
    expect(within(await card()).getByRole("button", { name: "Resume" })).toBeTruthy();
    expect(server.sent("PUT datasources/source-1/schedule")).toEqual([{ data: paused }]);
  });

  it("leads to an upgrade where the plan has none", async () => {
    fill(subscription, makeSubscription({ status: "cancelled" }));
    open(makeSource());
    fireEvent.click(within(await card()).getByRole("button", { name: "Set schedule" }));
    expect(upgrade.metric).toBe("datasource_auto_sync");
    expect(screen.queryByRole("dialog", { name: "Sync on a schedule" })).toBeNull();
  });

  it("is not offered where nothing outside changes", async () => {
    open(makeSource({ config: { kind: "sample" } }));
    expect(await screen.findByRole("list", { name: "Syncs" })).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Schedule" })).toBeNull();
  });
});

describe("the webhook of a source", () => {
  it("is made and shown once, and revoked after a question", async () => {
    const webhook = { ending: "wxyz", createdAt: at, lastUsedAt: null };
    open(makeSource());
    const line = await screen.findByRole("region", { name: "Webhook" });
    const url = "https://ai.example.com/api/webhooks/v1/datasources/sync/phs_secretwxyz";
    server.on("POST datasources/source-1/sync/webhook", {
      body: { data: { url, source: makeSource({ webhook }) } },
    });
    fireEvent.click(within(line).getByRole("button", { name: "Create webhook" }));
    expect((await screen.findByRole("status", { name: "Webhook address" })).textContent).toBe(url);
    fireEvent.click(screen.getByRole("button", { name: "I saved it" }));
    expect(await screen.findByText("Synced by its webhook …wxyz")).toBeTruthy();
    expect(screen.queryByText(url)).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Revoke" }));
    server.on("DELETE datasources/source-1/sync/webhook", { body: {} });
    server.on("GET datasources/source-1", { body: { data: makeSource() } });
    fireEvent.click(screen.getByRole("button", { name: "Revoke webhook" }));
    expect(await screen.findByText("No webhook")).toBeTruthy();
    expect(server.sent("DELETE datasources/source-1/sync/webhook")).toHaveLength(1);
  });
});
