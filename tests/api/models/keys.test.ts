import { describe, expect, it } from "vitest";
import { createAgent, getAgent, listAgents, updateAgent } from "../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { startRun } from "../../../shared/contract/evaluation/evaluation.ts";
import { generate } from "../../../shared/contract/agents/generate.ts";
import { cloneAgent, importAgent, replaceAgent } from "../../../shared/contract/agents/templates.ts";
import { getReceipt } from "../../../shared/contract/conversations/threads/threads.ts";
import {
  createModelKey,
  getModelDefaults,
  getModelKey,
  listKeyModels,
  listModelKeys,
  removeModelKey,
  setModelDefaults,
  updateModelKey,
  validateModelKey,
} from "../../../shared/contract/models/modelKeys.ts";
import { listModels } from "../../../shared/contract/models/models.ts";
import type { FieldError } from "../../../shared/errors/errors.ts";
import type { Member } from "../../kit/factories.ts";
import { refuse, say as sayAs } from "../../kit/models/modelProvider.ts";
import type { Reply } from "../../kit/models/modelProvider.ts";
import { exportOf } from "../../kit/agents/portable.ts";
import { startTestServer, type TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";
import {
  listen,
  say,
  startTalkingServer,
  type TalkingServer,
} from "../../kit/conversations/threads/talks.ts";

const secret = "sk-test-0123456789-abcd";

/** Answers as OpenAI and its imitators list their models. */
const list =
  (...ids: string[]): Reply =>
  (response) =>
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ object: "list", data: ids.map((id) => ({ id, object: "model" })) }));

describe.each(stores())("model keys on $name", (store) => {
  it("are validated: the provider's models are returned by type, and nothing is stored", async () => {
    const { talk, provider } = await setUp();
    const owner = talk.server.as(talk.owner);
    provider.script(list("gpt-4o", "text-embedding-3-small", "whisper-1"));
    const body = { data: { provider: "openai" as const, key: secret } };
    const completion = await owner.call(validateModelKey, { body });
    const embedding = await owner.call(validateModelKey, { body, query: { type: "embedding" } });
    expect(completion.data.models).toEqual([{ id: "gpt-4o", type: "completion" }]);
    expect(embedding.data.models).toEqual([{ id: "text-embedding-3-small", type: "embedding" }]);
    expect(provider.requests[0]).toMatchObject({
      path: "/v1/models",
      headers: { authorization: `Bearer ${secret}` },
    });
    expect((await owner.call(listModelKeys)).items).toEqual([]);
  });

  it.each<["google" | "anthropic" | "deepseek" | "alibaba", string, string]>([
    ["google", "/v1beta/models?pageSize=1000", "x-goog-api-key"],
    ["anthropic", "/v1/models", "x-api-key"],
    ["deepseek", "/v1/models", "authorization"],
    ["alibaba", "/compatible-mode/v1/models", "authorization"],
  ])("of %s are checked in that provider's format", async (name, path, header) => {
    const { talk, provider } = await setUp();
    provider.script((response) => {
      const google = [{ name: "models/gemini-2.5-pro", supportedGenerationMethods: ["generateContent"] }];
      response.end(JSON.stringify(name === "google" ? { models: google } : { data: [{ id: "m1" }] }));
    });
    const body = { data: { provider: name, key: secret } };
    const { data } = await talk.server.as(talk.owner).call(validateModelKey, { body });
    expect(data.models).toEqual([{ id: name === "google" ? "gemini-2.5-pro" : "m1", type: "completion" }]);
    expect(provider.requests[0]?.path).toBe(path);
    expect(provider.requests[0]?.headers[header]).toContain(secret);
  });

  it.each<[string, Reply, string]>([
    ["unknown to the provider", refuse(401), "does not know this key"],
    ["without permission", refuse(403), "gives it no right"],
    ["at an address without models", refuse(404), "mostly ends in /v1"],
    ["at another service's address", (response) => response.end("<html>"), "does not list models"],
    ["at an unreachable address", (response) => response.destroy(), "could not be reached"],
  ])("%s are refused with the reason, and nothing is stored", async (_, reply, reason) => {
    const { talk, provider } = await setUp();
    const owner = talk.server.as(talk.owner);
    provider.script(reply);
    const body = { data: { provider: "openai" as const, key: secret } };
    const fields = [{ path: "body.data.key", message: expect.stringContaining(reason) }];
    const told = { status: 400, body: { error: { code: "invalid_input", fields } } };
    await expect(owner.call(createModelKey, { body })).rejects.toMatchObject(told);
    expect((await owner.call(listModelKeys)).page.total).toBe(0);
  });

  it("B18, D16: are shown by their last four characters, stored encrypted, and in no answer and no log", async () => {
    const { talk, provider } = await setUp();
    const owner = talk.server.as(talk.owner);
    provider.script(list("gpt-4o"));
    const body = { data: { provider: "openai" as const, key: secret, name: "Shop" } };
    const made = await owner.call(createModelKey, { body });
    expect(made.data).toMatchObject({ name: "Shop", lastFour: "abcd", refusal: null, baseUrl: null });
    const params = { keyId: made.data.id };
    const answers = [made, await owner.call(listModelKeys), await owner.call(getModelKey, { params })];
    const rows = await talk.server.store.db.selectFrom("modelKeys").selectAll().execute();
    expect(JSON.stringify([answers, rows, talk.server.readLog()])).not.toContain(secret.slice(0, 12));
  });

  it("offer their models, and the answer comes by the organization's own key", async () => {
    const { talk, provider } = await setUp();
    const owner = talk.server.as(talk.owner);
    expect(await available(owner, "gpt-4o")).toBe(false);
    provider.script(list("gpt-4o", "my-own-7b"));
    const { data: key } = await owner.call(createModelKey, {
      body: { data: { provider: "openai", key: secret } },
    });
    expect(await available(owner, "gpt-4o")).toBe(true);
    expect(await available(owner, `own/${key.id}/my-own-7b`)).toBe(true);
    provider.script(sayAs("responses", ["From the ", "own key."]));
    const heard = await answer(talk, await talk.createAgent("gpt-4o"));
    expect(heard.text).toBe("From the own key.");
    expect(provider.requests.at(-1)?.headers.authorization).toBe(`Bearer ${secret}`);
    const params = { keyId: key.id };
    await owner.call(removeModelKey, { params });
    expect(await available(owner, "gpt-4o")).toBe(false);
    await expect(owner.call(getModelKey, { params })).rejects.toMatchObject({ status: 404 });
  });

  it("A1, A9: of a private server are sent to its address only, through the guard", async () => {
    const { talk, provider } = await setUp({ egressAllow: ["127.0.0.0/8"] });
    const owner = talk.server.as(talk.owner);
    provider.script(list("llama3.1:8b"));
    const { data: key } = await owner.call(createModelKey, {
      body: { data: { provider: "openai", baseUrl: `${provider.url}/v1/` } },
    });
    expect(key).toMatchObject({ baseUrl: `${provider.url}/v1`, lastFour: null });
    provider.script(sayAs("chat", ["Local."]));
    const heard = await answer(talk, await talk.createAgent(`own/${key.id}/llama3.1:8b`));
    expect(heard.text).toBe("Local.");
    expect(provider.requests.at(-1)?.body.model).toBe("llama3.1:8b");
    const elsewhere = { data: { baseUrl: "https://evil.example/v1" } } as never; // the contract knows no such field
    const params = { keyId: key.id };
    await expect(owner.call(updateModelKey, { params, body: elsewhere })).rejects.toMatchObject(
      refusalOf("body.data.baseUrl", "bound to the address it was given for"),
    );
    expect((await owner.call(getModelKey, { params })).data).toEqual(key);
    const guarded = await setUp();
    const body = { data: { provider: "openai" as const, baseUrl: `${provider.url}/v1` } };
    const refused = guarded.talk.server.as(guarded.talk.owner).call(createModelKey, { body });
    const fields = [{ path: "body.data.baseUrl", message: expect.stringContaining("EGRESS_ALLOW") }];
    await expect(refused).rejects.toMatchObject({ status: 400, body: { error: { fields } } });
  });

  it("of one host are distinguished by their names, even without given ones", async () => {
    const { talk, provider } = await setUp({ egressAllow: ["127.0.0.0/8"] });
    const owner = talk.server.as(talk.owner);
    provider.script(list("llama3.1:8b"));
    const baseUrl = `${provider.url}/v1`;
    const add = async () =>
      (await owner.call(createModelKey, { body: { data: { provider: "openai", baseUrl } } })).data.name;
    const { host } = new URL(baseUrl);
    expect([await add(), await add()]).toEqual([host, `${host} 2`]);
  });

  it("are refused at the address field when the address is wrong, and at the key field when the key is", async () => {
    const { talk, provider } = await setUp({ egressAllow: ["127.0.0.0/8"] });
    const owner = talk.server.as(talk.owner);
    const refuses = async (baseUrl: string, field: string) => {
      const body = { data: { provider: "openai" as const, key: secret, baseUrl } };
      const fields = [{ path: `body.data.${field}` }];
      await expect(owner.call(createModelKey, { body })).rejects.toMatchObject({
        body: { error: { fields } },
      });
    };
    await refuses("http://127.0.0.1:9/v1", "baseUrl");
    provider.script(refuse(404));
    await refuses(`${provider.url}/v1`, "baseUrl");
    provider.script(refuse(401));
    await refuses(`${provider.url}/v1`, "key");
  });

  it("that a provider refuses later are marked, visitors still get an answer, and a new key fixes it", async () => {
    const { talk, provider } = await setUp();
    const owner = talk.server.as(talk.owner);
    provider.script(list("gpt-4o"));
    const { data: key } = await owner.call(createModelKey, {
      body: { data: { provider: "openai", key: secret } },
    });
    const agent = await talk.createAgent("gpt-4o");
    provider.script(refuse(401));
    const heard = await answer(talk, agent);
    expect(heard.end?.status).toBe("sent");
    const receipt = await owner.call(getReceipt, {
      params: { productId: agent.id, threadId: heard.threadId, messageId: heard.answer?.id ?? "" },
    });
    expect(receipt.data.fallback).toMatchObject({ model: "gpt-4o" });
    const params = { keyId: key.id };
    expect((await owner.call(getModelKey, { params })).data.refusal).toBe(
      "The provider refused this key. Enter another one, or have it checked again.",
    );
    expect(await available(owner, "gpt-4o")).toBe(false);
    await expect(owner.call(listKeyModels, { params })).rejects.toMatchObject({
      status: 422,
      body: { error: { code: "model_key_refused" } },
    });
    provider.script(list("gpt-4o"));
    const updated = await owner.call(updateModelKey, { params, body: { data: { key: "sk-new-wxyz" } } });
    expect(updated.data).toMatchObject({ refusal: null, lastFour: "wxyz" });
    expect(await available(owner, "gpt-4o")).toBe(true);
    expect((await owner.call(listKeyModels, { params })).data.models).toHaveLength(1);
  });

  it("can be the default of new agents, until it is removed", async () => {
    const { talk, provider } = await setUp();
    const owner = talk.server.as(talk.owner);
    provider.script(list("gpt-4o"));
    await owner.call(createModelKey, { body: { data: { provider: "openai", key: secret } } });
    const made = async () =>
      (await owner.call(createAgent, { body: { data: { name: "New" } } })).data.configuration.model;
    expect((await owner.call(getModelDefaults)).data).toEqual({
      chat: null,
      code: null,
      embedding: null,
      speech: null,
    });
    expect(await made()).toBe("pilothouse-builtin");
    await owner.call(setModelDefaults, { body: { data: { chat: "gpt-4o" } } });
    expect(await made()).toBe("gpt-4o");
    await owner.call(setModelDefaults, { body: { data: { chat: null } } });
    expect(await made()).toBe("pilothouse-builtin");
    for (const job of ["chat", "code", "embedding"]) {
      const unknown = owner.call(setModelDefaults, { body: { data: { [job]: "gpt-99" } } });
      const fields = [expect.objectContaining({ path: `body.data.${job}` })];
      await expect(unknown).rejects.toMatchObject({ status: 400, body: { error: { fields } } });
    }
  });

  it.each([
    ["chat", "gpt-4o"],
    ["code", "gpt-4o"],
    ["embedding", "text-embedding-3-small"],
    ["speech", "whisper-1"],
  ])(
    "offer the default for %s, which is refused with the reason until one exists and works",
    async (...given) => {
      const [job, value] = given;
      const { talk, provider } = await setUp();
      const owner = talk.server.as(talk.owner);
      const choose = () => owner.call(setModelDefaults, { body: { data: { [job]: value } } });
      const told = refusalOf(`body.data.${job}`, "There is no key for this model.");
      await expect(choose()).rejects.toMatchObject(told);
      expect((await owner.call(getModelDefaults)).data).toMatchObject({ [job]: null });
      provider.script(list(value));
      await owner.call(createModelKey, { body: { data: { provider: "openai", key: secret } } });
      expect((await choose()).data).toMatchObject({ [job]: value });
      await owner.call(setModelDefaults, { body: { data: { [job]: null } } });
      provider.script(refuse(401));
      const [key] = (await owner.call(listModelKeys)).items;
      const params = { keyId: key?.id ?? "" };
      await expect(owner.call(listKeyModels, { params })).rejects.toMatchObject({ status: 422 });
      const refused = refusalOf(`body.data.${job}`, "The key “OpenAI” does not work at the moment.");
      await expect(choose()).rejects.toMatchObject(refused);
    },
  );

  it("B1: of another organization are missing, and their models can't be chosen", async () => {
    const { talk, provider } = await setUp();
    provider.script(list("my-own-7b"));
    const { data: key } = await talk.server
      .as(talk.owner)
      .call(createModelKey, { body: { data: { provider: "openai", key: secret } } });
    const other = await talk.server.createOwner();
    const params = { keyId: key.id };
    for (const call of [getModelKey, removeModelKey, listKeyModels]) {
      await expect(talk.server.as(other).call(call, { params })).rejects.toMatchObject({ status: 404 });
    }
    const value = `own/${key.id}/my-own-7b`;
    for (const refused of await refuseEverywhere(talk.server, other, value)) {
      expect(refused.message).toBe(
        "No key of this organization leads to this model. Choose a model of the list, or add its key.",
      );
    }
  });

  it.each<[string, (keyId: string) => string, string]>([
    ["no key", () => "own/01j0none/my-own-7b", "No key of this organization leads to this model."],
    [
      "a model that the key doesn't offer",
      (id) => `own/${id}/other-7b`,
      "The key “Shop” offers no such model.",
    ],
    ["a model of another type", (id) => `own/${id}/text-embedding-ours`, "writes no answers."],
    ["an unlisted model", () => "gpt-99", "Choose a model of the list."],
  ])("refuse a change that names %s by its field, and store nothing", async (_, nameValue, reason) => {
    const { talk, provider } = await setUp();
    provider.script(list("my-own-7b", "text-embedding-ours"));
    const body = { data: { provider: "openai" as const, key: secret, name: "Shop" } };
    const { data: key } = await talk.server.as(talk.owner).call(createModelKey, { body });
    const refusals = await refuseEverywhere(talk.server, talk.owner, nameValue(key.id));
    for (const { message } of refusals) expect(message).toContain(reason);
    const data = { embedding: `own/${key.id}/my-own-7b` };
    await expect(talk.server.as(talk.owner).call(setModelDefaults, { body: { data } })).rejects.toMatchObject(
      refusalOf("body.data.embedding", "makes no vectors."),
    );
  });

  it("block no other change of their agents once deleted, and can't be chosen again", async () => {
    const { talk, provider } = await setUp();
    const owner = talk.server.as(talk.owner);
    provider.script(list("my-own-7b"));
    const { data: key } = await owner.call(createModelKey, {
      body: { data: { provider: "openai", key: secret } },
    });
    const model = `own/${key.id}/my-own-7b`;
    await owner.call(setModelDefaults, { body: { data: { chat: model, code: model } } });
    const { data: made } = await owner.call(createAgent, { body: { data: { name: "Shop" } } });
    expect(made.configuration.model).toBe(model);
    await owner.call(removeModelKey, { params: { keyId: key.id } });
    expect((await owner.call(getModelDefaults)).data).toMatchObject({ chat: null, code: null });
    const params = { productId: made.id };
    const configuration = { ...made.configuration, description: "Helps." };
    const body = { data: { revision: made.revision, configuration } };
    expect((await owner.call(updateAgent, { params, body })).data.configuration).toEqual(configuration);
    const { data: copy } = await owner.call(cloneAgent, { params, body: { data: {} } });
    expect(copy.configuration.model).toBe(model);
    const { data: next } = await owner.call(createAgent, { body: { data: { name: "New" } } });
    expect(next.configuration.model).toBe("pilothouse-builtin");
  });

  it("B8: are available to owners and admins only", async () => {
    const server = await startTestServer({ store });
    const { organizationId } = await server.createOwner();
    const collaborator = await server.createMember(organizationId, "collaborator");
    await expect(server.as(collaborator).call(listModelKeys)).rejects.toMatchObject({ status: 403 });
    const admin = await server.createMember(organizationId, "admin");
    expect((await server.as(admin).call(listModelKeys)).items).toEqual([]);
  });

  async function setUp(options: { egressAllow?: string[] } = {}) {
    const talk = await startTalkingServer(store, { models: {}, ...options });
    return { talk, provider: await talk.useProvider() };
  }
});

async function available(owner: ReturnType<TestServer["as"]>, value: string): Promise<boolean> {
  const { items } = await owner.call(listModels);
  return items.some((model) => model.value === value && model.isAvailable);
}

async function answer(talk: TalkingServer, agent: Agent) {
  const visitor = await talk.openVisitor(agent);
  return listen(say(talk.server, visitor, { content: "Hello?" }));
}

/** Names a model wherever one can be chosen: each refuses it by its field, and the agent stays as it was. */
async function refuseEverywhere(server: TestServer, member: Member, value: string): Promise<FieldError[]> {
  const owner = server.as(member);
  const agent = await server.createAgent(member);
  const params = { productId: agent.id };
  const { revision, configuration } = agent;
  const save = (part: object) =>
    owner.call(updateAgent, {
      params,
      body: { data: { revision, configuration: { ...configuration, ...part } } },
    });
  const { id: exportId } = await exportOf(server, member, agent);
  const replace = { revision, model: value, look: true, sources: true };
  const tries: [field: string, () => Promise<unknown>][] = [
    ["chat", () => owner.call(setModelDefaults, { body: { data: { chat: value } } })],
    ["code", () => owner.call(setModelDefaults, { body: { data: { code: value } } })],
    ["model", () => owner.call(createAgent, { body: { data: { name: "New", model: value } } })],
    [
      "fallbackModel",
      () => owner.call(createAgent, { body: { data: { name: "New", fallbackModel: value } } }),
    ],
    ["configuration.model", () => save({ model: value })],
    ["configuration.fallbackModel", () => save({ fallbackModel: value })],
    ["model", () => owner.call(importAgent, { params: { exportId }, body: { data: { model: value } } })],
    ["model", () => owner.call(replaceAgent, { params: { ...params, exportId }, body: { data: replace } })],
    ["model", () => owner.call(startRun, { params, body: { data: { kind: "tests", model: value } } })],
    [
      "model",
      () =>
        owner.call(generate, {
          body: { data: { useCases: ["agent"], description: "Kayaks", model: value } },
        }),
    ],
  ];
  const refusals: FieldError[] = [];
  for (const [field, name] of tries) {
    const error: unknown = await name().then(
      () => `${field} was taken`,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ status: 400, body: { error: { code: "invalid_input" } } });
    const { fields } = (error as { body: { error: { fields: FieldError[] } } }).body.error; // looked at above
    expect(fields).toMatchObject([{ path: `body.data.${field}` }]);
    refusals.push(...fields);
  }
  expect((await owner.call(getAgent, { params })).data).toEqual(agent);
  expect((await owner.call(listAgents)).page.total).toBe(1);
  return refusals;
}

const refusalOf = (path: string, message: string) => ({
  status: 400,
  body: { error: { fields: [{ path, message: expect.stringContaining(message) }] } },
});
