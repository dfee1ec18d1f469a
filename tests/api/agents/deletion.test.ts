import { describe, expect, it, vi } from "vitest";
import { createAgent, getAgent, listAgents, removeAgent } from "../../../shared/contract/agents/agents.ts";
import { getApp, listApps } from "../../../shared/contract/agents/apps.ts";
import { listThreads } from "../../../shared/contract/conversations/threads/threads.ts";
import {
  listDeletedAgents,
  removeDeletedAgent,
  restoreAgent,
} from "../../../shared/contract/agents/deletedAgents.ts";
import { createDataSource, listDataSources } from "../../../shared/contract/knowledge/knowledge.ts";
import { getHostedWeb, getWidget, updateHostedWeb } from "../../../shared/contract/surfaces/surfaces.ts";
import { restorableDays } from "../../../shared/domain/deletion.ts";
import { createTestPlans } from "../../kit/billing/plans.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServerOptions } from "../../kit/server.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { listen, say } from "../../kit/conversations/threads/talks.ts";

const query = { confirmed: "true" } as const;
const dayMs = 24 * 60 * 60 * 1000;

describe.each(bothStores())("a deleted agent on $name", (store) => {
  it("is missing for the team at once, and in every list", async () => {
    const { client, agent, params, remove } = await setUp();
    await remove();
    const reads = [getAgent, getWidget, getHostedWeb, listDataSources, listThreads] as const;
    for (const call of reads)
      await expect(client.call(call, { params })).rejects.toMatchObject({ status: 404 });
    await expect(client.call(getApp, { params: { appId: agent.id } })).rejects.toMatchObject({ status: 404 });
    expect((await client.call(listAgents)).items).toEqual([]);
    expect((await client.call(listApps)).items).toEqual([]);
    await expect(client.call(removeAgent, { params, query })).rejects.toMatchObject({ status: 404 });
  });

  it("answers no visitor, whether present or new, on a site or on its hosted page", async () => {
    const { server, client, owner, agent, params, remove } = await setUp();
    const visitor = await server.createVisitor(owner, agent.id);
    await listen(say(server, visitor, { content: "Are you open?" }));
    const { data: page } = await client.call(getHostedWeb, { params });
    const { revision, slug, settings } = page;
    await client.call(updateHostedWeb, {
      params,
      body: { data: { revision, slug, settings, enabled: true } },
    });
    const { token } = (await client.call(getWidget, { params })).data;
    const open = async () => [
      (await server.request(`/embed/${token}`)).status,
      (await server.request(`/p/${slug}`)).status,
      (await server.request(`/api/public/v1/copilots?surface=widget&token=${token}`)).status,
    ];
    expect(await open()).toEqual([200, 200, 200]);
    await remove();
    expect(await open()).toEqual([404, 404, 404]);
    await expect(listen(say(server, visitor, { content: "Still there?" }))).rejects.toMatchObject({
      status: 401,
    });
  });

  it("is the same as before, with all its data, once it is restored", async () => {
    const { server, client, owner, agent, params, remove } = await setUp();
    const visitor = await server.createVisitor(owner, agent.id);
    await listen(say(server, visitor, { content: "Are you open?" }));
    const config = { kind: "text" as const, title: "Hours", text: "Nine to five." };
    await client.call(createDataSource, { params, body: { data: { name: "Hours", config } } });
    const before = (await client.call(getAgent, { params })).data;
    await remove();
    const { items } = await client.call(listDeletedAgents);
    expect(items).toMatchObject([
      { id: agent.id, name: agent.name, icon: agent.icon, deletedBy: "Test Person" },
    ]);
    expect((items[0]?.removeAt ?? 0) - (items[0]?.deletedAt ?? 0)).toBe(restorableDays * dayMs);
    const restored = await client.call(restoreAgent, { params: { deletedId: agent.id } });
    expect(restored.data).toEqual(before);
    expect((await client.call(listDeletedAgents)).items).toEqual([]);
    expect((await client.call(listDataSources, { params })).items).toHaveLength(1);
    expect((await client.call(listThreads, { params })).items).toHaveLength(1);
    expect((await listen(say(server, visitor, { content: "Still there?" }))).end).toBeDefined();
  });

  it("is permanently deleted with all its data after seven days, and not before", async () => {
    const { server, client, owner, agent, remove, countRows } = await setUp();
    await listen(say(server, await server.createVisitor(owner, agent.id), { content: "Are you open?" }));
    await remove();
    server.clock.advance(restorableDays * dayMs - 60_000);
    // Somebody else's job comes to its end meanwhile, so the queue has looked.
    expect((await client.call(listDeletedAgents)).items).toHaveLength(1);
    expect(await countRows()).toBeGreaterThan(0);
    server.clock.advance(60_000);
    await vi.waitUntil(async () => (await client.call(listDeletedAgents)).items.length === 0, 20_000);
    expect(await countRows()).toBe(0);
    await expect(client.call(restoreAgent, { params: { deletedId: agent.id } })).rejects.toMatchObject({
      status: 404,
    });
  });

  it("has another seven days when it is restored and deleted again", async () => {
    const { server, client, agent, remove } = await setUp();
    await remove();
    server.clock.advance(5 * dayMs);
    await client.call(restoreAgent, { params: { deletedId: agent.id } });
    await remove();
    const job = await server.store.db
      .selectFrom("jobs")
      .select(["runAt", "state"])
      .where("key", "=", agent.id)
      .where("state", "=", "queued")
      .executeTakeFirstOrThrow();
    expect(Number(job.runAt) - server.clock.now()).toBeGreaterThan((restorableDays - 1) * dayMs);
  });

  it("is permanently deleted at once after a second confirmation", async () => {
    const { client, agent, remove, countRows } = await setUp();
    await remove();
    const params = { deletedId: agent.id };
    await expect(client.call(removeDeletedAgent, { params })).rejects.toMatchObject({ status: 400 });
    await client.call(removeDeletedAgent, { params, query });
    expect(await countRows()).toBe(0);
    await expect(client.call(removeDeletedAgent, { params, query })).rejects.toMatchObject({ status: 404 });
  });

  it("frees its unit of the plan, and can be restored only when one is free", async () => {
    const { client, agent, remove } = await setUp({ plans: createTestPlans() });
    await remove();
    const { data: second } = await client.call(createAgent, { body: { data: { name: "Second" } } });
    const restore = () => client.call(restoreAgent, { params: { deletedId: agent.id } });
    await expect(restore()).rejects.toMatchObject({ status: 402, code: "plan_limit" });
    expect((await client.call(listDeletedAgents)).items).toHaveLength(1);
    await client.call(removeAgent, { params: { productId: second.id }, query });
    expect((await restore()).data.id).toBe(agent.id);
  });

  it("is restored once, no matter how many ask at once", async () => {
    const { client, agent, remove } = await setUp();
    await remove();
    const restore = () => client.call(restoreAgent, { params: { deletedId: agent.id } });
    const outcomes = await Promise.allSettled([restore(), restore(), restore()]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
  });

  it("is visible only to owners and admins of its own organization", async () => {
    const { server, owner, agent, remove } = await setUp();
    await remove();
    const advisor = server.as(await server.createMember(owner.organizationId, "collaborator"));
    await expect(advisor.call(listDeletedAgents)).rejects.toMatchObject({ status: 403 });
    const stranger = server.as(await server.createOwner());
    expect((await stranger.call(listDeletedAgents)).items).toEqual([]);
    await expect(stranger.call(restoreAgent, { params: { deletedId: agent.id } })).rejects.toMatchObject({
      status: 404,
    });
  });

  async function setUp(options: Omit<TestServerOptions, "store"> = {}) {
    const server = await startTestServer({ store, ...options });
    const owner = await server.createOwner();
    const client = server.as(owner);
    const agent = await server.createAgent(owner);
    const params = { productId: agent.id };
    const remove = () => client.call(removeAgent, { params, query });
    const countRows = async () => {
      let rows = 0;
      for (const table of ["agentVersions", "surfaces", "threads", "messages", "visitorSessions"] as const) {
        const found = server.store.db.selectFrom(table).select("agentId").where("agentId", "=", agent.id);
        rows += (await found.execute()).length;
      }
      return rows;
    };
    return { server, owner, client, agent, params, remove, countRows };
  }
});
