import { describe, expect, it } from "vitest";
import { createOrganization, getOrganizationToken } from "../../shared/contract/accounts.ts";
import { loginWithPassword } from "../../shared/contract/signIn.ts";
import { createAgent } from "../../shared/contract/agents.ts";
import { createDataSource, getDataSource, listPages } from "../../shared/contract/knowledge.ts";
import { createTestClient, type Actor, type TestClient } from "../kit/client.ts";
import { readCookie } from "../kit/factories.ts";
import { spawnServer, type SpawnedServer } from "../kit/spawnServer.ts";
import { htmlPage, serveWebsite } from "../kit/website.ts";

const admin = { email: "ana@example.com", password: "long enough" };

/** A client of a real server, over its socket. */
function connect({ url }: SpawnedServer, actor: Actor): TestClient {
  return createTestClient({ send: (request) => fetch(request), origin: url, now: Date.now }, actor);
}

/** Signs the first owner in, with an organisation of their own. */
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

describe("a server that is killed", () => {
  it("fault 2: goes on with a sync where it was, and has no page twice", async () => {
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

    await expect.poll(indexed, { timeout: 20_000 }).toBeGreaterThan(2);
    const asked = new Set(site.hits);
    await server.end("SIGKILL");
    server = await server.restart();
    client = connect(server, owner);

    const status = async () => (await client.call(getDataSource, { params: at })).data.status;
    await expect.poll(status, { timeout: 30_000 }).toBe("ready");
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
});
