import { afterEach, describe, expect, it } from "vitest";
import { removeAgent } from "../../../shared/contract/agents/agents.ts";
import {
  createDataSource,
  getDataSource,
  listSyncHistory,
} from "../../../shared/contract/knowledge/knowledge.ts";
import type { DataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import type { DataSourceConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import type { SourceSchedule } from "../../../shared/contract/knowledge/sourceSchedule.ts";
import { scheduleSync, unscheduleSync } from "../../../shared/contract/knowledge/sync.ts";
import { createJobs } from "../../../server/jobs/jobs.ts";
import { queueDueSyncs } from "../../../server/knowledge/schedule/startSchedules.ts";
import { createEvents } from "../../../server/live/events.ts";
import { createTestPlans } from "../../kit/billing/plans.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";
import { htmlPage, serveWebsite, type Website } from "../../kit/knowledge/website.ts";
import { openBus } from "../../../server/live/openBus.ts";

const sites: Website[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.stop();
});

const hour = 60 * 60 * 1000;
const hourly: SourceSchedule = { every: "hourly", minute: 0, timeZone: "UTC", isPaused: false };
const patient = { interval: 50 };

async function setUp(store: ReturnType<typeof stores>[number]) {
  const plans = createTestPlans();
  const server = await startTestServer({ store, plans, egressAllow: ["127.0.0.0/8"] });
  const owner = await server.createOwner();
  const { id: productId } = await server.createAgent(owner);
  const client = server.as(owner);
  const site = await serveWebsite({ "/": htmlPage("Home", "<p>The ferry leaves at noon.</p>") });
  sites.push(site);
  const config: DataSourceConfig = {
    ...{ kind: "website", scope: "pages", urls: [`${site.origin}/`], include: [], exclude: [] },
    ...{ maxDepth: 5, maxPages: 10 },
  };
  const at = (source: DataSource) => ({ productId, datasourceId: source.id });
  const get = async (source: DataSource) => (await client.call(getDataSource, { params: at(source) })).data;
  const history = async (source: DataSource) =>
    (await client.call(listSyncHistory, { params: at(source) })).items;
  const ended = (source: DataSource, runs: number) =>
    expect
      .poll(async () => (await history(source)).filter(({ endedAt }) => endedAt !== null).length, patient)
      .toBe(runs);
  const add = async (wanted: DataSourceConfig = config) => {
    const params = { productId };
    const { data } = await client.call(createDataSource, { params, body: { data: { config: wanted } } });
    await ended(data, 1);
    return data;
  };
  const schedule = async (source: DataSource, wanted: SourceSchedule) =>
    (await client.call(scheduleSync, { params: at(source), body: { data: wanted } })).data;
  const bus = await openBus({ store: server.store, report: console.error });
  /** Looks for what is due as another process would. */
  const look = (mayAutoSync = async () => true) =>
    queueDueSyncs({
      store: server.store,
      jobs: createJobs({ store: server.store, bus, now: server.clock.now }),
      events: createEvents({ store: server.store, bus }),
      mayAutoSync,
      now: server.clock.now,
      report: console.error,
    });
  return { server, plans, owner, client, productId, at, get, history, ended, add, schedule, look };
}

describe.each(stores())("scheduled syncs on $name", (store) => {
  it("start at their time, and a single one makes up for missed ones", async () => {
    const { server, add, schedule, get, history, ended } = await setUp(store);
    const source = await add();
    const { schedule: kept, nextSyncAt } = await schedule(source, hourly);
    expect(kept).toEqual(hourly);
    expect(nextSyncAt).toBe(Math.floor(server.clock.now() / hour) * hour + hour);
    server.clock.advance(50 * hour);
    await ended(source, 2);
    expect((await history(source)).map(({ trigger }) => trigger)).toEqual(["schedule", "create"]);
    expect((await get(source)).nextSyncAt).toBeGreaterThan(server.clock.now());
    expect((await get(source)).lastRun?.counts).toMatchObject({ unchanged: 1, changed: 0 });
  }, 60_000);

  it("start once, no matter how many processes see at the same moment that they are due", async () => {
    const { server, plans, add, schedule, history, ended, look } = await setUp(store);
    const source = await add();
    await schedule(source, hourly);
    // The server's own looks wait: only those below begin anything.
    const { findSubscription } = plans;
    plans.findSubscription = () => Promise.reject(new Error("The provider of payments is away."));
    server.clock.advance(hour);
    const [haveSeen, mayGo, mayGoLate] = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    let seen = 0;
    const waitFor = (turn: typeof mayGo) => async () => {
      seen += 1;
      if (seen === 8) haveSeen?.resolve();
      await turn?.promise;
      return true;
    };
    const looks = Array.from({ length: 7 }, () => look(waitFor(mayGo)));
    const late = look(waitFor(mayGoLate));
    await haveSeen?.promise;
    mayGo?.resolve();
    await Promise.all(looks);
    // The sync itself asks what the plan has room for.
    plans.findSubscription = findSubscription;
    await ended(source, 2);
    mayGoLate?.resolve();
    await late;
    expect(await history(source)).toHaveLength(2);
  }, 60_000);

  it("wait while they are paused, and end with their schedule", async () => {
    const { server, client, add, schedule, at, get, history, look } = await setUp(store);
    const source = await add();
    expect(await schedule(source, { ...hourly, isPaused: true })).toMatchObject({
      ...{ schedule: { isPaused: true }, nextSyncAt: null },
    });
    server.clock.advance(3 * hour);
    await look();
    expect(await history(source)).toHaveLength(1);
    await schedule(source, hourly);
    await client.call(unscheduleSync, { params: at(source) });
    server.clock.advance(3 * hour);
    await look();
    expect(await history(source)).toHaveLength(1);
    expect(await get(source)).toMatchObject({ schedule: null, nextSyncAt: null });
  }, 60_000);

  it("are refused for sources without an outside origin, and with an invalid schedule", async () => {
    const { add, schedule } = await setUp(store);
    const text = await add({ kind: "text", title: "Terms", text: "Pay within a month." });
    await expect(schedule(text, hourly)).rejects.toMatchObject({
      ...{ code: "invalid_input", message: expect.stringContaining("Edit it instead") },
    });
    const source = await add();
    const every: object[] = [
      { every: "daily", at: "24:00", timeZone: "UTC" },
      { every: "daily", at: "9:00", timeZone: "UTC" },
      { every: "daily", at: "09:00", timeZone: "Mars/Olympus" },
      { every: "weekly", at: "09:00", weekday: 0, timeZone: "UTC" },
      { every: "monthly", at: "09:00", day: 32, timeZone: "UTC" },
      { every: "hourly", minute: 7.5, timeZone: "UTC" },
      { every: "yearly", at: "09:00", timeZone: "UTC" },
    ];
    for (const wrong of every) {
      // What somebody may send who writes their own client.
      await expect(schedule(source, wrong as SourceSchedule)).rejects.toMatchObject({
        code: "invalid_input",
      });
    }
  }, 60_000);

  it("require a plan that includes them, when they are set and when they are due", async () => {
    const { server, plans, owner, add, schedule, get, history, ended } = await setUp(store);
    const source = await add();
    await schedule(source, hourly);
    plans.set({ status: "cancelled" }, owner.organizationId);
    await expect(schedule(source, hourly)).rejects.toMatchObject({ code: "plan_limit" });
    server.clock.advance(hour);
    await expect
      .poll(async () => (await get(source)).nextSyncAt ?? 0, patient)
      .toBeGreaterThan(server.clock.now());
    expect(await history(source)).toHaveLength(1);
    expect((await schedule(source, { ...hourly, isPaused: true })).schedule?.isPaused).toBe(true);
    plans.set({ status: "active" }, owner.organizationId);
    await schedule(source, hourly);
    server.clock.advance(hour);
    await ended(source, 2);
  }, 60_000);

  it("wait while the plan is unknown, and run once it is known", async () => {
    const { server, plans, add, schedule, history, ended } = await setUp(store);
    const source = await add();
    await schedule(source, hourly);
    const { findSubscription } = plans;
    plans.findSubscription = () => Promise.reject(new Error("The provider of payments is away."));
    server.clock.advance(hour);
    await expect.poll(() => server.readLog(), patient).toContain("The provider of payments is away.");
    expect(await history(source)).toHaveLength(1);
    plans.findSubscription = findSubscription;
    await ended(source, 2);
  }, 60_000);

  it("stop with a deleted agent", async () => {
    const { server, client, productId, add, schedule, look } = await setUp(store);
    const source = await add();
    await schedule(source, hourly);
    await client.call(removeAgent, { params: { productId }, query: { confirmed: "true" } });
    server.clock.advance(2 * hour);
    await look();
    const runs = await server.store.db
      .selectFrom("syncRuns")
      .select("id")
      .where("sourceId", "=", source.id)
      .execute();
    expect(runs).toHaveLength(1);
  }, 60_000);
});
