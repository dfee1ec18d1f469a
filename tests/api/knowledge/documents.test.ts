import { describe, expect, it } from "vitest";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import { createApiKey } from "../../../shared/contract/accounts/apiKeys.ts";
import type { InferInput } from "../../../shared/contract/call.ts";
import type { newDocument } from "../../../shared/contract/knowledge/documents.ts";
import {
  getDocument,
  listDocuments,
  pushDocuments,
  removeDocument,
  removeDocuments,
} from "../../../shared/contract/knowledge/documents.ts";
import {
  createDataSource,
  getDataSource,
  listDataSources,
  listPages,
  removeDataSource,
  removePage,
} from "../../../shared/contract/knowledge/knowledge.ts";
import { restoreVersion } from "../../../shared/contract/agents/versions.ts";
import type { KeyScope } from "../../../shared/domain/keyScopes.ts";
import { nextAddress } from "../../kit/client.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

type Sent = InferInput<typeof newDocument>;

const tides = {
  externalId: "cms/42?lang=en",
  content: "# Tides\n\nHigh water is at ten past six, at pier two.",
  url: "https://harbour.example/tides",
  language: "en",
  metadata: { revision: 7, draft: false, author: "Ana" },
};
const dogs = { externalId: "dogs", title: "Dogs on board", content: "On a lead, and free of charge." };

async function setUp(store: ReturnType<typeof stores>[number]) {
  const server = await startTestServer({ store });
  const owner = await server.createOwner();
  const agent = await server.createAgent(owner);
  const productId = agent.id;
  const client = server.as(owner);
  const { data: source } = await client.call(createDataSource, {
    params: { productId },
    body: { data: { config: { kind: "documents" } } },
  });
  const params = { productId, datasourceId: source.id };
  const get = async () => (await client.call(getDataSource, { params })).data;
  const settled = async () => {
    await expect.poll(async () => ["queued", "syncing"].includes((await get()).status)).toBe(false);
    return get();
  };
  await settled();
  const push = async (...documents: Sent[]) =>
    (await client.call(pushDocuments, { params, body: { data: { documents } } })).data;
  return {
    ...{ server, owner, client, productId, params, settled, push, agent },
    list: async (query: Partial<Record<"search" | "state" | "externalId", string>> = {}) =>
      (await client.call(listDocuments, { params, query: query as { search?: string } })).items,
    find: (question: string) =>
      server.app.retrieve({ organizationId: owner.organizationId, agentId: productId, question, limit: 3 }),
  };
}

describe.each(stores())("pushed documents on $name", (store) => {
  it("are stored before the answer, and found with title and address once they are read", async () => {
    const { push, list, find, settled, client, params } = await setUp(store);
    const { documents, run } = await push(tides, dogs);
    expect(documents.map(({ outcome }) => outcome)).toEqual(["created", "created"]);
    expect(run?.status).toMatch(/queued|running/);
    expect(await list()).toHaveLength(2);
    expect(await settled()).toMatchObject({ status: "ready", counts: { pages: 2, failed: 0 } });
    const [found] = await find("When is high water?");
    expect(found).toMatchObject({ title: "Tides", url: tides.url });
    const { data } = await client.call(getDocument, {
      params: { ...params, documentId: documents[0]?.id ?? "" },
    });
    expect(data).toMatchObject({
      ...{ externalId: tides.externalId, title: "Tides", language: "en", metadata: tides.metadata },
      ...{ state: "ready", error: null, passages: 1, content: tides.content, format: "markdown" },
      indexedAt: expect.any(Number),
    });
  });

  it("stay unchanged and unread when they come again", async () => {
    const { push, settled, list } = await setUp(store);
    await push(tides);
    const { lastRun } = await settled();
    const before = await list();
    const again = await push(tides);
    expect(again).toMatchObject({ documents: [{ outcome: "unchanged" }], run: null });
    expect((await settled()).lastRun?.id).toBe(lastRun?.id);
    expect(await list()).toEqual(before);
  });

  it("show the newest text under their external id, and keep their own id", async () => {
    const { push, settled, find, list } = await setUp(store);
    const first = await push(dogs);
    await settled();
    const { documents } = await push({ ...dogs, content: "Only small ones." });
    expect(documents).toEqual([{ ...first.documents[0], outcome: "updated" }]);
    const { lastRun } = await settled();
    expect(lastRun?.counts).toMatchObject({ found: 1, changed: 1, removed: 0 });
    expect((await find("dogs"))[0]?.text).toBe("Only small ones.");
    expect(await list()).toHaveLength(1);
  });

  it("get new metadata at once, without being read", async () => {
    const { push, settled, list } = await setUp(store);
    await push(tides);
    await settled();
    const { documents, run } = await push({ ...tides, metadata: { revision: 8 } });
    expect([documents[0]?.outcome, run]).toEqual(["updated", null]);
    expect((await list())[0]).toMatchObject({ metadata: { revision: 8 }, state: "ready" });
  });

  it("follow a changed address", async () => {
    const { push, settled, find } = await setUp(store);
    await push(tides);
    await settled();
    await push({ ...tides, url: "https://harbour.example/new" });
    await settled();
    expect((await find("high water"))[0]?.url).toBe("https://harbour.example/new");
  });

  it("are read in their declared format", async () => {
    const { push, settled, find } = await setUp(store);
    await push(
      { externalId: "h", format: "html", content: "<h1>Berths</h1><p>Forty <b>berths</b>.</p>" },
      { externalId: "t", format: "text", content: "<p>Say %PDF-1.7 literally</p> about moorings" },
    );
    await settled();
    expect((await find("berths"))[0]).toMatchObject({
      title: "Berths",
      text: expect.stringContaining("Forty"),
    });
    expect((await find("moorings"))[0]).toMatchObject({
      title: "t",
      text: "<p>Say %PDF-1.7 literally</p> about moorings",
    });
  });

  it("are named by their external id when they have no other name", async () => {
    const { push, settled, list } = await setUp(store);
    await push({ externalId: "https://harbour.example/berths/", content: "Forty berths." });
    await settled();
    expect((await list())[0]?.title).toBe("https://harbour.example/berths/");
  });

  it("are all read, no matter how many pushes come during a read", async () => {
    const { push, settled, list } = await setUp(store);
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        push({ externalId: `d${at % 8}`, content: `Number ${at} of the pushes.` }),
      ),
    );
    await expect.poll(async () => (await list({ state: "waiting" })).length).toBe(0);
    expect((await settled()).counts.pages).toBe(8);
  });

  it("without text are reported with the reason, and keep their earlier text", async () => {
    const { push, settled, list, find } = await setUp(store);
    await push(dogs);
    await settled();
    await push({ ...dogs, format: "html", content: "<p> </p>" });
    expect(await settled()).toMatchObject({ status: "partly" });
    expect(await list({ state: "failed" })).toMatchObject([
      { error: "The document has no text.", passages: 1 },
    ]);
    expect((await find("lead"))[0]?.text).toContain("On a lead");
    await push(dogs);
    expect(await settled()).toMatchObject({ status: "ready", counts: { failed: 0 } });
  });

  it("are found by nothing once they are deleted, one or many", async () => {
    const { push, settled, find, list, client, params } = await setUp(store);
    const { documents } = await push(tides, dogs, { externalId: "c", content: "Chandlery is shut." });
    await settled();
    await client.call(removeDocument, { params: { ...params, documentId: documents[0]?.id ?? "" } });
    expect(await find("high water")).toEqual([]);
    const body = { data: { externalIds: ["dogs", "dogs", "nothing", "c"] } };
    const { data } = await client.call(removeDocuments, { params, body });
    expect(data).toEqual({ removed: expect.arrayContaining(["dogs", "c"]), missing: ["nothing"] });
    expect(await find("dogs chandlery")).toEqual([]);
    expect(await list()).toEqual([]);
    expect((await settled()).counts).toMatchObject({ pages: 0, passages: 0 });
    const again = client.call(removeDocument, { params: { ...params, documentId: documents[0]?.id ?? "" } });
    await expect(again).rejects.toMatchObject({ status: 404 });
  });

  it("leave nothing behind when they are deleted, even during a read", async () => {
    const { push, settled, client, params, find } = await setUp(store);
    await push(...Array.from({ length: 30 }, (_, at) => ({ externalId: `e${at}`, content: `Eel ${at}` })));
    const externalIds = Array.from({ length: 30 }, (_, at) => `e${at}`);
    await client.call(removeDocuments, { params, body: { data: { externalIds } } });
    await settled();
    expect(await find("eel")).toEqual([]);
    expect((await client.call(listPages, { params })).items).toEqual([]);
  });

  it("whose page was deleted say so, and return after the next push", async () => {
    const { push, settled, client, params, list, find } = await setUp(store);
    await push(dogs);
    await settled();
    const [page] = (await client.call(listPages, { params })).items;
    await client.call(removePage, { params: { ...params, pageId: page?.id ?? "" } });
    await push({ ...dogs, content: "Cats too." });
    await settled();
    expect((await list())[0]).toMatchObject({
      state: "failed",
      error: expect.stringContaining("was deleted in the console"),
    });
    await client.call(removeDocuments, { params, body: { data: { externalIds: ["dogs"] } } });
    await push(dogs);
    await settled();
    expect(await find("lead")).toHaveLength(1);
  });

  it.each<[string, Partial<Record<keyof Sent, unknown>>, string]>([
    ["no text", { content: " \n" }, "content"],
    ["a text that is too long", { content: "x".repeat(200_001) }, "content"],
    ["an address with another scheme", { url: "javascript:alert(1)" }, "url"],
    ["an invalid language", { language: "english!" }, "language"],
    [
      "too much metadata",
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, 1])) },
      "metadata",
    ],
    ["a control character in its id", { externalId: "a\nb" }, "externalId"],
    ["an unknown field", { audience: "all" } as object, "audience"],
  ])("with %s are refused with the field's path, and so is the whole batch", async (_, wrong, field) => {
    const { client, params, list } = await setUp(store);
    const documents = [dogs, { ...tides, ...wrong }] as Sent[];
    await expect(client.call(pushDocuments, { params, body: { data: { documents } } })).rejects.toMatchObject(
      {
        status: 400,
        body: { error: { fields: [{ path: `body.data.documents.1.${field}` }] } },
      },
    );
    expect(await list()).toEqual([]);
  });

  it("are refused twice in a batch, beyond a hundred at once, and in a source of another kind", async () => {
    const { client, params, productId, push } = await setUp(store);
    await expect(push(dogs, dogs)).rejects.toMatchObject({
      body: { error: { fields: [{ path: "body.data.documents.1.externalId" }] } },
    });
    const many = Array.from({ length: 101 }, (_, at) => ({ externalId: `m${at}`, content: "Much." }));
    await expect(push(...many)).rejects.toMatchObject({
      body: { error: { fields: [{ message: "Push at most 100 documents at once." }] } },
    });
    const config = { kind: "text" as const, title: "Tides", text: "High at six." };
    const { data: text } = await client.call(createDataSource, {
      params: { productId },
      body: { data: { config } },
    });
    const elsewhere = { params: { ...params, datasourceId: text.id }, body: { data: { documents: [dogs] } } };
    await expect(client.call(pushDocuments, elsewhere)).rejects.toMatchObject({ status: 409 });
  });

  it("can be searched and filtered", async () => {
    const { push, settled, list } = await setUp(store);
    await push(tides, dogs);
    await settled();
    expect((await list({ search: "TIDES" })).map(({ externalId }) => externalId)).toEqual([tides.externalId]);
    expect((await list({ externalId: "dogs" })).map(({ title }) => title)).toEqual(["Dogs on board"]);
    expect(await list({ state: "failed" })).toEqual([]);
  });

  it("are pushed by an API key with the scope, for its own agents", async () => {
    const { server, owner, productId, params, client } = await setUp(store);
    const other = await server.createAgent(owner);
    const make = async (scopes: KeyScope[], agentIds: string[]) => {
      const body = { data: { name: "CMS", scopes, agentIds } };
      const { data } = await client.call(createApiKey, { body });
      const { organizationId } = owner;
      return server.as({ address: nextAddress(), bearer: data.key, organizationId });
    };
    const sent = { params, body: { data: { documents: [dogs] } } };
    const program = await make(["knowledge.update", "knowledge.read"], [productId]);
    expect((await program.call(pushDocuments, sent)).data.documents).toMatchObject([{ outcome: "created" }]);
    expect((await program.call(listDocuments, { params })).items).toHaveLength(1);
    const reader = await make(["knowledge.read"], [productId]);
    await expect(reader.call(pushDocuments, sent)).rejects.toMatchObject({ status: 403 });
    const foreign = await make(["knowledge.update"], [other.id]);
    await expect(foreign.call(pushDocuments, sent)).rejects.toMatchObject({ status: 404 });
  });

  it("are restored with a version, without deleted ones, until the next push", async () => {
    const { push, settled, client, params, productId, find, list } = await setUp(store);
    await push(tides, dogs, { externalId: "gone", content: "The chandlery is shut." });
    await settled();
    const at = { params: { productId } };
    const published = (await client.call(publishAgent, { ...at, body: { data: { note: "" } } })).data;
    await push({ ...dogs, content: "Only small ones." });
    await settled();
    const body = { data: { externalIds: ["gone"] } };
    await client.call(removeDocuments, { params, body });
    await client.call(restoreVersion, {
      params: { productId, version: String(published.publishedVersion) },
      body: { data: { revision: published.revision, withKnowledge: true } },
    });
    await settled();
    expect((await find("dogs"))[0]?.text).toContain("On a lead");
    expect(await find("chandlery")).toEqual([]);
    expect(await list({ state: "waiting" })).toHaveLength(2);
    await push({ externalId: "new", content: "The café opens at nine." });
    await settled();
    expect((await find("dogs"))[0]?.text).toBe("Only small ones.");
    expect(await list({ state: "ready" })).toHaveLength(3);
  });

  it("are restored with their source, when a version used it", async () => {
    const { push, settled, client, params, productId, find } = await setUp(store);
    await push(tides, dogs);
    await settled();
    const at = { params: { productId } };
    const published = (await client.call(publishAgent, { ...at, body: { data: { note: "" } } })).data;
    await client.call(removeDataSource, { params, query: { confirmed: "true" } });
    expect(await find("dogs")).toEqual([]);
    await client.call(restoreVersion, {
      params: { productId, version: String(published.publishedVersion) },
      body: { data: { revision: published.revision, withKnowledge: true } },
    });
    const restored = async () => (await client.call(listDataSources, at)).items[0];
    await expect.poll(async () => (await restored())?.lastRun?.endedAt).toBeTruthy();
    expect(await find("dogs")).toHaveLength(1);
    const there = { params: { productId, datasourceId: (await restored())?.id ?? "" } };
    expect((await client.call(listDocuments, there)).items).toHaveLength(2);
  });

  it("are deleted with their source when no version uses it", async () => {
    const { server, push, settled, client, params } = await setUp(store);
    await push(tides);
    await settled();
    await client.call(removeDataSource, { params, query: { confirmed: "true" } });
    const count = () => server.store.db.selectFrom("sourceDocuments").select("id").execute();
    await expect.poll(count).toEqual([]);
  });
});
