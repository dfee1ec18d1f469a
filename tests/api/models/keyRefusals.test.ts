import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import {
  createModelKey,
  getModelKey,
  listKeyModels,
  updateModelKey,
} from "../../../shared/contract/models/modelKeys.ts";
import { getReceipt } from "../../../shared/contract/conversations/threads/threads.ts";
import type { KeyProvider } from "../../../shared/domain/providers.ts";
import { refuse, say as sayAs } from "../../kit/models/modelProvider.ts";
import type { Reply, RequestBody, WireFormat } from "../../kit/models/modelProvider.ts";
import {
  googleMinute,
  googleNoKey,
  googleNoRegion,
  openaiNoModel,
  openaiNoScope,
  openaiRate,
  refuseWith,
} from "../../kit/models/refusals.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";

const minuteMs = 60_000;

/** Lists these models as OpenAI does. */
const list =
  (...ids: string[]): Reply =>
  (response) =>
    response.end(JSON.stringify({ object: "list", data: ids.map((id) => ({ id, object: "model" })) }));

describe.each(stores())("a model key on $name", (store) => {
  it.each<[KeyProvider, string, WireFormat, Reply]>([
    ["google", "gemini-2.5-pro", "google", refuseWith(429, googleMinute)],
    ["openai", "gpt-4o", "responses", refuseWith(429, openaiRate, { "retry-after": "60" })],
  ])("of %s stays in service after an ordinary rate limit that mentions billing", async (...given) => {
    const [provider, model, format, limit] = given;
    const app = await setUp(provider);
    const agent = await app.talk.createAgent(model);
    app.replies.answer = limit;
    expect((await app.ask(agent)).fallback?.reason).toContain("busy");
    expect(await app.readKey()).toMatchObject({ refusal: null });
    app.replies.answer = sayAs(format, ["Five years."]);
    expect(await app.ask(agent)).toMatchObject({ text: "Five years.", fallback: null });
  });

  it("still serves its other models when the provider denies access to one of them", async () => {
    const app = await setUp();
    const agent = await app.talk.createAgent("gpt-4o", { fallbackModel: "gpt-4o-mini" });
    const byModel: Record<string, Reply> = {
      "gpt-4o": refuseWith(403, openaiNoModel),
      "gpt-4o-mini": sayAs("responses", ["Five years."]),
    };
    app.replies.answer = (response, body, request) => byModel[body.model]?.(response, body, request);
    expect(await app.ask(agent)).toMatchObject({
      text: "Five years.",
      fallback: { model: "gpt-4o", reason: expect.stringContaining("no access to this model") },
    });
    expect(await app.readKey()).toMatchObject({ refusal: null });
  });

  it.each<[string, Reply]>([
    ["can't be reached", (response) => response.destroy()],
    ["is down", refuse(503)],
    ["asks to wait", refuse(429)],
    ["has moved its list", refuse(404)],
    ["answers with something else", (response) => response.end("<html>")],
    ["allows the key to answer but not to list", refuseWith(403, openaiNoScope)],
    ["says so with 401", refuseWith(401, openaiNoScope)],
    ["does not serve the region", refuseWith(400, googleNoRegion)],
  ])("stays unchanged when it is checked while its provider %s", async (_, reply) => {
    const app = await setUp();
    const before = await app.readKey();
    app.replies.list = reply;
    await app.isRefused();
    expect(await app.readKey()).toEqual(before);
    app.replies.answer = sayAs("responses", ["Five years."]);
    expect((await app.ask(await app.talk.createAgent("gpt-4o"))).text).toBe("Five years.");
  });

  it.each<[string, Reply, string]>([
    ["401", refuse(401), "does not know this key"],
    ["402", refuse(402), "no credit left"],
    ["Google's 400", refuseWith(400, googleNoKey), "does not know this key"],
    ["a 403 about it", refuseWith(403, { error: { message: "This API key is blocked." } }), "no right"],
  ])("is marked as refused when its provider says with %s that it is wrong", async (_, reply, reason) => {
    const app = await setUp();
    app.replies.list = reply;
    await app.isRefused();
    expect((await app.readKey()).refusal).toContain(reason);
  });

  it("that its provider blocked is checked after a denied access, and marked as refused", async () => {
    const app = await setUp();
    const agent = await app.talk.createAgent("gpt-4o");
    app.replies.answer = app.replies.list = refuseWith(403, {
      error: { message: "This API key is blocked." },
    });
    await app.ask(agent);
    expect(await app.readKey()).toMatchObject({ refusal: null });
    app.talk.server.clock.advance(11 * minuteMs);
    await app.ask(agent);
    await expect.poll(app.readKey).toMatchObject({ refusal: expect.stringContaining("no right") });
  });

  it("that works again is used when another one stays refused, and none is checked while one answers", async () => {
    const app = await setUp();
    const agent = await app.talk.createAgent("gpt-4o");
    app.replies.answer = refuse(402);
    await app.ask(agent);
    const data = { provider: "openai" as const, key: "sk-test-second-wxyz" };
    await app.owner.call(createModelKey, { body: { data } });
    app.replies.answer = refuse(401);
    await app.ask(agent);
    const isFirst: (header: string | undefined) => boolean = (header) => header?.endsWith("abcd") ?? false;
    app.replies.list = (response, body, request) =>
      isFirst(request.headers.authorization)
        ? list("gpt-4o")(response, body, request)
        : refuse(401)(response, body, request);
    app.replies.answer = sayAs("responses", ["Five years."]);
    app.talk.server.clock.advance(11 * minuteMs);
    await app.ask(agent);
    await expect.poll(app.readKey).toMatchObject({ refusal: null });
    expect(await app.ask(agent)).toMatchObject({ text: "Five years.", fallback: null });
    const soFar = app.provider.requests.length;
    app.talk.server.clock.advance(11 * minuteMs);
    await app.ask(agent);
    expect(app.provider.requests.slice(soFar).filter(({ path }) => path === "/v1/models")).toEqual([]);
  });

  it("that replaced another one isn't marked by a slow check of the earlier one", async () => {
    const app = await setUp();
    let tell: (response: ServerResponse) => void;
    const asked = new Promise<ServerResponse>((resolve) => (tell = resolve));
    app.replies.list = (response) => tell(response);
    const looking = app.isRefused();
    const response = await asked;
    app.replies.list = list("gpt-4o");
    const data = { key: "sk-new-wxyz" };
    await app.owner.call(updateModelKey, { params: app.params, body: { data } });
    refuse(401)(response, {} as RequestBody, response.req); // the reply reads nothing of it
    await looking;
    expect(await app.readKey()).toMatchObject({ refusal: null, lastFour: "wxyz" });
  });

  it("that was refused is checked again after ten minutes by one of the waiting answers, and works again", async () => {
    const app = await setUp();
    const agent = await app.talk.createAgent("gpt-4o");
    app.replies.answer = refuse(401);
    await app.ask(agent);
    expect((await app.readKey()).refusal).toContain("refused");
    app.replies.answer = sayAs("responses", ["Five years."]);
    app.talk.server.clock.advance(9 * minuteMs);
    const soFar = app.provider.requests.length;
    await app.ask(agent);
    expect(app.provider.requests.length).toBe(soFar);

    app.talk.server.clock.advance(2 * minuteMs);
    await Promise.all([1, 2, 3, 4].map(() => app.ask(agent)));
    await expect.poll(app.readKey).toMatchObject({ refusal: null });
    const looks = app.provider.requests.slice(soFar).filter(({ path }) => path === "/v1/models");
    expect(looks).toHaveLength(1);
    expect(await app.ask(agent)).toMatchObject({ text: "Five years.", fallback: null });
  });

  it("that is refused again is left alone for ten more minutes", async () => {
    const app = await setUp();
    const agent = await app.talk.createAgent("gpt-4o");
    app.replies.answer = app.replies.list = refuse(401);
    await app.ask(agent);
    const before = app.provider.requests.length;
    const askIn = async (minutes: number) => {
      app.talk.server.clock.advance(minutes * minuteMs);
      await app.ask(agent);
      return app.provider.requests.length - before;
    };
    const refused = (reason: string) =>
      expect.poll(app.readKey).toMatchObject({ refusal: expect.stringContaining(reason) });
    expect(await askIn(6)).toBe(0);
    await askIn(5);
    await refused("does not know this key");
    app.replies.list = refuse(402);
    expect(await askIn(6)).toBe(1);
    await askIn(5);
    await refused("no credit left");
    expect(app.provider.requests.length - before).toBe(2);
  });

  it("without credit is tried again by an answer, and refused again when there is still none", async () => {
    const app = await setUp();
    const agent = await app.talk.createAgent("gpt-4o");
    app.replies.answer = refuse(402);
    const tryAgain = async () => {
      app.talk.server.clock.advance(11 * minuteMs);
      await app.ask(agent);
      await expect.poll(app.readKey).toMatchObject({ refusal: null });
      return app.ask(agent);
    };
    await app.ask(agent);
    expect((await tryAgain()).fallback?.reason).toContain("no credit left");
    expect((await app.readKey()).refusal).toContain("no credit left");
    app.replies.answer = sayAs("responses", ["Five years."]);
    expect((await tryAgain()).text).toBe("Five years.");
  });

  it("that this server can't decrypt blocks no answer, is reported, and works again once it can be decrypted", async () => {
    const app = await setUp();
    const { talk, owner, params } = app;
    const agent = await talk.createAgent("gpt-4o");
    app.replies.answer = sayAs("responses", ["Five years."]);
    const keys = talk.server.store.db;
    const { sealedKey } = await keys.selectFrom("modelKeys").select("sealedKey").executeTakeFirstOrThrow();
    await keys.updateTable("modelKeys").set({ sealedKey: "sealed-by-another-house" }).execute();
    expect((await app.ask(agent)).fallback?.reason).toContain("not set up");
    expect((await app.readKey()).refusal).toContain("can’t be opened");
    await app.isRefused();
    await keys.updateTable("modelKeys").set({ sealedKey }).execute();
    await owner.call(listKeyModels, { params });
    expect(await app.ask(agent)).toMatchObject({ text: "Five years.", fallback: null });
  });

  it("that this server can't decrypt is replaced by another one of its provider", async () => {
    const app = await setUp();
    app.replies.answer = sayAs("responses", ["Five years."]);
    const body = { data: { provider: "openai" as const, key: "sk-test-0123456789-wxyz" } };
    const { data: newer } = await app.owner.call(createModelKey, { body });
    const agent = await app.talk.createAgent("gpt-4o");
    const keys = app.talk.server.store.db.updateTable("modelKeys");
    await keys.set({ sealedKey: "sealed-by-another-house" }).where("id", "=", newer.id).execute();
    expect(await app.ask(agent)).toMatchObject({ text: "Five years.", fallback: null });
  });

  /** A server with one key, whose provider lists and answers as `replies` says at the time. */
  async function setUp(provider: KeyProvider = "openai") {
    const talk = await startTalkingServer(store, { models: {} });
    const model = await talk.useProvider();
    const replies = { list: list("gpt-4o", "gpt-4o-mini"), answer: refuse(500) };
    model.script((response, body, request) => {
      const reply = request.method === "GET" ? replies.list : replies.answer;
      reply(response, body, request);
    });
    const owner = talk.server.as(talk.owner);
    const body = { data: { provider, key: "sk-test-0123456789-abcd" } };
    const { data: key } = await owner.call(createModelKey, { body });
    const params = { keyId: key.id };

    async function ask(agent: Agent) {
      const visitor = await talk.openVisitor(agent);
      const { text, answer, threadId } = await listen(say(talk.server, visitor, { content: "Hello?" }));
      const at = { productId: agent.id, threadId, messageId: answer?.id ?? "" };
      const { data: receipt } = await owner.call(getReceipt, { params: at });
      return { text, fallback: receipt.fallback };
    }
    const told = { status: 422, body: { error: { code: "model_key_refused" } } };
    return {
      ...{ talk, owner, params, replies, ask, provider: model },
      readKey: async () => (await owner.call(getModelKey, { params })).data,
      isRefused: () => expect(owner.call(listKeyModels, { params })).rejects.toMatchObject(told),
    };
  }
});
