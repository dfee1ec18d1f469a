import { afterEach, describe, expect, it } from "vitest";
import {
  cancelSync,
  createDataSource,
  getDataSource,
  listDataSources,
  listPages,
  listSyncHistory,
  listSyncLogs,
  removeDataSource,
  removePage,
  retrySync,
  syncDataSource,
  updateDataSource,
} from "../../../shared/contract/knowledge/knowledge.ts";
import type { DataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import { listSyncChanges } from "../../../shared/contract/knowledge/syncChanges.ts";
import { initUpload } from "../../../shared/contract/storage/storage.ts";
import { makeCompound, makeDocx, makeParagraph, makePdf } from "../../kit/knowledge/documents.ts";
import { makePptx, makeRows, makeShape, makeXlsx } from "../../kit/knowledge/officeFiles.ts";
import type { Member } from "../../kit/factories.ts";
import { startTestServer, type TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";
import type { StoreKind } from "../../kit/database/stores.ts";
import { startWebServer } from "../../kit/network/webServer.ts";
import {
  htmlPage,
  serveBicycleShop,
  serveWebsite,
  type SitePage,
  type Website,
} from "../../kit/knowledge/website.ts";

const sites: Website[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.stop();
});

type Config = DataSource["config"];

/** An agent of an owner, with what these tests do to its sources. */
async function setUp(store: StoreKind) {
  const server = await startTestServer({ store, egressAllow: ["127.0.0.0/8"] });
  const owner = await server.createOwner();
  const { id: productId } = await server.createAgent(owner);
  const client = server.as(owner);
  const at = (source: DataSource) => ({ productId, datasourceId: source.id });
  const get = async (source: DataSource) => (await client.call(getDataSource, { params: at(source) })).data;
  const settled = (source: DataSource) =>
    expect
      .poll(async () => ((await get(source)).lastRun?.endedAt ?? null) !== null, {
        interval: 20,
      })
      .toBe(true);
  return {
    ...{ server, owner, productId, client, at, get },
    async add(config: Config) {
      const { data } = await client.call(createDataSource, {
        params: { productId },
        body: { data: { config } },
      });
      await settled(data);
      return get(data);
    },
    async sync(source: DataSource, call: typeof syncDataSource | typeof retrySync = syncDataSource) {
      await client.call(call, { params: at(source) });
      await settled(source);
      return get(source);
    },
    settled,
    pages: async (source: DataSource, query = {}) =>
      (await client.call(listPages, { params: at(source), query: { limit: 100, ...query } })).items,
    logs: async (source: DataSource) =>
      (
        await client.call(listSyncLogs, {
          params: { ...at(source), syncHistoryId: source.lastRun?.id ?? "" },
          query: { limit: 100 },
        })
      ).items,
    find: (question: string) =>
      server.app.retrieve({ organizationId: owner.organizationId, agentId: productId, question, limit: 3 }),
  };
}

function website(url: string, change: Partial<Extract<Config, { kind: "website" }>> = {}): Config {
  return {
    kind: "website",
    scope: "site",
    urls: [url],
    include: [],
    exclude: [],
    maxDepth: 5,
    maxPages: 100,
    ...change,
  };
}

async function upload(server: TestServer, owner: Member, name: string, bytes: Uint8Array): Promise<string> {
  const { fileId, url, method, fields } = await server
    .as(owner)
    .call(initUpload, { body: { data: { name, sizeBytes: bytes.byteLength } } });
  const path = new URL(url, server.origin);
  const sent = await server.request(path.pathname + path.search, {
    method,
    headers: fields,
    body: Buffer.from(bytes),
  });
  expect(sent.ok).toBe(true);
  return fileId;
}

describe.each(stores())("knowledge on $name", (store) => {
  it("reads the sample shop and finds its texts", async () => {
    const knowledge = await setUp(store);
    const source = await knowledge.add({ kind: "sample" });
    expect(source).toMatchObject({ status: "ready", error: null, lastRun: { status: "done" } });
    expect(source.counts.pages).toBeGreaterThan(5);
    const [best] = await knowledge.find("How long can I return something?");
    expect(best?.text).toContain("60 days");
  });

  it("reads a website by sitemap and links, obeys robots.txt, and reports what failed", async () => {
    const knowledge = await setUp(store);
    const site = await serveBicycleShop();
    sites.push(site);
    const source = await knowledge.add(website(`${site.origin}/`));
    expect(source).toMatchObject({
      status: "partly",
      counts: { pages: 12, failed: 1 },
      lastRun: { status: "partly" },
    });
    expect(site.hits).not.toContain("GET /staff/rota");
    const [failed] = await knowledge.pages(source, { status: "failed" });
    expect(failed).toMatchObject({
      url: `${site.origin}/discontinued`,
      error: expect.stringContaining("404"),
    });
    const [best] = await knowledge.find("What does a full inspection cost?");
    expect(best).toMatchObject({ url: `${site.origin}/repairs`, text: expect.stringContaining("79") });
  });

  it("indexes what changed, keeps what did not, and removes what is gone", async () => {
    const knowledge = await setUp(store);
    const site = await serveWebsite({
      "/": htmlPage("Home", "<p>Welcome to the lighthouse.</p>", { "/a": "A", "/b": "B" }),
      "/a": htmlPage("A", "<p>The old price is 10.</p>"),
      "/b": htmlPage("B", "<p>This page will go away: walrus.</p>"),
    });
    sites.push(site);
    const source = await knowledge.add(website(`${site.origin}/`));
    expect(source.lastRun?.counts).toMatchObject({ added: 3, changed: 0, removed: 0 });
    site.pages.set("/", htmlPage("Home", "<p>Welcome to the lighthouse.</p>", { "/a": "A" }));
    site.pages.set("/a", htmlPage("A", "<p>The new price is 12.</p>"));
    site.pages.delete("/b");
    const again = await knowledge.sync(source);
    expect(again.lastRun?.counts).toMatchObject({ added: 0, changed: 1, unchanged: 1, removed: 1 });
    expect((await knowledge.find("price"))[0]?.text).toContain("12");
    expect(await knowledge.find("walrus")).toEqual([]);
    const history = await knowledge.client.call(listSyncHistory, { params: knowledge.at(source) });
    expect(history.items.map(({ trigger }) => trigger)).toEqual(["manual", "create"]);
  });

  it("keeps the last good version of a page that fails, and reports it", async () => {
    const knowledge = await setUp(store);
    const site = await serveWebsite({ "/": htmlPage("Home", "<p>The ferry leaves at noon.</p>") });
    sites.push(site);
    const source = await knowledge.add(website(`${site.origin}/`));
    site.pages.set("/", { status: 500, body: "fault" });
    const again = await knowledge.sync(source);
    expect(again).toMatchObject({ status: "partly", counts: { pages: 1, failed: 1 } });
    expect((await knowledge.find("When does the ferry leave?"))[0]?.text).toContain("noon");
    site.pages.set("/", htmlPage("Home", "<p>The ferry leaves at one.</p>"));
    const retried = await knowledge.sync(source, retrySync);
    expect(retried).toMatchObject({ status: "ready", counts: { failed: 0 } });
    expect((await knowledge.find("When does the ferry leave?"))[0]?.text).toContain("one");
  }, 30_000);

  it.each([503, 404])(
    "keeps the pages behind a start page that answers %i",
    async (status) => {
      const knowledge = await setUp(store);
      const site = await serveWebsite({
        "/": htmlPage("Home", "<p>Welcome to the harbour.</p>", { "/ferry": "Ferry", "/old": "Old" }),
        "/ferry": htmlPage("Ferry", "<p>The ferry leaves at noon.</p>", { "/dogs": "Dogs" }),
        "/dogs": htmlPage("Dogs", "<p>Dogs are welcome.</p>", { "/list": "List" }),
        "/list": `<html><head><meta name="robots" content="noindex"></head><body><a href="/seals">Seals</a></body></html>`,
        "/seals": htmlPage("Seals", "<p>Seals are fed at four.</p>"),
        "/old": htmlPage("Old", "<p>The walrus is fed at three.</p>"),
      });
      sites.push(site);
      const source = await knowledge.add(website(`${site.origin}/`));
      site.pages.set("/", { status, body: "fault" });
      for (const path of ["/ferry", "/list"]) site.pages.set(path, { status: 503, body: "fault" });
      site.pages.delete("/old");
      const again = await knowledge.sync(source);
      expect(again).toMatchObject({ status: "partly", lastRun: { counts: { removed: 1, unchanged: 2 } } });
      for (const [question, word] of [
        ["Where are we welcome to the harbour?", "harbour"],
        ["When does the ferry leave?", "noon"],
        ["Are dogs welcome?", "Dogs"],
        ["When are seals fed?", "four"],
      ])
        expect((await knowledge.find(question ?? ""))[0]?.text).toContain(word);
      expect(await knowledge.find("walrus")).toEqual([]);
    },
    30_000,
  );

  it.each([404, 410])(
    "removes the text of a page that answers %i although it is still linked",
    async (status) => {
      const knowledge = await setUp(store);
      const links = { "/ferry": "Ferry", "/dogs": "Dogs" };
      const site = await serveWebsite({
        "/": htmlPage("Home", "<p>Welcome.</p>", links),
        "/ferry": htmlPage("Ferry", "<p>The ferry leaves at noon.</p>"),
        "/dogs": htmlPage("Dogs", "<p>Dogs are welcome.</p>"),
      });
      sites.push(site);
      const source = await knowledge.add(website(`${site.origin}/`));
      site.pages.set("/ferry", { status, body: "gone" });
      site.pages.set("/dogs", { status: 503, body: "later" });
      const again = await knowledge.sync(source);
      expect(again).toMatchObject({
        status: "partly",
        counts: { pages: 2, failed: 2 },
        lastRun: { counts: { removed: 1 } },
      });
      expect(await knowledge.find("When does the ferry leave?")).toEqual([]);
      expect((await knowledge.find("Are dogs welcome?"))[0]?.text).toContain("Dogs");
      const url = `${site.origin}/ferry`;
      const removed = (await knowledge.logs(again)).filter(({ step }) => step === "remove");
      expect(removed).toMatchObject([
        { level: "info", page: url, message: expect.stringContaining(`${status}`) },
      ]);
      const params = { ...knowledge.at(source), syncHistoryId: again.lastRun?.id ?? "" };
      const { items } = await knowledge.client.call(listSyncChanges, { params, query: {} });
      expect(items).toMatchObject([{ kind: "removed", title: "Ferry", url }]);
      expect(await knowledge.sync(source)).toMatchObject({ lastRun: { counts: { removed: 0, failed: 2 } } });
      site.pages.set("/ferry", htmlPage("Ferry", "<p>The ferry leaves at one.</p>"));
      expect(await knowledge.sync(source)).toMatchObject({ lastRun: { counts: { added: 1 } } });
      expect((await knowledge.find("When does the ferry leave?"))[0]?.text).toContain("one");
    },
  );

  it("reads files of every kind, names each bad one with its reason, and continues with the rest", async () => {
    const knowledge = await setUp(store);
    const { server, owner } = knowledge;
    const files: [string, Uint8Array][] = [
      ["terms.pdf", makePdf(["The lighthouse opens in April."])],
      ["guide.docx", makeDocx(makeParagraph("Ring the bell twice for the keeper."))],
      ["prices.csv", Buffer.from("item,price\nlantern,40\nrope,12\n")],
      ["notes.txt", Buffer.from("The harbour freezes in February.")],
      ["readme.md", Buffer.from("# Boats\n\nThe red boat is called Petrel.")],
      ["page.html", Buffer.from(htmlPage("Tides", "<p>High tide is at six.</p>"))],
      ["data.json", Buffer.from('{"crew": [{"name": "Ingrid", "role": "keeper"}]}')],
      [
        "boats.xlsx",
        makeXlsx([
          {
            name: "Boats",
            rows: makeRows([
              ["Boat", "Seats"],
              ["Heron", 14],
            ]),
          },
        ]),
      ],
      ["talk.pptx", makePptx([{ shapes: makeShape(["The pier was built in 1911."], "body") }])],
      ["locked.docx", makeCompound("EncryptedPackage")],
      ["broken.pdf", Buffer.from("%PDF-1.7\nnothing of use")],
    ];
    const fileIds: string[] = [];
    for (const [name, bytes] of files) fileIds.push(await upload(server, owner, name, bytes));
    const source = await knowledge.add({ kind: "files", fileIds });
    expect(source).toMatchObject({ status: "partly", counts: { pages: 9, failed: 2 } });
    expect(source.files.map(({ name }) => name)).toEqual(files.map(([name]) => name));
    const failed = await knowledge.pages(source, { status: "failed" });
    expect(failed.map(({ fileName }) => fileName).sort()).toEqual(["broken.pdf", "locked.docx"]);
    expect(failed.find(({ fileName }) => fileName === "locked.docx")?.error).toContain("password");
    for (const [question, answer] of [
      ["When does the lighthouse open?", "April"],
      ["How often do I ring for the keeper?", "twice"],
      ["What does a lantern cost?", "40"],
      ["How many seats has the Heron?", "14"],
      ["When was the pier built?", "1911"],
      ["Who is the keeper of the crew?", "Ingrid"],
    ] as const) {
      expect((await knowledge.find(question)).map(({ text }) => text).join("\n")).toContain(answer);
    }
  }, 30_000);

  it("stores a long document in steps and in full: its first and its last words are found, and replaced", async () => {
    const knowledge = await setUp(store);
    const { server, owner } = knowledge;
    const write = (word: string) =>
      Array.from(
        { length: 700 },
        (_, n) => `## Chapter ${n}\n\nThe ${word} of chapter ${n} is called zulu${n}.`,
      );
    const first = await upload(server, owner, "book.md", Buffer.from(write("captain").join("\n\n")));
    const source = await knowledge.add({ kind: "files", fileIds: [first] });
    expect(source).toMatchObject({
      status: "ready",
      counts: { pages: 1, passages: 700 },
      lastRun: { counts: { added: 1 } },
    });
    for (const name of ["zulu0", "zulu699"]) expect((await knowledge.find(name))[0]?.text).toContain(name);
    const second = await upload(server, owner, "book.md", Buffer.from(write("keeper").join("\n\n")));
    await knowledge.client.call(updateDataSource, {
      params: knowledge.at(source),
      body: { data: { name: "Book", config: { kind: "files", fileIds: [second] } } },
    });
    await expect.poll(async () => (await knowledge.find("zulu699"))[0]?.text).toContain("keeper");
    await knowledge.settled(source);
    expect((await knowledge.get(source)).counts).toMatchObject({ pages: 1, passages: 700 });
    expect(await knowledge.find("captain")).toEqual([]);
  }, 60_000);

  it("lists the sources of an agent page by page, and a sync's result for each page", async () => {
    const knowledge = await setUp(store);
    const { client, productId } = knowledge;
    for (const title of ["One", "Two", "Three"]) await knowledge.add({ kind: "text", title, text: "Text." });
    const read = (page: number) =>
      client.call(listDataSources, { params: { productId }, query: { page, limit: 2 } });
    const [first, second] = [await read(1), await read(2)];
    expect(first.page).toEqual({ page: 1, limit: 2, total: 3 });
    const names = [...first.items, ...second.items].map(({ name }) => name);
    expect(names.toSorted()).toEqual(["One", "Three", "Two"]);
    const [one] = first.items;
    expect(one && (await knowledge.logs(one))).toMatchObject([
      { level: "info", message: expect.stringContaining("passage") },
    ]);
  });

  it("changes typed text, and finds only the newest", async () => {
    const knowledge = await setUp(store);
    const source = await knowledge.add({
      kind: "text",
      title: "Parking",
      text: "Parking is free on Sundays.",
    });
    await knowledge.client.call(updateDataSource, {
      params: knowledge.at(source),
      body: {
        data: {
          name: "Parking",
          config: { kind: "text", title: "Parking", text: "Parking costs 3 on Sundays." },
        },
      },
    });
    await knowledge.settled(source);
    const found = await knowledge.find("Is parking free on Sundays?");
    expect(found.map(({ text }) => text)).toEqual([expect.stringContaining("costs 3")]);
  });

  it("deletes a source at once for answers, and then cleans up", async () => {
    const knowledge = await setUp(store);
    const source = await knowledge.add({ kind: "sample" });
    await knowledge.client.call(removeDataSource, {
      params: knowledge.at(source),
      query: { confirmed: "true" },
    });
    expect(await knowledge.find("How long can I return something?")).toEqual([]);
    await expect(knowledge.get(source)).rejects.toMatchObject({ status: 404 });
    for (const table of ["passages", "pages", "syncRuns", "passageSegments"] as const) {
      const left = () => knowledge.server.store.db.selectFrom(table).select("sourceId").execute();
      await expect.poll(left).toEqual([]);
    }
  });

  it("deletes a page and leaves it out of later syncs", async () => {
    const knowledge = await setUp(store);
    const source = await knowledge.add({ kind: "sample" });
    const pages = await knowledge.pages(source);
    const returns = pages.find(({ title }) => title.includes("Returns"));
    const params = { ...knowledge.at(source), pageId: returns?.id ?? "" };
    await knowledge.client.call(removePage, { params });
    const again = await knowledge.sync(source);
    expect(again.counts.pages).toBe(source.counts.pages - 1);
    const texts = (await knowledge.find("How long can I return something?")).map(({ text }) => text);
    expect(texts.join()).not.toContain("60 days of delivery");
  });

  it.each([
    ["http://10.1.2.3/", "private"],
    ["http://169.254.169.254/latest/meta-data", "private"],
    ["http://localhost.localdomain:1/", "private"],
  ])(
    "A1: reports at the source why %s is not read",
    async (url) => {
      const knowledge = await setUp(store);
      const source = await knowledge.add(website(url));
      expect(source.status).toBe("failed");
      expect(source.error).toMatch(/\w{3,}/);
      expect(source.error).not.toMatch(/ECONN|ENOTFOUND|refused the connection/);
    },
    30_000,
  );

  it("reports that robots.txt forbids the start page", async () => {
    const knowledge = await setUp(store);
    const site = await serveWebsite({
      "/": htmlPage("Home", "<p>Secret garden.</p>"),
      "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /" },
    });
    sites.push(site);
    const source = await knowledge.add(website(`${site.origin}/`));
    expect(source).toMatchObject({ status: "failed", error: expect.stringContaining("robots.txt") });
    expect(site.hits).not.toContain("GET /");
  });

  it.each<[string, SitePage, string]>([
    ["asks to come back later", { status: 429, headers: { "retry-after": "3600" } }, "come back later"],
    ["is a picture", { headers: { "content-type": "image/png" }, body: "x" }, "no readable text"],
    ["is empty", { status: 204 }, "204: the page is empty."],
    ["asks not to be indexed", '<meta name="robots" content="noindex"><p>Text.</p>', "noindex"],
  ])("reports at the source that its only page %s", async (_, page, reason) => {
    const knowledge = await setUp(store);
    const site = await serveWebsite({ "/": page });
    sites.push(site);
    const source = await knowledge.add(website(`${site.origin}/`));
    expect(source).toMatchObject({ status: "failed", error: expect.stringContaining(reason) });
    expect(source.error).toMatch(/^[A-Z0-9].*\.$/);
  });

  it("doesn't delay files behind slow websites", async () => {
    const knowledge = await setUp(store);
    const site = await startWebServer(() => {});
    const { client, productId, server, owner } = knowledge;
    for (let number = 0; number < 10; number += 1) {
      const body = { data: { config: website(`${site.origin}/${number}`) } };
      await client.call(createDataSource, { params: { productId }, body });
    }
    const fileId = await upload(server, owner, "notes.txt", Buffer.from("The ferry sails at ten."));
    expect(await knowledge.add({ kind: "files", fileIds: [fileId] })).toMatchObject({ status: "ready" });
    await site.stop();
  });

  it.each([
    ["javascript:alert(1)", 400],
    ["ftp://example.com/", 400],
    ["not a web address", 400],
  ])("A8: refuses %s on creation, with the field's path", async (url, status) => {
    const knowledge = await setUp(store);
    await expect(knowledge.add(website(url))).rejects.toMatchObject({
      status,
      body: { error: { fields: [{ path: "body.data.config.urls.0" }] } },
    });
  });

  /** A sync that is under way: the first of sixty pages is indexed. */
  async function beginLongSync() {
    const knowledge = await setUp(store);
    const links = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`/p${n}`, `Page ${n}`]));
    const pages = Object.fromEntries(
      Object.keys(links).map((path) => [path, htmlPage(path, `<p>Text of ${path}.</p>`)]),
    );
    const site = await serveWebsite({ "/": htmlPage("Home", "<p>Many pages.</p>", links), ...pages });
    sites.push(site);
    const { data: source } = await knowledge.client.call(createDataSource, {
      params: { productId: knowledge.productId },
      body: { data: { config: website(`${site.origin}/`) } },
    });
    await expect
      .poll(async () => (await knowledge.get(source)).lastRun?.counts.indexed ?? 0)
      .toBeGreaterThan(0);
    return { knowledge, source, site };
  }

  it("cancels a running sync and keeps what was read", async () => {
    const { knowledge, source } = await beginLongSync();
    await knowledge.client.call(cancelSync, { params: knowledge.at(source) });
    await knowledge.settled(source);
    const after = await knowledge.get(source);
    expect(after.lastRun?.status).toBe("cancelled");
    expect((await knowledge.pages(after)).length).toBeGreaterThan(0);
    await expect(knowledge.client.call(cancelSync, { params: knowledge.at(source) })).rejects.toMatchObject({
      status: 409,
    });
  }, 40_000);

  it("counts what a canceled sync has read", async () => {
    const { knowledge, source } = await beginLongSync();
    await knowledge.client.call(cancelSync, { params: knowledge.at(source) });
    await knowledge.settled(source);
    const after = await knowledge.get(source);
    const pages = await knowledge.pages(after);
    expect(after.counts).toMatchObject({ pages: pages.length, passages: pages.length });
    expect(after.status).toBe("ready");
  }, 40_000);

  it("syncs the new configuration when a source is changed during a sync", async () => {
    const { knowledge, source, site } = await beginLongSync();
    const config = website(`${site.origin}/p7`, { scope: "pages" });
    await knowledge.client.call(updateDataSource, {
      params: knowledge.at(source),
      body: { data: { name: "One page", config } },
    });
    const triggers = async () => {
      const { items } = await knowledge.client.call(listSyncHistory, { params: knowledge.at(source) });
      return items.map(({ trigger, status }) => `${trigger} ${status}`);
    };
    await expect.poll(triggers).toEqual(["update done", "create cancelled"]);
    const after = await knowledge.get(source);
    expect(after).toMatchObject({ status: "ready", counts: { pages: 1, failed: 0 } });
    expect((await knowledge.pages(after)).map(({ url }) => url)).toEqual([`${site.origin}/p7`]);
  }, 40_000);

  it("lets a cancel win over a change", async () => {
    const { knowledge, source, site } = await beginLongSync();
    const config = website(`${site.origin}/`, { exclude: ["/p7"] });
    const params = knowledge.at(source);
    const body = { data: { name: "Fewer pages", config } };
    await knowledge.client.call(updateDataSource, { params, body });
    await knowledge.client.call(cancelSync, { params });
    await knowledge.settled(source);
    expect((await knowledge.get(source)).lastRun?.status).toBe("cancelled");
  }, 40_000);

  it("keeps a file as long as one source uses it, and no longer", async () => {
    const knowledge = await setUp(store);
    const { server, owner, client } = knowledge;
    const shared = await upload(server, owner, "shared.md", Buffer.from("The gate opens at eight."));
    const own = await upload(server, owner, "own.md", Buffer.from("The gate closes at nine."));
    const first = await knowledge.add({ kind: "files", fileIds: [shared] });
    const second = await knowledge.add({ kind: "files", fileIds: [shared, own, shared] });
    expect(second.files.map(({ name }) => name)).toEqual(["shared.md", "own.md"]);
    const files = async () =>
      (await server.store.db.selectFrom("files").select("id").orderBy("id").execute()).map(({ id }) => id);

    const body = { data: { name: "Less", config: { kind: "files" as const, fileIds: [shared] } } };
    await client.call(updateDataSource, { params: knowledge.at(second), body });
    await knowledge.settled(second);
    expect(await files()).toEqual([shared]);

    const query = { confirmed: "true" };
    await client.call(removeDataSource, { params: knowledge.at(first), query });
    const sweeps = () =>
      server.store.db
        .selectFrom("jobs")
        .select("state")
        .where("kind", "=", "knowledge.sweep")
        .where("state", "!=", "done")
        .execute();
    await expect.poll(sweeps).toEqual([]);
    expect(await files()).toEqual([shared]);
    expect(await knowledge.sync(second)).toMatchObject({ status: "ready", counts: { pages: 1, failed: 0 } });

    await client.call(removeDataSource, { params: knowledge.at(second), query });
    await expect.poll(files).toEqual([]);
  }, 30_000);

  it("B2: treats a foreign agent, source or page as missing", async () => {
    const knowledge = await setUp(store);
    const source = await knowledge.add({ kind: "sample" });
    const stranger = await knowledge.server.createOwner();
    const own = await knowledge.server.createAgent(stranger);
    const as = knowledge.server.as(stranger);
    await expect(
      as.call(listDataSources, { params: { productId: knowledge.productId } }),
    ).rejects.toMatchObject({ status: 404 });
    const params = { productId: own.id, datasourceId: source.id };
    await expect(as.call(getDataSource, { params })).rejects.toMatchObject({ status: 404 });
    await expect(as.call(syncDataSource, { params })).rejects.toMatchObject({ status: 404 });
    await expect(as.call(removeDataSource, { params, query: { confirmed: "true" } })).rejects.toMatchObject({
      status: 404,
    });
  });

  it("B1: refuses another organization's file", async () => {
    const knowledge = await setUp(store);
    const stranger = await knowledge.server.createOwner();
    const fileId = await upload(knowledge.server, stranger, "theirs.txt", Buffer.from("secret"));
    await expect(knowledge.add({ kind: "files", fileIds: [fileId] })).rejects.toMatchObject({ status: 400 });
  });
});
