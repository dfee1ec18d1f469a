import { afterEach, describe, expect, it } from "vitest";
import { publishAgent, getAgent, removeAgent } from "../../../shared/contract/agents/agents.ts";
import { createApiKey } from "../../../shared/contract/accounts/apiKeys.ts";
import { getCharacterUsage } from "../../../shared/contract/knowledge/characterUsage.ts";
import {
  createDataSource,
  getDataSource,
  listDataSources,
  listSyncHistory,
  removeDataSource,
  syncDataSource,
  updateDataSource,
} from "../../../shared/contract/knowledge/knowledge.ts";
import type { DataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import type { DataSourceConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import { ofOrganization } from "../../../shared/contract/knowledge/ofOrganization.ts";
import { chooseSharedSource, listSharedSources } from "../../../shared/contract/knowledge/sharedSources.ts";
import { makeSyncWebhook, scheduleSync } from "../../../shared/contract/knowledge/sync.ts";
import { listTouchedAnswers } from "../../../shared/contract/knowledge/syncChanges.ts";
import { cloneAgent, exportAgent } from "../../../shared/contract/agents/templates.ts";
import { getVersion, restoreVersion } from "../../../shared/contract/agents/versions.ts";
import { organizationItself } from "../../../shared/domain/sharedSources.ts";
import { nextAddress } from "../../kit/client.ts";
import { websiteConfig } from "../../kit/knowledge/knowledge.ts";
import { sendFile } from "../../kit/agents/portable.ts";
import { createTestPlans, makePlan } from "../../kit/billing/plans.ts";
import { startTestServer, type TestServerOptions } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, say } from "../../kit/conversations/threads/talks.ts";
import { htmlPage, serveWebsite, type Website } from "../../kit/knowledge/website.ts";

const sites: Website[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.stop();
});

const patient = { interval: 20 };
const hour = 60 * 60 * 1000;
const confirmed = { confirmed: "true" } as const;
const text = (title: string, content: string): DataSourceConfig => ({ kind: "text", title, text: content });

/** An organization with two agents, and what tests do to the sources that they share. */
async function setUp(
  store: ReturnType<typeof stores>[number],
  options: Omit<TestServerOptions, "store"> = {},
) {
  const server = await startTestServer({ store, egressAllow: ["127.0.0.0/8"], ...options });
  const owner = await server.createOwner();
  const client = server.as(owner);
  const [one, other] = [await server.createAgent(owner, "One"), await server.createAgent(owner, "Other")];
  const all = { productId: organizationItself };
  const at = ({ id }: Pick<DataSource, "id">) => ({ ...all, datasourceId: id });
  const get = async (source: DataSource) =>
    (await client.call(ofOrganization(getDataSource), { params: at(source) })).data;
  const ended = async (source: DataSource, runs: number) => {
    const params = at(source);
    await expect
      .poll(async () => {
        const { items } = await client.call(ofOrganization(listSyncHistory), { params });
        return items.filter(({ endedAt }) => endedAt !== null).length;
      }, patient)
      .toBe(runs);
    return get(source);
  };
  const add = async (config: DataSourceConfig) => {
    const input = { params: all, body: { data: { config } } };
    return ended((await client.call(ofOrganization(createDataSource), input)).data, 1);
  };
  const addOwn = async (productId: string, config: DataSourceConfig) => {
    const { data } = await client.call(createDataSource, {
      params: { productId },
      body: { data: { config } },
    });
    const params = { productId, datasourceId: data.id };
    const isRead = async () => (await client.call(getDataSource, { params })).data.lastRun?.endedAt ?? null;
    await expect.poll(isRead, patient).not.toBeNull();
    return data;
  };
  const choose = (productId: string, source: Pick<DataSource, "id">, isUsed = true) =>
    client.call(chooseSharedSource, {
      params: { productId, datasourceId: source.id },
      body: { data: { isUsed } },
    });
  const used = async (productId: string) =>
    (await client.call(listSharedSources, { params: { productId } })).items
      .filter(({ isUsed }) => isUsed)
      .map(({ name }) => name);
  const find = (agentId: string, question: string) =>
    server.app.retrieve({ organizationId: owner.organizationId, agentId, question, limit: 5 });
  return { server, owner, client, one, other, all, at, get, ended, add, addOwn, choose, used, find };
}

describe.each(stores())("data sources that agents share on $name", (store) => {
  it("are used and cited by the agents that chose them, and by no others", async () => {
    const { server, owner, client, one, other, add, choose, used, find, get } = await setUp(store);
    const source = await add(text("Ferry", "The ferry leaves at noon from pier two."));
    expect(source).toMatchObject({ agentId: null, usedBy: [], status: "ready" });
    expect(await find(one.id, "When does the ferry leave?")).toEqual([]);
    expect((await choose(one.id, source)).data).toMatchObject({ name: "Ferry", kind: "text", isUsed: true });
    await choose(one.id, source);
    expect(await find(one.id, "When does the ferry leave?")).toMatchObject([{ sourceId: source.id }]);
    expect(await find(other.id, "When does the ferry leave?")).toEqual([]);
    expect([await used(one.id), await used(other.id)]).toEqual([["Ferry"], []]);
    expect((await get(source)).usedBy).toEqual([{ id: one.id, name: "One" }]);
    const guide = (await client.call(getAgent, { params: { productId: one.id } })).data.setupGuide;
    expect(guide.items.find(({ type }) => type === "datasources")).toMatchObject({ completed: true });

    const visitor = await server.createVisitor(owner, one.id);
    const { end } = await listen(say(server, visitor, { content: "When does the ferry leave?" }));
    expect(end).toMatchObject({ citations: [{ sourceId: source.id, title: "Ferry" }] });
    expect(end?.content).toContain("noon");

    await choose(one.id, source, false);
    expect(await find(one.id, "When does the ferry leave?")).toEqual([]);
    expect(await used(one.id)).toEqual([]);
  });

  it("are ranked together with an agent's own", async () => {
    const { one, other, add, addOwn, choose, find } = await setUp(store);
    const texts = [
      text("Ferry", "The ferry to the island leaves at noon. The ferry takes an hour."),
      text("Boats", "Rowing boats are let at the pier. No ferry is as quiet."),
      text("Museum", "The museum opens at ten and shows an old ferry and many boats."),
    ];
    for (const config of texts) await addOwn(one.id, config);
    await addOwn(other.id, texts[0] as DataSourceConfig);
    for (const config of texts.slice(1)) await choose(other.id, await add(config));
    for (const question of ["When does the ferry leave?", "Which boats are there?", "old museum"]) {
      const rank = async (agentId: string) =>
        (await find(agentId, question)).map(({ title, score }) => [title, score]);
      expect(await rank(one.id)).not.toHaveLength(0);
      expect(await rank(other.id)).toEqual(await rank(one.id));
    }
  });

  it("are in no agent's own list, and neither address leads to a source of the other kind", async () => {
    const { client, one, other, add, addOwn, choose, at, all } = await setUp(store);
    const shared = await add(text("Ferry", "The ferry leaves at noon."));
    const own = await addOwn(one.id, text("Tides", "High tide is at seven."));
    await choose(one.id, shared);
    const params = { productId: one.id };
    expect((await client.call(listDataSources, { params })).items.map(({ id }) => id)).toEqual([own.id]);
    expect(
      (await client.call(ofOrganization(listDataSources), { params: all })).items.map(({ id }) => id),
    ).toEqual([shared.id]);
    const ofAgent = { params: { ...params, datasourceId: shared.id } };
    const ofAll = { params: at(own) };
    for (const ask of [
      () => client.call(getDataSource, ofAgent),
      () => client.call(removeDataSource, { ...ofAgent, query: confirmed }),
      () => client.call(ofOrganization(getDataSource), ofAll),
      () => client.call(ofOrganization(removeDataSource), { ...ofAll, query: confirmed }),
      () => choose(other.id, own),
    ])
      await expect(ask()).rejects.toMatchObject({ status: 404 });
  });

  it("are isolated from every other organization", async () => {
    const { server, add, choose, one, find } = await setUp(store);
    const shared = await add(text("Ferry", "The ferry leaves at noon."));
    const stranger = await server.createOwner("Others");
    const { id: productId } = await server.createAgent(stranger);
    const asked = {
      params: { productId, datasourceId: shared.id },
      body: { data: { isUsed: true } },
    };
    await expect(server.as(stranger).call(chooseSharedSource, asked)).rejects.toMatchObject({ status: 404 });
    await expect(choose(productId, shared)).rejects.toMatchObject({ status: 404 });
    expect((await server.as(stranger).call(listSharedSources, { params: { productId } })).items).toEqual([]);
    // Even a row that no call can write leads nowhere.
    await server.store.db
      .insertInto("sharedSourceUse")
      .values({ organizationId: stranger.organizationId, agentId: productId, sourceId: shared.id })
      .execute();
    const question = { question: "When does the ferry leave?", limit: 5 };
    expect(
      await server.app.retrieve({
        organizationId: stranger.organizationId,
        agentId: productId,
        ...question,
      }),
    ).toEqual([]);
    await choose(one.id, shared);
    expect(await find(one.id, question.question)).toHaveLength(1);
  });

  it("are limited to its agent's choices for a key of one agent", async () => {
    const { server, client, one, other, add, choose, all } = await setUp(store);
    const shared = await add(text("Ferry", "The ferry leaves at noon."));
    await choose(other.id, shared);
    const { data: key } = await client.call(createApiKey, {
      body: {
        data: { name: "One", scopes: ["knowledge.read", "knowledge.update"], agentIds: [one.id] },
      },
    });
    const program = server.as({
      ...{ address: nextAddress(), bearer: key.key, organizationId: key.organizationId },
    });
    const { items } = await program.call(listSharedSources, { params: { productId: one.id } });
    expect(items).toMatchObject([{ id: shared.id, isUsed: false }]);
    expect(JSON.stringify(items)).not.toContain(other.id);
    await expect(program.call(ofOrganization(listDataSources), { params: all })).rejects.toMatchObject({
      ...{ status: 403, code: "api_key_not_allowed" },
    });
    const asked = {
      params: { productId: other.id, datasourceId: shared.id },
      body: { data: { isUsed: false } },
    };
    await expect(program.call(chooseSharedSource, asked)).rejects.toMatchObject({ status: 404 });
  });

  it("count once toward the plan, no matter how many agents use them", async () => {
    const plans = createTestPlans();
    const features = [
      { id: "app", units: 5 },
      { id: "characters", units: 40 },
    ];
    plans.set({ plan: makePlan({ features }) });
    const { client, one, other, add, addOwn, choose, all } = await setUp(store, { plans });
    const shared = await add(text("Ferry", "The ferry leaves at noon."));
    await choose(one.id, shared);
    await choose(other.id, shared);
    const { data: ofAll } = await client.call(ofOrganization(getCharacterUsage), { params: all });
    expect(ofAll).toMatchObject({
      used: 25,
      agentUsed: 25,
      limit: 40,
      bySource: [{ id: shared.id, used: 25 }],
    });
    const { data: ofOne } = await client.call(getCharacterUsage, { params: { productId: one.id } });
    expect(ofOne).toMatchObject({ used: 25, agentUsed: 0, bySource: [] });
    await addOwn(one.id, text("Tides", "High tide is at 7."));
    const { items } = await client.call(listDataSources, { params: { productId: one.id } });
    expect(items).toMatchObject([{ status: "failed", error: expect.stringContaining("limit of 40") }]);
  });

  it("are removed from all agents at once when they are deleted", async () => {
    const { server, client, one, other, add, choose, used, find, get, at } = await setUp(store);
    const shared = await add(text("Ferry", "The ferry leaves at noon."));
    await choose(one.id, shared);
    await choose(other.id, shared);
    const users = [
      { id: one.id, name: "One" },
      { id: other.id, name: "Other" },
    ];
    expect((await get(shared)).usedBy).toEqual(users);
    await client.call(removeAgent, { params: { productId: other.id }, query: confirmed });
    expect((await get(shared)).usedBy).toEqual(users.slice(0, 1));
    await client.call(ofOrganization(removeDataSource), { params: at(shared), query: confirmed });
    expect(await find(one.id, "ferry")).toEqual([]);
    expect(await used(one.id)).toEqual([]);
    expect(await server.store.db.selectFrom("sharedSourceUse").selectAll().execute()).toEqual([]);
  });

  it("are stored as a choice in versions: a restore changes which are used, not their content", async () => {
    const { client, one, add, choose, used, find, at, ended } = await setUp(store);
    const params = { productId: one.id };
    const ferry = await add(text("Ferry", "The ferry leaves at noon."));
    const gone = await add(text("Gone", "Soon deleted."));
    await choose(one.id, ferry);
    await choose(one.id, gone);
    await client.call(publishAgent, { params, body: { data: { note: "" } } });
    const { data: version } = await client.call(getVersion, { params: { ...params, version: "2" } });
    expect(version.sources).toMatchObject([
      { name: "Ferry", pages: 1 },
      { name: "Gone", pages: 1 },
    ]);

    await choose(one.id, ferry, false);
    await client.call(ofOrganization(removeDataSource), { params: at(gone), query: confirmed });
    const late = await add(text("Late", "The tram leaves at one."));
    await choose(one.id, late);
    const config = text("Ferry", "The ferry leaves at midnight.");
    await client.call(ofOrganization(updateDataSource), {
      params: at(ferry),
      body: { data: { name: "Ferry", config } },
    });
    await ended(ferry, 2);

    const { revision } = (await client.call(getAgent, { params })).data;
    await client.call(restoreVersion, {
      params: { ...params, version: "2" },
      body: { data: { revision, withKnowledge: true } },
    });
    expect(await used(one.id)).toEqual(["Ferry"]);
    expect((await find(one.id, "When does the ferry leave?")).map((passage) => passage.text)).toEqual([
      "The ferry leaves at midnight.",
    ]);
  });

  it("stay chosen in a cloned agent, and are only named in its file", async () => {
    const { server, client, one, add, choose, used } = await setUp(store);
    const shared = await add(text("Ferry", "The ferry leaves at noon."));
    await choose(one.id, shared);
    const clone = async (data: object) =>
      (await client.call(cloneAgent, { params: { productId: one.id }, body: { data } })).data;
    expect(await used((await clone({})).id)).toEqual(["Ferry"]);
    expect(await used((await clone({ sources: false })).id)).toEqual([]);

    const file = await client.call(exportAgent, { params: { productAppId: one.id }, query: {} });
    expect(file.knowledge).toEqual({ sources: [], left: [{ name: "Ferry", kind: "shared", files: [] }] });
    expect(JSON.stringify(file)).not.toContain("noon");
    const { missing } = await sendFile(server, await server.createOwner("Others"), file);
    expect(missing).toContainEqual({
      ...{ kind: "source", name: "Ferry" },
      message: "It is shared by the agents of another organization. Add one of your own.",
    });
  });

  it("are synced by schedule and by webhook, and list the affected answers of each agent", async () => {
    const { server, owner, client, one, add, at, get, ended, choose } = await setUp(store);
    const site = await serveWebsite({ "/": htmlPage("Ferry", "<p>The ferry leaves at noon.</p>") });
    sites.push(site);
    const source = await add(websiteConfig(`${site.origin}/`, { scope: "pages" }));
    await choose(one.id, source);
    const visitor = await server.createVisitor(owner, one.id);
    const { threadId } = await listen(say(server, visitor, { content: "When does the ferry leave?" }));

    await client.call(ofOrganization(scheduleSync), {
      params: at(source),
      body: { data: { every: "hourly", minute: 0, timeZone: "UTC", isPaused: false } },
    });
    site.pages.set("/", htmlPage("Ferry", "<p>The ferry leaves at midnight.</p>"));
    server.clock.advance(2 * hour);
    expect((await ended(source, 2)).lastRun).toMatchObject({ trigger: "schedule", counts: { changed: 1 } });
    const params = { ...at(source), syncHistoryId: (await get(source)).lastRun?.id ?? "" };
    const { items } = await client.call(ofOrganization(listTouchedAnswers), { params });
    expect(items).toMatchObject([{ agentId: one.id, threadId, question: "When does the ferry leave?" }]);

    const { data } = await client.call(ofOrganization(makeSyncWebhook), { params: at(source) });
    const hooked = await server.request(new URL(data.url).pathname, { method: "POST" });
    expect(hooked.status).toBe(202);
    expect((await ended(source, 3)).lastRun).toMatchObject({ trigger: "webhook" });

    await client.call(ofOrganization(syncDataSource), { params: at(source) });
    expect((await ended(source, 4)).lastRun).toMatchObject({ trigger: "manual", status: "done" });
  });
});
