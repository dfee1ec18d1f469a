import { describe, expect, it } from "vitest";
import { updateAgent } from "../../../shared/contract/agents/agents.ts";
import { createTestCase, getRun, startRun } from "../../../shared/contract/evaluation/evaluation.ts";
import { getReplayForecast } from "../../../shared/contract/evaluation/replay.ts";
import { getReceipt } from "../../../shared/contract/conversations/threads/threads.ts";
import { getEmbeddings } from "../../../shared/contract/models/embeddings.ts";
import {
  createDataSource,
  getDataSource,
  listPages,
  removeDataSource,
  updateDataSource,
} from "../../../shared/contract/knowledge/knowledge.ts";
import { listPassages, updatePage, updatePassage } from "../../../shared/contract/knowledge/pages.ts";
import {
  createModelKey,
  getModelDefaults,
  removeModelKey,
  setModelDefaults,
} from "../../../shared/contract/models/modelKeys.ts";
import { listEmbeddingModels } from "../../../shared/contract/models/models.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import type { QueryId } from "kysely";
import type { Store as ServerStore } from "../../../server/database/store.ts";
import { dropOtherVectors } from "../../../server/knowledge/vectors/dropVectors.ts";
import { writeDefault } from "../../../server/models/defaults.ts";
import { embed, refuse, say as sayAs } from "../../kit/models/modelProvider.ts";
import type { Reply } from "../../kit/models/modelProvider.ts";
import { stores } from "../../kit/database/stores.ts";
import type { StoreKind } from "../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";

/** What a text is about: words of one line mean the same to this model. */
const meanings = [
  "refund money return",
  "delivery parcel ship arrives",
  "bicycle bike wheel",
  "opening hours",
];

function vectorOf(text: string): number[] {
  const words = text.toLowerCase().split(/\W+/);
  return [0.01, ...meanings.map((line) => words.filter((word) => line.split(" ").includes(word)).length)];
}

const texts = [
  "You get your money within ten days once the goods are with us.",
  "Each parcel arrives within three days.",
  "Our wheels are built by hand.",
];

interface Given {
  /** The agent's. */
  model?: string;
  server?: Parameters<typeof startTalkingServer>[1];
}

async function setUp(
  store: StoreKind,
  reply: Reply = embed("chat", vectorOf),
  { model, server }: Given = {},
) {
  const talk = await startTalkingServer(store, server);
  const provider = await talk.useProvider();
  provider.script((response, body, request) => {
    const isEmbedding = request.url?.includes("/embeddings") === true;
    (isEmbedding ? replies.embedding : replies.chat)(response, body, request);
  });
  const replies = { embedding: reply, chat: sayAs("chat", ["Here you are."]) };
  const owner = talk.server.as(talk.owner);
  const agent = await talk.createAgent(model);
  const params = { productId: agent.id };
  const read = async () => (await owner.call(getEmbeddings)).data;
  const reached = (state: string) =>
    expect.poll(async () => (await read()).state, { interval: 20 }).toBe(state);
  return {
    ...{ talk, provider, owner, agent, params, replies, read, reached },
    async addText(text: string) {
      const config = { kind: "text" as const, title: "Help", text };
      const { data } = await owner.call(createDataSource, { params, body: { data: { config } } });
      const place = { params: { ...params, datasourceId: data.id } };
      const isRead = async () => (await owner.call(getDataSource, place)).data.lastSyncedAt !== null;
      await expect.poll(isRead, { interval: 20 }).toBe(true);
      return data;
    },
    choose: (embedding: string | null) => owner.call(setModelDefaults, { body: { data: { embedding } } }),
    find,
    asked: () => provider.requests.filter(({ path }) => path.includes("/embeddings")),
    rows: async (table: "passageVectors" | "vectorBlocks" | "sourceVectors") =>
      (await talk.server.store.db.selectFrom(table).selectAll().execute()).length,
    /** Asks as a visitor of the public agent, and gives the receipt of the answer. */
    async ask(question: string, of: Agent = agent) {
      const visitor = await talk.openVisitor(of);
      const heard = await listen(say(talk.server, visitor, { content: question }));
      const place = { threadId: heard.threadId, messageId: heard.answer?.id ?? "" };
      return (await owner.call(getReceipt, { params: { ...params, ...place } })).data;
    },
  };

  async function find(question: string) {
    const { organizationId } = talk.owner;
    const found = await talk.server.app.retrieve({ organizationId, agentId: agent.id, question, limit: 8 });
    return found.map(({ text }) => text);
  }
}

/** A store that does something once, right after the first deletion that is done through it is there for everybody. */
function afterFirstDelete(store: ServerStore, work: () => Promise<void>): ServerStore {
  let waits = true;
  const doOnce = async () => {
    const isFirst = waits;
    waits = false;
    if (isFirst) await work();
  };
  const deletions = new WeakSet<QueryId>();
  const db = store.db.withPlugin({
    transformQuery({ node, queryId }) {
      if (node.kind === "DeleteQueryNode") deletions.add(queryId);
      return node;
    },
    async transformResult({ queryId, result }) {
      if (deletions.has(queryId)) await doOnce();
      return result;
    },
  });
  return {
    ...store,
    db,
    async transaction(step, options) {
      const result = await store.transaction(step, options);
      await doOnce();
      return result;
    },
  };
}

const small = "text-embedding-3-small";
const large = "text-embedding-3-large";

describe.each(stores())("vectors on $name", (store) => {
  it("are made of all passages once a model is chosen, and find passages that share no word with the question", async () => {
    const app = await setUp(store);
    for (const text of texts) await app.addText(text);
    expect(await app.find("refund")).toEqual([]);
    await app.choose(small);
    await app.reached("ready");
    expect(await app.read()).toMatchObject({ model: small, done: 3, total: 3, sources: 3, error: null });
    expect((await app.find("refund"))[0]).toBe(texts[0]);
    expect((await app.find("bike"))[0]).toBe(texts[2]);
    expect(app.asked()[0]).toMatchObject({
      path: "/v1/embeddings",
      headers: { authorization: "Bearer key-1" },
      body: { model: small },
    });
    expect((await app.owner.call(getModelDefaults)).data).toMatchObject({ chat: null, embedding: small });
  });

  it("are requested from the provider by a replay, as its forecast says", async () => {
    const app = await setUp(store, undefined, { model: "pilothouse-builtin" });
    const { owner, params } = app;
    const forecast = async () => (await owner.call(getReplayForecast, { params })).data;
    await app.addText(texts[0] ?? "");
    await app.choose(small);
    await app.reached("ready");
    // Nothing to ask yet.
    expect(await forecast()).toMatchObject({ cases: 0, asksProvider: false });
    const data = { kind: "answer" as const, question: "When do I see a refund?" };
    await owner.call(createTestCase, { params, body: { data } });
    expect(await forecast()).toMatchObject({ cases: 1, credits: 0, asksProvider: true });
    const before = app.asked().length;
    const { data: run } = await owner.call(startRun, { params, body: { data: { kind: "replay" } } });
    const state = async () => (await owner.call(getRun, { params: { ...params, runId: run.id } })).data.state;
    await expect.poll(state, { interval: 20 }).toBe("done");
    expect(app.asked().length).toBeGreaterThan(before);
    await app.choose(null);
    expect(await forecast()).toMatchObject({ cases: 1, asksProvider: false });
  });

  it("are not requested by a replay once the model's key is gone, as its forecast says", async () => {
    const server = { models: {}, egressAllow: ["127.0.0.0/8"] };
    const app = await setUp(store, undefined, { model: "pilothouse-builtin", server });
    const { owner, params, provider } = app;
    provider.script((response, body, request) => {
      const list = { data: [{ id: "bge-m3" }] };
      if (request.url?.endsWith("/models")) return void response.end(JSON.stringify(list));
      embed("chat", vectorOf)(response, body, request);
    });
    const ours = { provider: "openai" as const, baseUrl: `${provider.url}/v1`, name: "Ours" };
    const { data: key } = await owner.call(createModelKey, { body: { data: ours } });
    await app.addText(texts[0] ?? "");
    await app.choose(`own/${key.id}/bge-m3`);
    await app.reached("ready");
    const data = { kind: "answer" as const, question: "When do I see a refund?" };
    await owner.call(createTestCase, { params, body: { data } });
    const forecast = async () => (await owner.call(getReplayForecast, { params })).data;
    expect(await forecast()).toMatchObject({ cases: 1, asksProvider: true });
    await owner.call(removeModelKey, { params: { keyId: key.id } });
    expect(await forecast()).toMatchObject({ cases: 1, credits: 0, asksProvider: false });
    const before = app.asked().length;
    expect((await app.ask("refund")).vectors?.reason).toBeTruthy();
    expect(app.asked()).toHaveLength(before);
  });

  it("are in the receipt with each passage's rank by words and by meaning", async () => {
    const app = await setUp(store);
    for (const text of texts) await app.addText(text);
    await app.choose(small);
    await app.reached("ready");
    const receipt = await app.ask("When does a parcel ship?");
    expect(receipt.vectors).toMatchObject({ model: small, reason: null });
    expect(receipt.passages[0]).toMatchObject({
      text: texts[1],
      score: 1,
      by: { lexical: { rank: 1 }, vector: { rank: 1 } },
    });
  });

  it("are made of new passages after a sync, and of the same text only once", async () => {
    const app = await setUp(store);
    await app.choose(small);
    const source = await app.addText(texts[0] ?? "");
    await expect.poll(async () => (await app.read()).done, { interval: 20 }).toBe(1);
    await app.reached("ready");
    const before = app.asked().length;
    const { id: datasourceId } = source;
    const name = "Help";
    await app.owner.call(updateDataSource, {
      params: { ...app.params, datasourceId },
      body: {
        data: {
          name,
          config: { kind: "text", title: "Help", text: `${texts[0]}\n\n# Bikes\n\n${texts[2]}` },
        },
      },
    });
    await expect.poll(async () => (await app.read()).done, { interval: 20 }).toBe(2);
    await app.reached("ready");
    const inputs = app
      .asked()
      .slice(before)
      .flatMap(({ body }) => body.input);
    expect(inputs.filter((input) => String(input).includes("wheels"))).toHaveLength(1);
    expect(inputs.filter((input) => String(input).includes("money"))).toHaveLength(0);
    expect(await app.rows("passageVectors")).toBe(2);
  });

  it("are made of an edited passage, and of one that is switched off and on again", async () => {
    const app = await setUp(store);
    const { id: datasourceId } = await app.addText(texts[0] ?? "");
    await app.choose(small);
    await app.reached("ready");
    const at = { ...app.params, datasourceId };
    const [page] = (await app.owner.call(listPages, { params: at })).items;
    const ofPage = { ...at, pageId: page?.id ?? "" };
    const [passage] = (await app.owner.call(listPassages, { params: ofPage, query: {} })).items;
    await app.owner.call(updatePassage, {
      params: { ...ofPage, passageId: passage?.id ?? "" },
      body: { data: { text: texts[2] ?? "" } },
    });
    const finds = (wanted: unknown[]) =>
      expect.poll(() => app.find("bike"), { interval: 20 }).toEqual(wanted);
    await finds([texts[2]]);
    const turn = (enabled: boolean) =>
      app.owner.call(updatePage, { params: ofPage, body: { data: { enabled } } });
    await turn(false);
    await finds([]);
    await turn(true);
    await finds([texts[2]]);
    const [there] = (await app.owner.call(listPassages, { params: ofPage, query: {} })).items;
    await app.owner.call(updatePassage, {
      params: { ...ofPage, passageId: there?.id ?? "" },
      body: { data: { enabled: false } },
    });
    await finds([]);
  });

  it("of the earlier model are used until those of the new one are complete, and are then deleted", async () => {
    const app = await setUp(store);
    for (const text of texts) await app.addText(text);
    await app.choose(small);
    await app.reached("ready");
    app.replies.embedding = (response, body, request) =>
      body.model === large && String(body.input).includes("wheels")
        ? refuse(401)(response, body, request)
        : embed("chat", vectorOf)(response, body, request);
    await app.choose(large);
    // It has failed as soon as one source has; the others come to their end after it.
    await expect
      .poll(app.read, { interval: 20 })
      .toMatchObject({ state: "failed", done: 2, failedSources: 1, error: expect.stringContaining("key") });
    expect((await app.ask("refund")).vectors).toMatchObject({ model: small, reason: null });
    app.replies.embedding = embed("chat", (text) => [...vectorOf(text), 0, 0]);
    await app.choose(large);
    await app.reached("ready");
    expect((await app.ask("refund")).vectors).toMatchObject({ model: large, reason: null });
    await expect.poll(() => app.rows("sourceVectors"), { interval: 20 }).toBe(3);
    expect(await app.rows("passageVectors")).toBe(3);
  });

  it("of a model that was just chosen stay when the earlier model completes only then", async () => {
    const app = await setUp(store);
    for (const text of texts) await app.addText(text);
    await app.choose(small);
    await app.reached("ready");
    app.replies.embedding = refuse(401);
    await app.choose(large);
    await app.reached("failed");
    const sources = await app.talk.server.store.db
      .selectFrom("dataSources")
      .select(["organizationId", "id"])
      .execute();
    for (const { organizationId, id: sourceId } of sources)
      await dropOtherVectors(app.talk.server.store, { organizationId, sourceId, model: small });
    expect(await app.read()).toMatchObject({ model: large, sources: 3, failedSources: 3 });
  });

  it.each([
    ["another model's are complete", large],
    ["an organization turned them off", null],
  ])("of a model that is chosen again during their deletion, because %s, are complete", async (_, next) => {
    const app = await setUp(store);
    for (const text of texts) await app.addText(text);
    await app.choose(small);
    await app.reached("ready");
    const { store: rows } = app.talk.server;
    const [source] = await rows.db.selectFrom("dataSources").select(["organizationId", "id"]).execute();
    const { organizationId = "", id: sourceId = "" } = source ?? {};
    app.replies.embedding = refuse(401);
    const halfway = afterFirstDelete(rows, async () => {
      app.replies.embedding = embed("chat", vectorOf);
      await app.choose(small);
      await app.reached("ready");
    });
    // As in the moment when the other choice is there and no job of it has run.
    await rows.transaction((tx) => writeDefault(tx, organizationId, { job: "embedding", model: next }));
    await dropOtherVectors(halfway, { organizationId, sourceId, model: next });
    expect(await app.read()).toMatchObject({ model: small, state: "ready", done: 3, total: 3 });
    expect([await app.rows("passageVectors"), await app.rows("sourceVectors")]).toEqual([3, 3]);
    for (const [question, text] of [
      ["refund", texts[0]],
      ["bike", texts[2]],
    ] as const)
      expect((await app.find(question))[0]).toBe(text);
  });

  it.each<[string, Reply, string]>([
    ["refuses the key", refuse(401), "key was refused"],
    ["breaks the connection", (response) => response.destroy(), "could not be reached"],
    ["answers nonsense", (response) => response.end("<html>"), "could not be read"],
    ["gives other dimensions", embed("chat", () => [1, 2]), "other dimensions"],
  ])("give way to word search when the provider %s, as the receipt says", async (_, reply, reason) => {
    const app = await setUp(store);
    for (const text of texts) await app.addText(text);
    await app.choose(small);
    await app.reached("ready");
    app.replies.embedding = reply;
    const receipt = await app.ask("parcel");
    expect(receipt.vectors?.reason).toContain(reason);
    expect(receipt.passages[0]).toMatchObject({ text: texts[1] });
    expect(receipt.passages[0]?.by).toBeUndefined();
  });

  it("are requested in smaller batches when a provider accepts less, and again when it is busy", async () => {
    let isBusy = true;
    const app = await setUp(store, (response, body, request) => {
      if (Array.isArray(body.input) && body.input.length > 4) return refuse(400)(response, body, request);
      const reply = isBusy ? refuse(429, { "retry-after-ms": "1" }) : embed("chat", vectorOf);
      isBusy = false;
      reply(response, body, request);
    });
    const many = Array.from({ length: 20 }, (_, at) => `# Part ${at}\n\nAbout bike number ${at}.`).join(
      "\n\n",
    );
    await app.addText(many);
    await app.choose(small);
    await app.reached("ready");
    expect(await app.read()).toMatchObject({ done: 20, total: 20 });
  });

  it("are deleted with their source, and all of them when an organization turns them off", async () => {
    const app = await setUp(store);
    const sources = [await app.addText(texts[0] ?? ""), await app.addText(texts[1] ?? "")];
    await app.choose(small);
    await app.reached("ready");
    expect(await app.rows("passageVectors")).toBe(2);
    const params = { ...app.params, datasourceId: sources[0]?.id ?? "" };
    await app.owner.call(removeDataSource, { params, query: { confirmed: "true" } });
    await expect.poll(() => app.rows("passageVectors"), { interval: 20 }).toBe(1);
    await app.choose(null);
    expect((await app.read()).state).toBe("off");
    for (const table of ["passageVectors", "vectorBlocks", "sourceVectors"] as const) {
      await expect.poll(() => app.rows(table), { interval: 20 }).toBe(0);
    }
    expect((await app.ask("parcel")).vectors).toBeUndefined();
  });

  it("never leave their organization", async () => {
    const app = await setUp(store);
    await app.addText(texts[0] ?? "");
    await app.choose(small);
    await app.reached("ready");
    const stranger = await app.talk.server.createOwner();
    const { data } = await app.talk.server.as(stranger).call(getEmbeddings);
    expect(data).toMatchObject({ model: null, state: "off", total: 0 });
    const { organizationId } = stranger;
    const agentId = app.agent.id;
    expect(
      await app.talk.server.app.retrieve({ organizationId, agentId, question: "refund", limit: 8 }),
    ).toEqual([]);
  });

  it("are made of a question without its personal data, when the agent hides it from models", async () => {
    const app = await setUp(store);
    await app.addText(texts[1] ?? "");
    await app.choose(small);
    await app.reached("ready");
    const guardrails = { ...app.agent.configuration.guardrails, hidesPersonalData: true };
    const configuration = { ...app.agent.configuration, guardrails };
    const body = { data: { revision: app.agent.revision, configuration } };
    await app.owner.call(updateAgent, { params: app.params, body });
    const visitor = await app.talk.openVisitor(app.agent, { preview: true });
    await listen(say(app.talk.server, visitor, { content: "Where is the parcel of me@example.com?" }));
    const sent = app.asked().at(-1)?.body.input;
    expect(String(sent)).toContain("parcel of ⟦email 1⟧");
  });

  it("are offered by the installation's keys, and by the models of an organization's own key", async () => {
    const talk = await startTalkingServer(store, { models: {}, egressAllow: ["127.0.0.0/8"] });
    const provider = await talk.useProvider();
    const owner = talk.server.as(talk.owner);
    const available = async () =>
      (await owner.call(listEmbeddingModels)).items.filter(({ isAvailable }) => isAvailable);
    expect(await available()).toEqual([]);
    provider.script((response) =>
      response.end(JSON.stringify({ data: [{ id: "bge-m3" }, { id: "llama3" }] })),
    );
    const { data: key } = await owner.call(createModelKey, {
      body: { data: { provider: "openai", baseUrl: `${provider.url}/v1`, name: "Ours" } },
    });
    expect(await available()).toEqual([
      expect.objectContaining({ label: "bge-m3 (Ours)", value: `own/${key.id}/bge-m3` }),
    ]);
    const refused = owner.call(setModelDefaults, { body: { data: { embedding: "nobody-knows" } } });
    await expect(refused).rejects.toMatchObject({ status: 400 });
  });
});

describe("Google's embeddings", () => {
  it("are requested in its own format, for a passage and for a question", async () => {
    const [store] = stores();
    if (!store) throw new Error("There is always one.");
    const talk = await startTalkingServer(store, { models: { googleApiKey: "g-1" } });
    const provider = await talk.useProvider();
    provider.script(embed("google", vectorOf));
    const owner = talk.server.as(talk.owner);
    const agent = await talk.server.createAgent(talk.owner);
    const config = { kind: "text" as const, title: "Help", text: texts[0] ?? "" };
    await owner.call(createDataSource, { params: { productId: agent.id }, body: { data: { config } } });
    await owner.call(setModelDefaults, { body: { data: { embedding: "gemini-embedding-001" } } });
    const read = async () => (await owner.call(getEmbeddings)).data;
    await expect.poll(async () => (await read()).done, { interval: 20 }).toBe(1);
    const { organizationId } = talk.owner;
    await expect
      .poll(
        async () =>
          (
            await talk.server.app.retrieve({
              organizationId,
              agentId: agent.id,
              question: "refund",
              limit: 8,
            })
          ).length,
        { interval: 20 },
      )
      .toBe(1);
    expect(provider.requests.at(-1)).toMatchObject({
      path: "/v1beta/models/gemini-embedding-001:embedContent",
      headers: { "x-goog-api-key": "g-1" },
      body: { taskType: "RETRIEVAL_QUERY", outputDimensionality: 1536 },
    });
  });
});
