import { afterEach, describe, expect, it } from "vitest";
import { updateDataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import type { DataSourceConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import { refreshPage } from "../../../shared/contract/knowledge/pages.ts";
import { openKnowledge } from "../../kit/knowledge/knowledge.ts";
import { stores } from "../../kit/database/stores.ts";
import { startWebServer, type WebServer } from "../../kit/network/webServer.ts";
import { htmlPage } from "../../kit/knowledge/website.ts";

interface Item {
  id: string;
  title: string;
  text?: string;
  day: number;
}

/** A news site with a feed that answers conditional requests, and a page behind each item. */
async function serveNews(): Promise<WebServer & { items: Item[]; pages: Map<string, string> }> {
  const items: Item[] = [];
  const pages = new Map<string, string>();
  const server = await startWebServer((request, response) => {
    if (request.url === "/feed.xml") {
      const body = writeFeed(server.origin, items);
      const etag = `"${Buffer.byteLength(body)}-${items.length}"`;
      if (request.headers["if-none-match"] === etag) return void response.writeHead(304).end();
      return void response.writeHead(200, { "content-type": "application/rss+xml", etag }).end(body);
    }
    const page = pages.get(request.url ?? "");
    response.writeHead(page ? 200 : 404, { "content-type": "text/html" }).end(page ?? "Not found");
  });
  servers.push(server);
  return Object.assign(server, { items, pages });
}

function writeFeed(origin: string, items: Item[]): string {
  const entries = items.map(
    ({ id, title, text, day }) =>
      `<item><title>${title}</title><guid isPermaLink="false">${id}</guid><link>${origin}/${id}</link>
      <pubDate>${new Date(Date.UTC(2026, 0, day)).toUTCString()}</pubDate>
      ${text ? `<description><![CDATA[<p>${text}</p>]]></description>` : ""}</item>`,
  );
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${entries.join("")}</channel></rss>`;
}

const servers: WebServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

function feed(
  url: string,
  change: Partial<Extract<DataSourceConfig, { kind: "feed" }>> = {},
): DataSourceConfig {
  return { kind: "feed", url, reads: "content", maxItems: 200, ...change };
}

describe.each(stores())("a feed as a source on $name", (store) => {
  it("becomes a page for each item, with conditional requests, and recognizes items by their guid", async () => {
    const knowledge = await openKnowledge(store);
    const news = await serveNews();
    news.items.push(
      { id: "tides", title: "Tides", text: "High tide is at six.", day: 1 },
      { id: "ferry", title: "Ferry", text: "The ferry leaves at noon.", day: 2 },
    );
    const source = await knowledge.add(feed(`${news.origin}/feed.xml`));
    expect(source).toMatchObject({
      status: "ready",
      counts: { pages: 2 },
      lastRun: { counts: { added: 2 } },
    });
    expect(await knowledge.page(source, "Ferry")).toMatchObject({
      url: `${news.origin}/ferry`,
      publishedAt: Date.UTC(2026, 0, 2),
    });
    expect((await knowledge.find("When does the ferry leave?"))[0]?.text).toContain("noon");

    const same = await knowledge.sync(source);
    expect(same.lastRun?.counts).toMatchObject({ unchanged: 2, added: 0, changed: 0, removed: 0 });

    // An older item leaves the feed, one changes, one comes.
    news.items.splice(0, 2, {
      id: "ferry",
      title: "Ferry",
      text: "The ferry leaves at half past one.",
      day: 2,
    });
    news.items.push({ id: "pier", title: "Pier", text: "Pier two is closed.", day: 3 });
    const after = await knowledge.sync(source);
    expect(after.lastRun?.counts).toMatchObject({ added: 1, changed: 1, removed: 0 });
    expect((await knowledge.list(source)).map(({ title }) => title)).toEqual(["Ferry", "Pier", "Tides"]);
    expect((await knowledge.find("When does the ferry leave?"))[0]?.text).toContain("half past one");

    const body = { data: { name: "News", config: feed(`${news.origin}/feed.xml`, { maxItems: 2 }) } };
    await knowledge.client.call(updateDataSource, { params: knowledge.at(source), body });
    news.items.push({ id: "fog", title: "Fog", text: "Fog on Monday.", day: 4 });
    await knowledge.settled(source);
    await knowledge.sync(source);
    expect((await knowledge.list(source)).map(({ title }) => title)).toEqual(["Fog", "Pier"]);
  });

  it("reads the pages that items link, each once until it changes, and reports failed ones", async () => {
    const knowledge = await openKnowledge(store);
    const news = await serveNews();
    news.items.push(
      { id: "ferry", title: "Ferry", text: "Teaser.", day: 1 },
      { id: "gone", title: "Gone", day: 2 },
    );
    news.pages.set("/ferry", htmlPage("Ferry", "<p>The ferry carries forty cars.</p>"));
    const source = await knowledge.add(feed(`${news.origin}/feed.xml`, { reads: "pages" }));
    expect(source).toMatchObject({ status: "partly", counts: { pages: 1, failed: 1 } });
    expect((await knowledge.find("How many cars?"))[0]?.text).toContain("forty");
    const [failed] = await knowledge.list(source, { status: "failed" });
    expect(failed).toMatchObject({ title: "Gone", error: expect.stringContaining("404") });
    news.hits.length = 0;
    news.items.push({ id: "pier", title: "Pier", day: 3 });
    news.pages.set("/pier", htmlPage("Pier", "<p>Pier two.</p>"));
    await knowledge.sync(source);
    expect(news.hits.filter((hit) => !/robots|feed/.test(hit))).toEqual(["GET /pier", "GET /gone"]);
    news.pages.set("/ferry", htmlPage("Ferry", "<p>The ferry carries fifty cars.</p>"));
    const { at } = await knowledge.page(source, "Ferry");
    await knowledge.client.call(refreshPage, { params: at });
    expect((await knowledge.settled(source)).lastRun?.counts).toMatchObject({ found: 1, changed: 1 });
    expect((await knowledge.find("How many cars?"))[0]?.text).toContain("fifty");
  });

  it("reports a broken feed, and clears the report once it works again", async () => {
    const knowledge = await openKnowledge(store);
    const news = await serveNews();
    news.pages.set("/page", htmlPage("Page", "<p>No feed.</p>"));
    const source = await knowledge.add(feed(`${news.origin}/page`));
    expect(source).toMatchObject({ status: "failed", error: "This address has no RSS or Atom feed." });
    news.pages.set("/page", writeFeed(news.origin, [{ id: "1", title: "One", text: "Well.", day: 1 }]));
    expect(await knowledge.sync(source)).toMatchObject({ status: "ready", counts: { pages: 1, failed: 0 } });
    const wrong = knowledge.add(feed("ftp://news.example/feed"));
    await expect(wrong).rejects.toMatchObject({
      body: { error: { fields: [{ path: "body.data.config.url" }] } },
    });
  });

  it("requests no private address, for the feed or for its items' links", async () => {
    const knowledge = await openKnowledge(store, { egressAllow: [] });
    const news = await serveNews();
    const source = await knowledge.add(feed(`${news.origin}/feed.xml`));
    expect(source).toMatchObject({ status: "failed", counts: { pages: 0 } });
    expect(news.hits).toEqual([]);
  });
});
