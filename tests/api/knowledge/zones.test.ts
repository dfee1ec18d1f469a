import { describe, expect, it } from "vitest";
import { createApiKey } from "../../../shared/contract/accounts/apiKeys.ts";
import { removeAgent } from "../../../shared/contract/agents/agents.ts";
import { restoreAgent } from "../../../shared/contract/agents/deletedAgents.ts";
import { createDataSource, removeDataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import { cloneAgent, importAgent } from "../../../shared/contract/agents/templates.ts";
import { findZone, getZone } from "../../../shared/contract/knowledge/zones.ts";
import { isZoneSlug } from "../../../shared/domain/zones.ts";
import type { DataSourceConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import { deleteForGood } from "../../kit/agents/deleteForGood.ts";
import { exportOf, sendFile } from "../../kit/agents/portable.ts";
import { nextAddress } from "../../kit/client.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";
import type { StoreKind } from "../../kit/database/stores.ts";

const text: DataSourceConfig = { kind: "text", title: "Hours", text: "Nine to five." };

async function open(store: StoreKind) {
  const server = await startTestServer({ store });
  const owner = await server.createOwner();
  const agent = await server.createAgent(owner);
  const client = server.as(owner);
  return {
    ...{ server, owner, agent, client },
    zoneOf: async (productId = agent.id) => (await client.call(getZone, { params: { productId } })).data,
    find: async (zoneSlug: string) => (await client.call(findZone, { params: { zoneSlug } })).data,
    add: async (config: DataSourceConfig, productId = agent.id) =>
      (await client.call(createDataSource, { params: { productId }, body: { data: { config } } })).data,
  };
}

describe.each(stores())("the zone of an agent's knowledge on $name", (store) => {
  it("has a unique slug from the start, and is registered once a source was created in it", async () => {
    const { server, owner, agent, zoneOf, add } = await open(store);
    const before = await zoneOf();
    expect(before).toEqual({ slug: expect.any(String), agentId: agent.id, registeredAt: null });
    expect(isZoneSlug(before.slug)).toBe(true);
    expect((await zoneOf((await server.createAgent(owner)).id)).slug).not.toBe(before.slug);

    const source = await add(text);
    const registered = await zoneOf();
    expect(registered).toEqual({ ...before, registeredAt: source.createdAt });
    await add({ ...text, title: "More" });
    expect(await zoneOf()).toEqual(registered);
  });

  it("is not registered by a source that could not be created", async () => {
    const { zoneOf, add } = await open(store);
    await expect(add({ kind: "files", fileIds: ["01m000000000000000000000aa"] })).rejects.toMatchObject({
      code: "invalid_input",
    });
    expect(await zoneOf()).toMatchObject({ registeredAt: null });
  });

  it("stays registered when the source is deleted", async () => {
    const { agent, client, zoneOf, add } = await open(store);
    const { id: datasourceId } = await add(text);
    const registered = await zoneOf();
    const params = { productId: agent.id, datasourceId };
    await client.call(removeDataSource, { params, query: { confirmed: "true" } });
    expect(await zoneOf()).toEqual(registered);
  });

  it("is a new one for a clone and for an agent from a file", async () => {
    const { server, owner, agent, client, zoneOf, add } = await open(store);
    await add(text);
    const { slug } = await zoneOf();
    const clone = await client.call(cloneAgent, { params: { productId: agent.id }, body: { data: {} } });
    const copied = await zoneOf(clone.data.id);
    expect(copied.slug).not.toBe(slug);
    expect(isZoneSlug(copied.slug)).toBe(true);
    const { exportId } = await sendFile(server, owner, await exportOf(server, owner, agent));
    const imported = await client.call(importAgent, { params: { exportId }, body: { data: {} } });
    expect((await zoneOf(imported.data.id)).slug).not.toBe(slug);
    expect(await zoneOf()).toMatchObject({ slug });
  });

  it("is found only by its exact slug in its own organization", async () => {
    const { server, zoneOf, find } = await open(store);
    const zone = await zoneOf();
    expect(await find(zone.slug)).toEqual(zone);
    const stranger = server.as(await server.createOwner("Strangers"));
    for (const zoneSlug of [zone.slug, "zzzzz0"])
      await expect(stranger.call(findZone, { params: { zoneSlug } })).rejects.toMatchObject({
        code: "not_found",
      });
    for (const wrong of ["abcde", "abcdefg", "abc.de", "abcdé1"])
      await expect(find(wrong)).rejects.toMatchObject({ status: 400, code: "invalid_input" });
  });

  it("is found by an API key of its agent, and by no key of another", async () => {
    const { server, owner, agent, client, zoneOf } = await open(store);
    const other = await server.createAgent(owner);
    const { slug } = await zoneOf();
    const keyOf = async (agentId: string) => {
      const body = { data: { name: "Program", scopes: ["knowledge.read" as const], agentIds: [agentId] } };
      const { key } = (await client.call(createApiKey, { body })).data;
      return server.as({ address: nextAddress(), bearer: key, organizationId: owner.organizationId });
    };
    const mine = await keyOf(agent.id);
    expect((await mine.call(findZone, { params: { zoneSlug: slug } })).data.agentId).toBe(agent.id);
    const theirs = await keyOf(other.id);
    await expect(theirs.call(findZone, { params: { zoneSlug: slug } })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("is deleted with its agent, and restored with it", async () => {
    const { server, agent, client, zoneOf, find } = await open(store);
    const zone = await zoneOf();
    await client.call(removeAgent, { params: { productId: agent.id }, query: { confirmed: "true" } });
    await expect(find(zone.slug)).rejects.toMatchObject({ code: "not_found" });
    await client.call(restoreAgent, { params: { deletedId: agent.id } });
    expect(await zoneOf()).toEqual(zone);
    await deleteForGood(client, agent.id);
    expect(await server.store.db.selectFrom("zones").selectAll().execute()).toEqual([]);
  });
});
