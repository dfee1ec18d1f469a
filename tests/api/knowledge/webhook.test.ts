import { afterEach, describe, expect, it } from "vitest";
import { removeAgent } from "../../../shared/contract/agents/agents.ts";
import { createApiKey } from "../../../shared/contract/accounts/apiKeys.ts";
import {
  createDataSource,
  getDataSource,
  listSyncHistory,
  syncDataSource,
} from "../../../shared/contract/knowledge/knowledge.ts";
import type { DataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import type { DataSourceConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import { makeSyncWebhook, revokeSyncWebhook } from "../../../shared/contract/knowledge/sync.ts";
import { nextAddress } from "../../kit/client.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";
import { startWebServer } from "../../kit/network/webServer.ts";
import { htmlPage, serveWebsite } from "../../kit/knowledge/website.ts";

const sites: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.stop();
});

const patient = { interval: 50 };

async function setUp(store: ReturnType<typeof stores>[number]) {
  const server = await startTestServer({ store, egressAllow: ["127.0.0.0/8"] });
  const owner = await server.createOwner();
  const { id: productId } = await server.createAgent(owner);
  const client = server.as(owner);
  const at = (source: DataSource) => ({ productId, datasourceId: source.id });
  const history = async (source: DataSource) =>
    (await client.call(listSyncHistory, { params: at(source) })).items;
  const ended = (source: DataSource, runs: number) =>
    expect
      .poll(async () => (await history(source)).filter(({ endedAt }) => endedAt !== null).length, patient)
      .toBe(runs);
  return {
    ...{ server, owner, client, productId, at, history, ended },
    get: async (source: DataSource) => (await client.call(getDataSource, { params: at(source) })).data,
    async add(config: DataSourceConfig) {
      const params = { productId };
      return (await client.call(createDataSource, { params, body: { data: { config } } })).data;
    },
    async makeWebhook(source: DataSource) {
      const { data } = await client.call(makeSyncWebhook, { params: at(source) });
      return { ...data, path: new URL(data.url).pathname };
    },
    hook: (path: string, init: RequestInit = {}) => server.request(path, { method: "POST", ...init }),
  };
}

function onePage(origin: string): DataSourceConfig {
  return {
    ...{ kind: "website", scope: "pages", urls: [`${origin}/`], include: [], exclude: [] },
    ...{ maxDepth: 5, maxPages: 10 },
  };
}

async function serveFerry() {
  const site = await serveWebsite({ "/": htmlPage("Home", "<p>The ferry leaves at noon.</p>") });
  sites.push(site);
  return site;
}

describe.each(stores())("syncs requested from outside on $name", (store) => {
  it("start by a webhook with any body, whose token is shown once and stored as a hash", async () => {
    const { server, add, ended, history, makeWebhook, hook, get } = await setUp(store);
    const source = await add(onePage((await serveFerry()).origin));
    await ended(source, 1);
    const { url, path, source: shown } = await makeWebhook(source);
    const token = url.split("/").at(-1) ?? "";
    expect(url).toMatch(/\/api\/webhooks\/v1\/datasources\/sync\/phs_[\w-]{43}$/);
    expect(shown.webhook).toEqual({
      ...{ ending: token.slice(-4), createdAt: expect.any(Number), lastUsedAt: null },
    });
    const answer = await hook(path, { body: "ref=main&pushed=1", headers: { "content-type": "text/weird" } });
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({ data: { sourceId: source.id, trigger: "webhook" } });
    await ended(source, 2);
    expect((await history(source))[0]).toMatchObject({ trigger: "webhook", status: "done" });
    expect((await get(source)).webhook?.lastUsedAt).toEqual(expect.any(Number));
    const rows = JSON.stringify(await server.store.db.selectFrom("dataSources").selectAll().execute());
    expect(rows).not.toContain(token);
    expect(server.readLog()).not.toContain(token);
  }, 60_000);

  it("are refused once their webhook is renewed or revoked, or its agent deleted", async () => {
    const { client, productId, add, ended, makeWebhook, hook, at, get } = await setUp(store);
    const source = await add(onePage((await serveFerry()).origin));
    await ended(source, 1);
    const first = await makeWebhook(source);
    const second = await makeWebhook(source);
    expect((await hook(first.path)).status).toBe(404);
    await client.call(revokeSyncWebhook, { params: at(source) });
    expect((await hook(second.path)).status).toBe(404);
    expect((await get(source)).webhook).toBeNull();
    const third = await makeWebhook(source);
    await client.call(removeAgent, { params: { productId }, query: { confirmed: "true" } });
    expect((await hook(third.path)).status).toBe(404);
    expect((await hook("/api/webhooks/v1/datasources/sync/phs_none")).status).toBe(404);
  }, 60_000);

  it("follow a running sync that may have missed a change, once for any number of calls", async () => {
    const { add, ended, history, makeWebhook, hook } = await setUp(store);
    const asked = Promise.withResolvers<void>();
    const mayAnswer = Promise.withResolvers<void>();
    let visits = 0;
    const site = await startWebServer(async (request, response) => {
      if (request.url !== "/") return void response.writeHead(404).end();
      visits += 1;
      asked.resolve();
      await mayAnswer.promise;
      response.writeHead(200, { "content-type": "text/html" }).end(htmlPage("Home", "<p>Tea.</p>"));
    });
    sites.push(site);
    const source = await add(onePage(site.origin));
    const { path } = await makeWebhook(source);
    await asked.promise;
    for (let call = 0; call < 3; call += 1) {
      const answer = await hook(path);
      expect(answer.status).toBe(202);
      expect(await answer.json()).toMatchObject({ data: { trigger: "create", status: "running" } });
    }
    mayAnswer.resolve();
    await ended(source, 2);
    expect((await history(source)).map(({ trigger }) => trigger)).toEqual(["webhook", "create"]);
    expect(visits).toBe(2);
  }, 60_000);

  it("are rate-limited by their token, from any number of addresses", async () => {
    const { add, ended, makeWebhook, hook } = await setUp(store);
    const source = await add(onePage((await serveFerry()).origin));
    await ended(source, 1);
    const { path } = await makeWebhook(source);
    const answers: Response[] = [];
    for (let call = 0; call < 11; call += 1) answers.push(await hook(path));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 202), 429]);
    expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
  }, 60_000);

  it("start by an API key that may change knowledge, and by no other", async () => {
    const { server, owner, client, add, ended, history, at } = await setUp(store);
    const source = await add(onePage((await serveFerry()).origin));
    await ended(source, 1);
    const makeKey = async (scope: "knowledge.read" | "knowledge.update") => {
      const body = { data: { name: "Shop", scopes: [scope] } };
      const { data } = await client.call(createApiKey, { body });
      const { organizationId } = owner;
      return server.as({ address: nextAddress(), bearer: data.key, organizationId });
    };
    const reader = await makeKey("knowledge.read");
    await expect(reader.call(syncDataSource, { params: at(source) })).rejects.toMatchObject({
      code: "forbidden",
    });
    const program = await makeKey("knowledge.update");
    expect((await program.call(syncDataSource, { params: at(source) })).data.trigger).toBe("api");
    await expect(program.call(makeSyncWebhook, { params: at(source) })).rejects.toMatchObject({
      code: "api_key_not_allowed",
    });
    await ended(source, 2);
    expect((await history(source))[0]?.trigger).toBe("api");
  }, 60_000);

  it("are not offered for sources without an outside origin", async () => {
    const { client, add, at } = await setUp(store);
    const source = await add({ kind: "text", title: "Terms", text: "Pay within a month." });
    await expect(client.call(makeSyncWebhook, { params: at(source) })).rejects.toMatchObject({
      code: "invalid_input",
    });
  }, 60_000);
});
