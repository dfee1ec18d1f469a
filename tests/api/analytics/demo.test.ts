import { sql } from "kysely";
import { expect, it } from "vitest";
import { fillBlocks } from "../../../server/conversations/figures/fill.ts";
import { rebuildFigures } from "../../../server/conversations/figures/rebuild.ts";
import { createAgent, listAgents, removeAgent, updateAgent } from "../../../shared/contract/agents/agents.ts";
import { getDashboard } from "../../../shared/contract/analytics/analytics.ts";
import { makeDemo } from "../../../shared/contract/analytics/demo.ts";
import { listThreads } from "../../../shared/contract/conversations/threads/threads.ts";
import { listDataSources } from "../../../shared/contract/knowledge/knowledge.ts";
import { stores } from "../../kit/database/stores.ts";
import { startTestServer } from "../../kit/server.ts";

it.each(stores())("a demo shows two months of figures, and goes with its agent, on $name", async (kind) => {
  const server = await startTestServer({ store: kind });
  const owner = await server.createOwner();
  const { store, clock } = server;
  const client = server.as(owner);
  const { data: agent } = await client.call(makeDemo);
  expect(agent.isDemo).toBe(true);
  const dayOf = (ago: number) => new Date(clock.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const read = async () =>
    (await client.call(getDashboard, { query: { from: dayOf(64), to: dayOf(0), timezone: "UTC" } })).data;
  const shown = await read();
  const valueOf = (name: string) => shown.figures.find(({ measure }) => measure === name)?.value;
  expect(valueOf("conversations")).toBe(200);
  for (const state of ["confirmed", "assumed", "handedOver", "unresolved"] as const)
    expect(shown.states[state], state).toBeGreaterThan(0);
  expect(shown.series.filter(({ values }) => (values["sum_conversations"] ?? 0) > 0).length).toBeGreaterThan(
    6,
  );
  const params = { productId: agent.id };
  // Its source is read, and the pages that are cited stay those of the source.
  const countReady = async () => {
    const { items } = await client.call(listDataSources, { params, query: {} });
    return items.filter(({ status }) => status === "ready").length;
  };
  await expect.poll(countReady).toBe(2);
  expect((await read()).pages.map(({ name }) => name)).toContain("Delivery");
  expect((await client.call(listThreads, { params })).items.length).toBeGreaterThan(0);
  await rebuildFigures(store);
  expect((await read()).figures).toEqual(shown.figures);

  await client.call(removeAgent, { params, query: { confirmed: "true" } });
  expect((await read()).figures.find(({ measure }) => measure === "conversations")?.value ?? 0).toBe(0);
});

it.each(stores())(
  "a demo is made once, also by two at once and under another name, on $name",
  async (kind) => {
    const server = await startTestServer({ store: kind });
    const client = server.as(await server.createOwner());
    const made = await Promise.all([client.call(makeDemo), client.call(makeDemo)]);
    const [{ data: demo }] = made;
    expect(made.map(({ data }) => data.id)).toEqual([demo.id, demo.id]);
    const { description } = demo.configuration;
    const { data: other } = await client.call(createAgent, { body: { data: { name: "Mine", description } } });
    const configuration = { ...demo.configuration, name: "Trial run", description: "Ours." };
    const data = { revision: demo.revision, configuration };
    await client.call(updateAgent, { params: { productId: demo.id }, body: { data } });
    expect((await client.call(makeDemo)).data).toMatchObject({ id: demo.id, name: "Trial run" });
    const { items } = await client.call(listAgents, { query: {} });
    expect(items.filter(({ isDemo }) => isDemo).map(({ id }) => id)).toEqual([demo.id]);
    expect(other.isDemo).toBe(false);
  },
);

it.each(stores())(
  "a demo is counted once where the organization's figures still get their blocks, on $name",
  async (kind) => {
    const server = await startTestServer({ store: kind });
    const owner = await server.createOwner();
    const { organizationId } = owner;
    const dayOf = (ago: number) => new Date(server.clock.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const filledTo = Date.parse(dayOf(30));
    await server.store.db.insertInto("figureFills").values({ organizationId, filledTo }).execute();
    await server.as(owner).call(makeDemo);
    const query = { from: dayOf(64), to: dayOf(0), timezone: "UTC" };
    const read = async () => (await server.as(owner).call(getDashboard, { query })).data.series;
    const before = await read();
    await fillBlocks(server.store, organizationId);
    expect(await read()).toEqual(before);
  },
);

it.each(stores())("a demo that can't be made whole leaves nothing behind, on $name", async (kind) => {
  const server = await startTestServer({ store: kind });
  const client = server.as(await server.createOwner());
  const { db } = server.store;
  const refuse =
    kind.name === "sqlite"
      ? sql`create trigger "full" before insert on "receipts" begin select raise(abort, 'full'); end`
      : sql`alter table "receipts" add constraint "full" check (false) not valid`;
  await refuse.execute(db);
  await expect(client.call(makeDemo)).rejects.toThrow();
  expect((await client.call(listAgents, { query: {} })).items).toEqual([]);
  await (
    kind.name === "sqlite" ? sql`drop trigger "full"` : sql`alter table "receipts" drop constraint "full"`
  ).execute(db);
  expect((await client.call(makeDemo)).data.isDemo).toBe(true);
});
