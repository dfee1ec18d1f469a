import { describe, expect, it } from "vitest";
import { createOrganization, getOrganizationToken } from "../../../shared/contract/accounts/accounts.ts";
import { verifyToken } from "../../../shared/contract/knowledge/connections.ts";
import { loginWithPassword } from "../../../shared/contract/accounts/signIn.ts";
import { createAgent } from "../../../shared/contract/agents/agents.ts";
import { createDataSource, getDataSource, listPages } from "../../../shared/contract/knowledge/knowledge.ts";
import { createTestClient, type Actor, type TestClient } from "../../kit/client.ts";
import { block, notionId, startNotion } from "../../kit/knowledge/notion.ts";
import { readCookie } from "../../kit/factories.ts";
import { spawnServer, type SpawnedServer } from "../../kit/processes/spawnServer.ts";
import { htmlPage, serveWebsite } from "../../kit/knowledge/website.ts";

const admin = { email: "ana@example.com", password: "long enough" };

/** A client of a real server, over its socket. */
function connect({ url }: SpawnedServer, actor: Actor): TestClient {
  return createTestClient({ send: (request) => fetch(request), origin: url, now: Date.now }, actor);
}

/** Signs the first owner in, with an organization of their own. */
async function signIn(server: SpawnedServer): Promise<Actor> {
  const stranger: Actor = { address: "" };
  const response = await connect(server, stranger).send(loginWithPassword, { body: admin });
  const { session } = await response.json();
  const person: Actor = { ...stranger, session, cookie: readCookie(response) };
  const { data } = await connect(server, person).call(createOrganization, {
    body: { data: { name: "Acme" } },
  });
  const organizationId = data.org_id;
  const token = await connect(server, person).call(getOrganizationToken, {
    params: { orgId: organizationId },
  });
  return { ...person, organizationId, bearer: token.data.token };
}

describe("a killed server", () => {
  it("fault 2: continues a sync where it was, and has no page twice", async () => {
    const paths = Array.from({ length: 12 }, (_, number) => `/page-${number}`);
    const links = Object.fromEntries(paths.map((path) => [path, path]));
    const site = await serveWebsite({
      "/": htmlPage("Home", "<p>All pages are listed above.</p>", links),
      ...Object.fromEntries(
        paths.map((path) => [path, htmlPage(`Title ${path}`, `<p>The text of ${path}.</p>`)]),
      ),
    });
    const env = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, EGRESS_ALLOW: "127.0.0.0/8" };
    let server = await spawnServer({ env });
    const owner = await signIn(server);
    let client = connect(server, owner);
    const agent = await client.call(createAgent, { body: { data: { name: "Help" } } });
    const config = {
      kind: "website",
      scope: "site",
      urls: [site.origin],
      maxPages: 100,
      maxDepth: 5,
    } as const;
    const params = { productId: agent.data.id };
    const { data: source } = await client.call(createDataSource, {
      params,
      body: { data: { config: { ...config, urls: [...config.urls] } } },
    });
    const at = { ...params, datasourceId: source.id };
    const indexed = async () =>
      (await client.call(getDataSource, { params: at })).data.lastRun?.counts.indexed ?? 0;

    await expect.poll(indexed).toBeGreaterThan(2);
    const asked = new Set(site.hits);
    await server.end("SIGKILL");
    server = await server.restart();
    client = connect(server, owner);

    const status = async () => (await client.call(getDataSource, { params: at })).data.status;
    await expect.poll(status).toBe("ready");
    const { data: after } = await client.call(getDataSource, { params: at });
    expect(after.lastRun).toMatchObject({
      status: "done",
      counts: { found: 13, indexed: 13, added: 13, failed: 0 },
    });
    const pages = await client.call(listPages, { params: at, query: { limit: 100 } });
    expect(pages.items.map(({ title }) => title).sort()).toEqual(
      ["Home", ...paths.map((path) => `Title ${path}`)].sort(),
    );
    expect(after.counts).toMatchObject({ pages: 13, passages: 13 });
    // What was settled before the kill is not asked for a second time, but for what was under way.
    const twice = site.hits.filter((hit, index) => hit.includes("page-") && site.hits.indexOf(hit) !== index);
    expect(twice.length).toBeLessThan(asked.size);
    await site.stop();
  }, 90_000);

  it("fault 2: continues an account's pages where it was, and reads none of them twice", async () => {
    const notion = await startNotion();
    const home = notionId(1);
    notion.put({ id: home, title: "Home" });
    const numbers = Array.from({ length: 8 }, (_, index) => index + 2);
    for (const number of numbers) {
      const blocks = [block("paragraph", `The text of page ${number}.`)];
      notion.put({ id: notionId(number), title: `Page ${number}`, parent: home, blocks });
    }
    const readsText = ({ path }: { path: string }) => path.includes("/blocks/");
    let asked = 0;
    // The sixth text is never given to the server that is killed.
    notion.waits.before = (request) => {
      if (!readsText(request)) return undefined;
      asked += 1;
      return asked < 6 ? undefined : new Promise(() => {});
    };
    const env = {
      ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, EGRESS_ALLOW: "127.0.0.0/8" },
      NOTION_BASE_URL: notion.settings.baseUrl,
    };
    let server = await spawnServer({ env });
    const owner = await signIn(server);
    let client = connect(server, owner);
    const agent = await client.call(createAgent, { body: { data: { name: "Help" } } });
    const params = { productId: agent.data.id };
    const token = { type: "notion" as const, token: notion.token };
    const { data: connection } = await client.call(verifyToken, { params, body: { data: token } });
    const config = {
      ...{ kind: "notion" as const, connectionId: connection.id, maxItems: 1000 },
      items: [{ id: home, name: "Home", type: "page" as const }],
    };
    const { data: source } = await client.call(createDataSource, { params, body: { data: { config } } });
    const at = { ...params, datasourceId: source.id };
    await expect.poll(() => asked).toBe(6);
    await server.end("SIGKILL");
    const before = notion.hits.filter((hit) => hit.includes("/blocks/"));
    notion.waits.before = () => undefined;
    notion.hits.length = 0;
    server = await server.restart();
    client = connect(server, owner);
    const read = async () => (await client.call(getDataSource, { params: at })).data;
    await expect.poll(async () => (await read()).status).toBe("ready");
    expect((await read()).lastRun).toMatchObject({
      status: "done",
      counts: { found: 9, fetched: 9, indexed: 9, added: 9, failed: 0 },
    });
    const after = notion.hits.filter((hit) => hit.includes("/blocks/"));
    // Only the one that was under way, and none where the last write was cut off.
    expect(after.filter((hit) => before.slice(0, -2).includes(hit))).toEqual([]);
    expect(after.length).toBeLessThanOrEqual(5);
    await notion.stop();
  }, 90_000);
});
