import { describe, expect, it } from "vitest";
import { getAgent, listAgents, updateAgentStatus } from "../../../shared/contract/agents/agents.ts";
import { createApiKey } from "../../../shared/contract/accounts/apiKeys.ts";
import { getApp, listApps } from "../../../shared/contract/agents/apps.ts";
import { getHostedWeb, listSurfaces, updateHostedWeb } from "../../../shared/contract/surfaces/surfaces.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

describe.each(stores())("applications on $name", (store) => {
  it("are the organization's agents with their surfaces, newest first, by page", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const first = await server.createAgent(owner, "First");
    const second = await server.createAgent(owner, "Second");
    const mine = server.as(owner);
    const body = { data: { status: "paused" as const } };
    await mine.call(updateAgentStatus, { params: { productId: first.id }, body });

    const { items, page: shown } = await mine.call(listApps, { query: { limit: 1 } });
    expect([items.map(({ name }) => name), shown]).toEqual([["Second"], { page: 1, limit: 1, total: 2 }]);
    const agents = await mine.call(listAgents);
    const apps = await mine.call(listApps);
    expect(apps.items.map(({ id }) => id)).toEqual(agents.items.map(({ id }) => id));

    const place = { params: { productId: first.id } };
    const [widget] = (await mine.call(listSurfaces, place)).items;
    const token = widget?.type === "widget" ? widget.token : "";
    const { revision, settings } = (await mine.call(getHostedWeb, place)).data;
    const page = { revision, settings, enabled: true, slug: "first-pier" };
    await mine.call(updateHostedWeb, { ...place, body: { data: page } });
    const { data } = await mine.call(getApp, { params: { appId: first.id } });
    expect(data).toEqual({
      ...{ id: first.id, name: "First", icon: first.icon, status: "paused" },
      surfaces: [
        { type: "widget", enabled: true, token, path: `/embed/${token}` },
        { type: "hosted-web", enabled: true, token: null, path: "/p/first-pier" },
      ],
    });
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    expect(second.id).toBe(apps.items[0]?.id);
  });

  it("include tokens only for roles that may read surfaces", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const { id: appId } = await server.createAgent(owner);
    const support = await server.createMember(owner.organizationId, "support");
    const seen = await server.as(support).call(getApp, { params: { appId } });
    expect(seen.data.surfaces).toMatchObject([{ type: "widget", enabled: true, token: null, path: null }]);

    const data = { name: "Reader", scopes: ["agents.read" as const] };
    const { key } = (await server.as(owner).call(createApiKey, { body: { data } })).data;
    const { organizationId, address } = owner;
    const program = server.as({ address, bearer: key, organizationId });
    expect((await program.call(listApps)).items[0]?.surfaces[0]?.token).toBeNull();
  });

  it("B1, B10: of others, and of agents outside a key's limits, are missing", async () => {
    const server = await startTestServer({ store });
    const [owner, stranger] = [await server.createOwner(), await server.createOwner()];
    const theirs = await server.createAgent(stranger);
    const [mine, other] = [await server.createAgent(owner), await server.createAgent(owner)];
    const data = { name: "One", scopes: ["agents.read" as const], agentIds: [mine.id] };
    const { key } = (await server.as(owner).call(createApiKey, { body: { data } })).data;
    const { organizationId, address } = owner;
    const program = server.as({ address, bearer: key, organizationId });
    for (const [client, appId] of [
      [server.as(owner), theirs.id],
      [program, theirs.id],
      [program, other.id],
    ] as const) {
      await expect(client.call(getApp, { params: { appId } })).rejects.toMatchObject({ status: 404 });
    }
    expect((await program.call(listApps)).items.map(({ id }) => id)).toEqual([mine.id]);
    expect((await program.call(getAgent, { params: { productId: mine.id } })).data.id).toBe(mine.id);
  });
});
