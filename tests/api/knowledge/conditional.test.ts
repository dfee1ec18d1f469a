import { afterEach, describe, expect, it } from "vitest";
import { createApiKey } from "../../../shared/contract/accounts/apiKeys.ts";
import {
  createDataSource,
  listPages,
  listSyncHistory,
  syncDataSource,
} from "../../../shared/contract/knowledge/knowledge.ts";
import { nextAddress } from "../../kit/client.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";
import { startWebServer, type WebServer } from "../../kit/network/webServer.ts";
import { htmlPage } from "../../kit/knowledge/website.ts";

const sites: WebServer[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.stop();
});

const patient = { interval: 50 };

/** A site that knows the state of its pages, by ETag or by date, and says when one is as it was. */
async function serveStates(pages: Map<string, string>) {
  const answers: string[] = [];
  const date = "Thu, 01 Jan 2026 00:00:00 GMT";
  const site = await startWebServer((request, response) => {
    const path = request.url ?? "/";
    const html = pages.get(path);
    if (html === undefined) return void response.writeHead(404).end();
    const isDated = path === "/dated";
    const etag = `"${html.length}"`;
    const isSame = isDated
      ? request.headers["if-modified-since"] === date
      : request.headers["if-none-match"] === etag;
    answers.push(`${isSame ? 304 : 200} ${path}`);
    const state = isDated ? { "last-modified": date } : { etag };
    if (isSame) return void response.writeHead(304, state).end();
    response.writeHead(200, { "content-type": "text/html", ...state }).end(html);
  });
  sites.push(site);
  return { ...site, takeAnswers: () => answers.splice(0).toSorted() };
}

async function setUp(store: ReturnType<typeof stores>[number], pages: Map<string, string>) {
  const server = await startTestServer({ store, egressAllow: ["127.0.0.0/8"] });
  const owner = await server.createOwner();
  const { id: productId } = await server.createAgent(owner);
  const client = server.as(owner);
  const site = await serveStates(pages);
  const config = {
    ...{
      kind: "website" as const,
      scope: "site" as const,
      urls: [`${site.origin}/`],
      include: [],
      exclude: [],
    },
    ...{ maxDepth: 5, maxPages: 50 },
  };
  const { data: source } = await client.call(createDataSource, {
    params: { productId },
    body: { data: { config } },
  });
  const params = { productId, datasourceId: source.id };
  const body = { data: { name: "Shop", scopes: ["knowledge.update" as const] } };
  const { data: key } = await client.call(createApiKey, { body });
  const actor = { address: nextAddress(), bearer: key.key, organizationId: owner.organizationId };
  const runs = async () => (await client.call(listSyncHistory, { params })).items;
  const ended = (count: number) =>
    expect
      .poll(async () => (await runs()).filter(({ endedAt }) => endedAt !== null).length, patient)
      .toBe(count);
  await ended(1);
  const sync = async (caller: typeof client) => {
    const before = (await runs()).length;
    await caller.call(syncDataSource, { params });
    await ended(before + 1);
    return (await runs())[0]?.counts;
  };
  return {
    site,
    syncByKey: () => sync(server.as(actor)),
    syncByHand: () => sync(client),
    pages: async () => (await client.call(listPages, { params })).items,
  };
}

const home = (text: string) =>
  htmlPage("Home", `<p>${text}</p>`, { "/prices": "Prices", "/dated": "Dated", "/deep": "Deep" });

describe.each(stores())("a scheduled sync on $name", (store) => {
  it("downloads only what changed, and loses nothing that an unchanged page links to", async () => {
    const pages = new Map([
      ["/", home("Welcome to the harbour.")],
      ["/prices", htmlPage("Prices", "<p>A boat costs 12.</p>")],
      ["/dated", htmlPage("Dated", "<p>Nothing has changed here for long.</p>")],
      ["/deep", htmlPage("Deep", "<p>From here it goes on.</p>", { "/deeper": "Deeper" })],
      ["/deeper", htmlPage("Deeper", "<p>The end of the pier.</p>")],
    ]);
    const { site, syncByKey, pages: list } = await setUp(store, pages);
    expect(site.takeAnswers()).toEqual(["200 /", "200 /dated", "200 /deep", "200 /deeper", "200 /prices"]);
    pages.set("/prices", htmlPage("Prices", "<p>A boat costs 12.50, or 90 a day.</p>", { "/day": "A day" }));
    pages.set("/day", htmlPage("A day", "<p>A day ends at six.</p>"));
    expect(await syncByKey()).toMatchObject({ added: 1, changed: 1, unchanged: 4, removed: 0, failed: 0 });
    expect(site.takeAnswers()).toEqual([
      ...["200 /day", "200 /prices", "304 /", "304 /dated", "304 /deep", "304 /deeper"],
    ]);
    expect(await syncByKey()).toMatchObject({ added: 0, changed: 0, unchanged: 6, removed: 0 });
    expect(site.takeAnswers().every((answer) => answer.startsWith("304"))).toBe(true);
    expect(await list()).toHaveLength(6);
    pages.set("/", htmlPage("Home", "<p>Welcome.</p>", { "/prices": "Prices", "/dated": "Dated" }));
    expect(await syncByKey()).toMatchObject({ changed: 1, unchanged: 3, removed: 2 });
  }, 90_000);

  it("reads a page in full after it failed, and a manual sync reads everything", async () => {
    const pages = new Map([
      ["/", home("Welcome.")],
      ["/prices", htmlPage("Prices", "<p>A boat costs 12.</p>")],
      ["/dated", htmlPage("Dated", "<p>Long ago.</p>")],
      ["/deep", htmlPage("Deep", "<p>Deep water.</p>")],
    ]);
    const { site, syncByKey, syncByHand, pages: list } = await setUp(store, pages);
    const prices = pages.get("/prices") ?? "";
    pages.delete("/prices");
    expect(await syncByKey()).toMatchObject({ failed: 1, removed: 1 });
    expect(await list()).toContainEqual(
      expect.objectContaining({ status: "failed", passages: 0, error: expect.stringContaining("404") }),
    );
    pages.set("/prices", prices);
    site.takeAnswers();
    expect(await syncByKey()).toMatchObject({ failed: 0, unchanged: 3, added: 1 });
    expect(site.takeAnswers()).toContain("200 /prices");
    expect(await syncByHand()).toMatchObject({ unchanged: 4 });
    expect(site.takeAnswers().every((answer) => answer.startsWith("200"))).toBe(true);
  }, 90_000);
});
