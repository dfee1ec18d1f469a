import { describe, expect, it } from "vitest";
import { createAgent, getAgent, listAgents, updateAgent } from "../../../shared/contract/agents/agents.ts";
import { createDataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import { getSetupGuide, updateSetupStep } from "../../../shared/contract/agents/setupGuide.ts";
import {
  getHostedWeb,
  getWidget,
  updateHostedWeb,
  updateWidget,
} from "../../../shared/contract/surfaces/surfaces.ts";
import { cloneAgent, importAgent, listTemplates } from "../../../shared/contract/agents/templates.ts";
import type { TestClient } from "../../kit/client.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

describe.each(stores())("the setup guide on $name", (store) => {
  it("of a new agent has five steps, and the first one is done", async () => {
    const { client, productId, read } = await setUp();
    expect((await client.call(getSetupGuide, { params: { productId } })).data).toEqual({
      items: [
        { type: "create-copilot", completed: true, skipped: false },
        { type: "datasources", completed: false, skipped: false },
        { type: "appearance", completed: false, skipped: false },
        { type: "ai-actions", completed: false, skipped: false },
        { type: "surfaces", completed: false, skipped: false },
      ],
      allStepsReviewed: false,
    });
    const { items } = await client.call(listAgents);
    expect(items[0]?.setupGuide).toEqual(await read());
  });

  it("is reviewed only once every step is completed or skipped", async () => {
    const { patch } = await setUp();
    await patch("datasources", { completed: true });
    await patch("appearance", { skipped: true });
    expect((await patch("ai-actions", { skipped: true })).allStepsReviewed).toBe(false);
    expect((await patch("surfaces", { completed: true })).allStepsReviewed).toBe(true);
    expect((await patch("surfaces", { completed: false })).allStepsReviewed).toBe(false);
  });

  it("applies a step status update only when it changes completed or skipped, and sends no event otherwise", async () => {
    const { patch, countEvents } = await setUp();
    const skipped = await patch("appearance", { skipped: true });
    const told = await countEvents();
    expect(await patch("appearance", { skipped: true })).toEqual(skipped);
    expect(await patch("appearance", { completed: false })).toEqual(skipped);
    expect(await patch("appearance", {})).toEqual(skipped);
    expect(await countEvents()).toBe(told);
    await patch("appearance", { skipped: false });
    expect(await countEvents()).toBe(told + 1);
  });

  it("keeps the changes that two admins make at once", async () => {
    const { patch, read } = await setUp();
    await Promise.all([patch("appearance", { skipped: true }), patch("surfaces", { completed: true })]);
    const { items } = await read();
    expect(items.filter(({ completed, skipped }) => completed || skipped)).toHaveLength(3);
  });

  it.each([
    ["a data source is created", "datasources", addSource],
    ["its look is saved", "appearance", changeLook],
    ["it is given a guidance rule", "ai-actions", addRule],
    ["a page loads its widget", "surfaces", loadWidget],
    ["its hosted page is switched on", "surfaces", openHostedPage],
  ] as const)("completes only the matching step when %s, and updates open screens", async (_, type, act) => {
    const given = await setUp();
    // Skipped before: "completed and not skipped" (specification 4).
    await given.patch(type, { skipped: true });
    const told = await given.countEvents();
    await act(given);
    expect(await given.countEvents()).toBeGreaterThan(told);
    const { items } = await given.read();
    expect(items.find((item) => item.type === type)).toEqual({ type, completed: true, skipped: false });
    expect(items.filter(({ completed }) => completed)).toHaveLength(2);
  });

  it("starts with the special-cases step done for an agent with rules: new, from a template, or copied", async () => {
    const { client } = await setUp();
    const { items } = await client.call(listTemplates, { query: {} });
    const { exportId = "" } = items.find(({ title }) => title === "Customer support") ?? {};
    const { data: ofTemplate } = await client.call(importAgent, { params: { exportId }, body: { data: {} } });
    const { guidance } = ofTemplate.configuration;
    const { data: made } = await client.call(createAgent, { body: { data: { name: "Desk", guidance } } });
    const { data: copy } = await client.call(cloneAgent, {
      params: { productId: made.id },
      body: { data: {} },
    });
    for (const { setupGuide } of [ofTemplate, made, copy]) {
      expect(setupGuide.items.filter(({ completed }) => completed).map(({ type }) => type)).toEqual([
        "create-copilot",
        "ai-actions",
      ]);
    }
  });

  it("doesn't complete the look when only its domains were saved", async () => {
    const { client, productId, read } = await setUp();
    await saveWidget({ client, productId }, { allowedDomains: ["example.com"] });
    expect((await read()).items.find(({ type }) => type === "appearance")?.completed).toBe(false);
  });

  it("refuses unknown steps and statuses", async () => {
    const { client, productId } = await setUp();
    const params = { productId, setupGuideType: "workflows" };
    const body = { data: { skipped: true } };
    await expect(client.call(updateSetupStep, { params, body })).rejects.toMatchObject({ status: 404 });
    const wrong = { data: { completed: "yes" } } as never;
    await expect(
      client.call(updateSetupStep, { params: { productId, setupGuideType: "surfaces" }, body: wrong }),
    ).rejects.toMatchObject({ status: 400 });
  });

  it("of an older agent is empty and counts as reviewed", async () => {
    const { server, productId, read, patch } = await setUp();
    await server.store.db
      .updateTable("agents")
      .set({ setupGuide: "[]" })
      .where("id", "=", productId)
      .execute();
    expect(await read()).toEqual({ items: [], allStepsReviewed: true });
    expect(await patch("surfaces", { completed: true })).toEqual({ items: [], allStepsReviewed: true });
  });

  it("is visible to support, who can't change it", async () => {
    const { server, owner, productId } = await setUp();
    const support = server.as(await server.createMember(owner.organizationId, "support"));
    expect((await support.call(getSetupGuide, { params: { productId } })).data.items).toHaveLength(5);
    const params = { productId, setupGuideType: "surfaces" };
    await expect(
      support.call(updateSetupStep, { params, body: { data: { skipped: true } } }),
    ).rejects.toMatchObject({ status: 403 });
  });

  async function setUp() {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const client = server.as(owner);
    const { id: productId } = await server.createAgent(owner);
    const patch = async (setupGuideType: string, data: { completed?: boolean; skipped?: boolean }) =>
      (await client.call(updateSetupStep, { params: { productId, setupGuideType }, body: { data } })).data;
    const read = async () => (await client.call(getAgent, { params: { productId } })).data.setupGuide;
    const countEvents = async () =>
      (
        await server.store.db
          .selectFrom("liveEvents")
          .select("number")
          .where("agentId", "=", productId)
          .where("kind", "=", "agent")
          .execute()
      ).length;
    return { server, owner, client, productId, patch, read, countEvents };
  }
});

interface Given {
  client: TestClient;
  productId: string;
}

async function addSource({ client, productId }: Given): Promise<void> {
  const config = { kind: "text" as const, title: "Hours", text: "Nine to five." };
  await client.call(createDataSource, { params: { productId }, body: { data: { name: "Hours", config } } });
}

async function changeLook(given: Given): Promise<void> {
  const { settings } = (await given.client.call(getWidget, { params: given })).data;
  await saveWidget(given, { settings: { ...settings, primary: "#113355" } });
}

async function addRule({ client, productId }: Given): Promise<void> {
  const { revision, configuration } = (await client.call(getAgent, { params: { productId } })).data;
  const when = { words: [], pages: [], audience: "everyone" as const };
  const rule = {
    title: "Refunds",
    category: "other" as const,
    text: "Ask for the order.",
    isEnabled: true,
    when,
  };
  const data = { revision, configuration: { ...configuration, guidance: [rule] } };
  await client.call(updateAgent, { params: { productId }, body: { data } });
}

async function loadWidget({ server, client, productId }: Given & { server: TestServer }): Promise<void> {
  const { token } = (await client.call(getWidget, { params: { productId } })).data;
  const response = await server.request(`/api/public/v1/copilots?surface=widget&token=${token}`, {
    headers: { Origin: "https://shop.example" },
  });
  expect(response.status).toBe(200);
}

async function openHostedPage({ client, productId }: Given): Promise<void> {
  const { revision, slug, settings } = (await client.call(getHostedWeb, { params: { productId } })).data;
  const data = { revision, slug, settings, enabled: true };
  await client.call(updateHostedWeb, { params: { productId }, body: { data } });
}

async function saveWidget({ client, productId }: Given, change: object): Promise<void> {
  const { data } = await client.call(getWidget, { params: { productId } });
  const { revision, enabled, allowedDomains, allowsNullOrigin, settings } = data;
  const body = { data: { revision, enabled, allowedDomains, allowsNullOrigin, settings, ...change } };
  await client.call(updateWidget, { params: { productId }, body });
}
