import { expect, it } from "vitest";
import { seedDemo } from "../../../server/analytics/demo/seedDemo.ts";
import { rebuildFigures } from "../../../server/conversations/figures/rebuild.ts";
import { createAskInside } from "../../../server/http/createAskInside.ts";
import { removeAgent } from "../../../shared/contract/agents/agents.ts";
import { getDashboard } from "../../../shared/contract/analytics/analytics.ts";
import { listThreads } from "../../../shared/contract/conversations/threads/threads.ts";
import { listDataSources } from "../../../shared/contract/knowledge/knowledge.ts";
import { stores } from "../../kit/database/stores.ts";
import { startTestServer } from "../../kit/server.ts";

it.each(stores())("a demo shows two months of figures, and goes with its agent, on $name", async (kind) => {
  const server = await startTestServer({ store: kind });
  const owner = await server.createOwner();
  const { store, app, clock } = server;
  const askInside = createAskInside(() => app.routes);
  const agent = await seedDemo({ store, askInside, now: clock.now }, owner.organizationId);
  expect((await seedDemo({ store, askInside, now: clock.now }, owner.organizationId)).id).toBe(agent.id);
  const client = server.as(owner);
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
  await expect.poll(countReady, { timeout: 30_000 }).toBe(2);
  expect((await read()).pages.map(({ name }) => name)).toContain("Delivery");
  expect((await client.call(listThreads, { params })).items.length).toBeGreaterThan(0);
  await rebuildFigures(store);
  expect((await read()).figures).toEqual(shown.figures);

  await client.call(removeAgent, { params, query: { confirmed: "true" } });
  expect((await read()).figures.find(({ measure }) => measure === "conversations")?.value ?? 0).toBe(0);
});
