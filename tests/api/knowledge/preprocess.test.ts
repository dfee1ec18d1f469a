import { afterEach, describe, expect, it } from "vitest";
import { listDataSources } from "../../../shared/contract/knowledge/knowledge.ts";
import type { DataSourceConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import {
  cancelPreprocessing,
  getPreprocessing,
  preprocess,
} from "../../../shared/contract/knowledge/preprocess.ts";
import type { Preprocessing } from "../../../shared/contract/knowledge/preprocess.ts";
import { openKnowledge, websiteConfig, type OpenKnowledge } from "../../kit/knowledge/knowledge.ts";
import { stores } from "../../kit/database/stores.ts";
import { startWebServer } from "../../kit/network/webServer.ts";
import { htmlPage, serveWebsite } from "../../kit/knowledge/website.ts";

const sites: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.stop();
});

function lookWith({ client, productId }: OpenKnowledge) {
  const params = { productId };
  const get = async ({ id }: Preprocessing) =>
    (await client.call(getPreprocessing, { params: { ...params, preprocessId: id } })).data;
  return {
    get,
    begin: async (config: DataSourceConfig) =>
      (await client.call(preprocess, { params, body: { data: { config } } })).data,
    cancel: ({ id }: Preprocessing) =>
      client.call(cancelPreprocessing, { params: { ...params, preprocessId: id } }),
    async ended(look: Preprocessing) {
      await expect.poll(async () => (await get(look)).state, { interval: 20 }).not.toMatch(/queued|running/);
      return get(look);
    },
  };
}

describe.each(stores())("previewing a source on $name", (store) => {
  it("lists a website's pages, duplicates and unreadable pages, and stores nothing", async () => {
    const knowledge = await openKnowledge(store);
    const look = lookWith(knowledge);
    const site = await serveWebsite({
      "/": htmlPage("Home", "<p>Welcome to the lighthouse.</p>", {
        "/a": "A",
        "/copy": "Copy",
        "/gone": "Gone",
      }),
      "/a": htmlPage("Prices", "<p>A lamp costs forty crowns.</p>"),
      "/copy": htmlPage("Prices", "<p>A lamp costs forty crowns.</p>"),
      "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /a/\n" },
    });
    sites.push(site);
    const config = websiteConfig(`${site.origin}/`);
    const found = await look.ended(await look.begin(config));
    expect(found).toMatchObject({
      state: "done",
      counts: { found: 4, taken: 2, duplicates: 1, unreadable: 1, leftOut: 0 },
    });
    expect(found.counts.characters).toBeGreaterThan(40);
    expect(found.pages.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ["unreadable", expect.stringContaining("404")],
      ["duplicate", "It says the same as “Prices”."],
      ["taken", null],
      ["taken", null],
    ]);
    const params = { productId: knowledge.productId };
    expect((await knowledge.client.call(listDataSources, { params, query: {} })).items).toEqual([]);
    const rows = await knowledge.server.store.db.selectFrom("pages").selectAll().execute();
    expect(rows).toEqual([]);

    const source = await knowledge.add(config);
    const again = await look.ended(await look.begin(config));
    expect(again.counts).toMatchObject({ taken: 0, duplicates: 3 });
    expect(again.pages.map(({ reason }) => reason)).toContain(`It is in “${source.name}” already.`);
  });

  it("lists unreadable files with the reason", async () => {
    const knowledge = await openKnowledge(store);
    const look = lookWith(knowledge);
    const files: [string, string][] = [
      ["notes.txt", "The harbour freezes in February."],
      ["same.txt", "The harbour freezes in February."],
      ["broken.pdf", "%PDF-1.7\nnothing of use"],
    ];
    const fileIds: string[] = [];
    for (const [name, text] of files) fileIds.push(await knowledge.upload(name, Buffer.from(text)));
    const found = await look.ended(await look.begin({ kind: "files", fileIds }));
    expect(found.counts).toEqual({
      ...{ found: 3, taken: 1, characters: 32, duplicates: 1, unreadable: 1, leftOut: 0 },
    });
    expect(found.pages.map(({ name }) => name)).toEqual(["broken.pdf", "same.txt", "notes.txt"]);
  });

  it("lists the items of a feed that would be read, and why others would not", async () => {
    const knowledge = await openKnowledge(store);
    const look = lookWith(knowledge);
    const site = await serveWebsite({
      "/ice": htmlPage("Ice", "<p>The ice is thick enough to walk on.</p>"),
    });
    sites.push(site);
    const items = [
      ["New lamps", "", "The lamps were changed on Friday."],
      ["Lamps, again", "", "The lamps were changed on Friday."],
      ["Ice", "/ice", ""],
      ["Fog", "/fog", ""],
      ["Older", "", "An older notice."],
    ].map(
      ([title, link, text], at) =>
        `<item><guid isPermaLink="false">${at}</guid><title>${title}</title>
        <pubDate>${new Date(Date.UTC(2026, 0, 20 - at)).toUTCString()}</pubDate>
        ${link && `<link>${site.origin}${link}</link>`}${text && `<description>${text}</description>`}</item>`,
    );
    site.pages.set("/feed.xml", {
      headers: { "content-type": "application/rss+xml" },
      body: `<rss version="2.0"><channel>${items.join("")}</channel></rss>`,
    });
    const config = {
      kind: "feed",
      url: `${site.origin}/feed.xml`,
      reads: "content",
      maxItems: 4,
    } as const;
    const found = await look.ended(await look.begin(config));
    expect(found).toMatchObject({
      state: "done",
      counts: { found: 4, taken: 2, duplicates: 1, unreadable: 1, leftOut: 0 },
      notes: ["The feed has more than the 4 items that this source keeps; the older ones were left out."],
    });
    expect(found.pages.map(({ name, verdict, reason }) => [name, verdict, reason])).toEqual([
      ["Fog", "unreadable", expect.stringContaining("404")],
      ["Lamps, again", "duplicate", "It says the same as “New lamps”."],
      ["New lamps", "taken", null],
      ["Ice", "taken", null],
    ]);

    const source = await knowledge.add(config);
    const again = await look.ended(await look.begin(config));
    expect(again.pages.map(({ reason }) => reason)).toContain(`It is in “${source.name}” already.`);
    const none = await look.ended(await look.begin({ ...config, url: `${site.origin}/ice` }));
    expect(none.pages).toMatchObject([
      { verdict: "unreadable", reason: "This address has no RSS or Atom feed." },
    ]);
  });

  it("can be canceled, and is replaced by the same person's next one", async () => {
    const knowledge = await openKnowledge(store);
    const look = lookWith(knowledge);
    const silent = await startWebServer((request, response) => {
      if (request.url === "/robots.txt") response.writeHead(404).end();
    });
    sites.push(silent);
    const first = await look.begin(websiteConfig(`${silent.origin}/`));
    await expect.poll(async () => (await look.get(first)).state, { interval: 20 }).toBe("running");
    const second = await look.begin(websiteConfig(`${silent.origin}/other`));
    expect((await look.ended(first)).state).toBe("cancelled");
    await look.cancel(second);
    expect((await look.ended(second)).state).toBe("cancelled");
  });

  it("is refused for typed text, and hidden from other people", async () => {
    const knowledge = await openKnowledge(store);
    const look = lookWith(knowledge);
    await expect(look.begin({ kind: "text", title: "Tides", text: "High at six." })).rejects.toMatchObject({
      status: 400,
    });
    const fileIds = [await knowledge.upload("notes.txt", Buffer.from("Low at noon."))];
    const { id: preprocessId } = await look.begin({ kind: "files", fileIds });
    const other = await knowledge.server.createAgent(knowledge.owner);
    const params = { productId: other.id, preprocessId };
    await expect(knowledge.client.call(getPreprocessing, { params })).rejects.toMatchObject({ status: 404 });
  });
});
