import { beforeAll, describe, expect, it } from "vitest";
import { getCreditsToday, updateAgent, updateAgentStatus } from "../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import type { BodyOf } from "../../../shared/contract/call.ts";
import { listThreads } from "../../../shared/contract/conversations/threads/threads.ts";
import { createModelKey } from "../../../shared/contract/models/modelKeys.ts";
import { tryAgent } from "../../../shared/contract/playground/playground.ts";
import type { TryEvent } from "../../../shared/contract/playground/playground.ts";
import type { GuidanceRule } from "../../../shared/domain/guidance.ts";
import type { Actor } from "../../kit/client.ts";
import { addSample } from "../../kit/knowledge/addSample.ts";
import { holdReply, refuse, say, replyAndHang } from "../../kit/models/modelProvider.ts";
import type { Reply, RequestBody } from "../../kit/models/modelProvider.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, say as sayAs, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";

type Asked = BodyOf<typeof tryAgent>["data"];
type Given = Partial<Asked> & { signal?: AbortSignal };

describe.each(stores())("the playground on $name", (store) => {
  let talk: TalkingServer;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
  });

  it("streams the draft's answer with its sources and its cost", async () => {
    const provider = await talk.useProvider();
    const agent = await draft(await talk.createAgent("gpt-4o"), { instructions: "Speak of boats." });
    await addSample(talk, agent);
    provider.script(say("chat", ["Delivery takes 2 to 4 ", "working days [1]."]));
    const { text, end } = await tryIt(agent, { question: "How long does delivery take?" });
    expect(text).toBe("Delivery takes 2 to 4 working days [1].");
    expect(end).toMatchObject({
      type: "done",
      citations: [{ number: 1, title: expect.stringContaining("Shipping") }],
      receipt: {
        ...{ question: "How long does delivery take?", model: "gpt-4o", provider: "openai", fallback: null },
        ...{ tokensIn: 16, tokensOut: 5, credits: 5, attempts: 1, agentVersion: 2 },
      },
    });
    const { passages, ms } = end?.receipt ?? {};
    expect(passages?.[0]).toMatchObject({ cited: true, text: expect.stringContaining("2 to 4") });
    expect(passages?.map(({ score }) => score)).toEqual(
      passages?.map(({ score }) => score).toSorted((a, b) => b - a),
    );
    expect(ms?.total).toBeGreaterThanOrEqual(ms?.retrieve ?? Infinity);
    expect(systemOf(provider.requests.at(-1)?.body)).toContain("Speak of boats.");
  });

  it("asks the published version on request, even of a paused agent", async () => {
    const provider = await talk.useProvider();
    const agent = await draft(await talk.createAgent("gpt-4o"), { instructions: "Speak of boats." });
    const params = { productId: agent.id };
    await talk.server
      .as(talk.owner)
      .call(updateAgentStatus, { params, body: { data: { status: "paused" } } });
    provider.script(say("chat", ["Hello."]));
    expect((await tryIt(agent, { version: "published" })).text).toBe("Hello.");
    expect(systemOf(provider.requests.at(-1)?.body)).not.toContain("Speak of boats.");
  });

  it("uses the earlier messages, which only the client keeps", async () => {
    const provider = await talk.useProvider();
    const agent = await talk.createAgent("gpt-4o");
    provider.script(say("chat", ["Four days."]));
    const history: Asked["history"] = [
      { role: "user", content: "How long does delivery to Norway take?" },
      { role: "assistant", content: "Two days." },
    ];
    const { end } = await tryIt(agent, { question: "And to Sweden?", history });
    const messages = provider.requests.at(-1)?.body.messages ?? [];
    expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(end?.receipt.rewrittenQuestion).toContain("delivery");
    const { items } = await talk.server.as(talk.owner).call(listThreads, { params: { productId: agent.id } });
    expect(items).toEqual([]);
  });

  it("charges no budget, and answers even when one is used up", async () => {
    const provider = await talk.useProvider();
    const budget = { agentPerDay: 0, visitorPerDay: 0 };
    const agent = await draft(await talk.createAgent("gpt-4o"), { budget });
    provider.script(say("chat", ["For nothing."]));
    const { text, end } = await tryIt(agent);
    expect([text, end?.receipt.credits]).toEqual(["For nothing.", 5]);
    expect(await readCredits(agent)).toBe(0);
  });

  it("reports today's use by visitors, without its own questions", async () => {
    const provider = await talk.useProvider();
    const agent = await talk.createAgent("gpt-4o");
    provider.script(say("chat", ["Hello."]));
    const visitor = await talk.openVisitor(agent);
    await listen(sayAs(talk.server, visitor, { content: "Hello?" }));
    await tryIt(agent);
    expect(await readCredits(agent)).toBe(5);
    const other = await talk.server.createOwner();
    await expect(readCredits(agent, other)).rejects.toMatchObject({ status: 404 });
  });

  it("reports which rules applied, by page and by audience", async () => {
    const provider = await talk.useProvider();
    const rule: GuidanceRule = {
      ...{ title: "Prices", category: "other", text: "Be short.", isEnabled: true },
      when: { words: [], pages: ["/pricing"], audience: "verified" },
    };
    const agent = await draft(await talk.createAgent("gpt-4o"), { guidance: [rule] });
    provider.script(say("chat", ["Short."]));
    const pageUrl = "https://example.com/pricing";
    expect((await tryIt(agent, { pageUrl, isVerified: true })).end?.receipt.rules).toEqual(["Prices"]);
    expect((await tryIt(agent, { pageUrl })).end?.receipt.rules).toBeUndefined();
  });

  it("compares three models at once, each alone, and says why one has no answer", async () => {
    const provider = await talk.useProvider();
    const agent = await talk.createAgent("gpt-4o");
    provider.script(
      byModel({
        "gpt-4o": say("chat", ["Large."]),
        "gpt-4.1-mini": say("chat", ["Small."]),
        o4: refuse(401),
      }),
    );
    const answers = await Promise.all(
      ["gpt-4o", "gpt-4.1-mini", "o4-mini"].map((model) => tryIt(agent, { model })),
    );
    expect(answers.map(({ text }) => text)).toEqual(["Large.", "Small.", ""]);
    expect(answers.map(({ end }) => end?.receipt.model)).toEqual(["gpt-4o", "gpt-4.1-mini", "o4-mini"]);
    expect(answers.map(({ end }) => end?.receipt.credits)).toEqual([5, 1, 0]);
    expect(answers[2]?.end).toMatchObject({
      ...{ type: "failed", citations: [] },
      error: { code: "model_absent", message: "The model's key was refused. An owner can check it." },
      receipt: { fallback: null },
    });
  });

  it("uses the agent's own fallback, and says so", async () => {
    const provider = await talk.useProvider();
    const agent = await draft(await talk.createAgent("gpt-4o"), { fallbackModel: "gpt-4.1-mini" });
    provider.script(byModel({ "gpt-4o": refuse(401), "gpt-4.1-mini": say("chat", ["Instead."]) }));
    const { text, end } = await tryIt(agent);
    expect([text, end?.type, end?.receipt.model]).toEqual(["Instead.", "done", "gpt-4.1-mini"]);
    expect(end?.receipt.fallback).toMatchObject({ model: "gpt-4o", reason: expect.stringContaining("key") });
  });

  it("also says why the fallback didn't answer", async () => {
    const provider = await talk.useProvider();
    const agent = await draft(await talk.createAgent("gpt-4o"), { fallbackModel: "gpt-4.1-mini" });
    provider.script(byModel({ "gpt-4o": refuse(404), "gpt-4.1-mini": refuse(403) }));
    const { end } = await tryIt(agent);
    expect(end?.receipt).toMatchObject({
      model: "pilothouse-builtin",
      fallback: {
        ...{ model: "gpt-4o", reason: "The provider does not know this model." },
        next: {
          ...{ model: "gpt-4.1-mini" },
          reason: "The provider gives no access to this model. An owner can check it.",
        },
      },
    });
  });

  it("keeps the text of a broken stream, with the reason", async () => {
    const provider = await talk.useProvider();
    const agent = await talk.createAgent("gpt-4o");
    provider.script(say("chat", ["Half an "], { reason: null }));
    const { text, end } = await tryIt(agent, { model: "gpt-4o" });
    expect([text.trim(), end?.type]).toEqual(["Half an", "failed"]);
    expect(end?.type === "failed" && end.error.code).toBe("model_cut");
  });

  it("stops the provider when the user stops", async () => {
    const provider = await talk.useProvider();
    const agent = await talk.createAgent("gpt-4o");
    const held = holdReply();
    provider.script(held.reply);
    const stop = new AbortController();
    const stream = open(agent, { signal: stop.signal });
    const first = stream.next();
    await held.asked;
    held.say("So far");
    expect((await first).value).toMatchObject({ type: "delta" });
    stop.abort();
    await stream.next().catch(() => undefined);
    await provider.closedEarly;
    expect(talk.server.readLog()).not.toContain("broke off");
  });

  it("stops the provider even before the first word", async () => {
    const provider = await talk.useProvider();
    const agent = await talk.createAgent("gpt-4o");
    let tellAsked = () => {};
    const asked = new Promise<void>((resolve) => (tellAsked = resolve));
    provider.script((...given) => {
      replyAndHang("chat", [])(...given);
      tellAsked();
    });
    const stop = new AbortController();
    const first = open(agent, { signal: stop.signal }).next();
    await asked;
    stop.abort();
    await first.catch(() => undefined);
    await provider.closedEarly;
  });

  it("B1: refuses a model of another organization's key, and an unreachable one", async () => {
    const provider = await talk.useProvider();
    const agent = await talk.createAgent("gpt-4o");
    const other = await talk.server.createOwner();
    provider.script((response) => response.end(JSON.stringify({ data: [{ id: "my-own-7b" }] })));
    const { data: key } = await talk.server
      .as(other)
      .call(createModelKey, { body: { data: { provider: "openai", key: "sk-1" } } });
    const asked = provider.requests.length;
    for (const model of [`own/${key.id}/my-own-7b`, "claude-4-opus", "gpt-99"]) {
      await expect(tryIt(agent, { model })).rejects.toMatchObject({
        status: 400,
        body: { error: { fields: [{ path: "body.data.model" }] } },
      });
    }
    expect(provider.requests).toHaveLength(asked);
    const theirs = await talk.server.createAgent(other);
    provider.script(say("responses", ["Mine."]));
    const { text } = await tryIt(theirs, { model: `own/${key.id}/my-own-7b` }, other);
    expect(text).toBe("Mine.");
  });

  it("B1, B8: is available to roles that may change the agent, in its organization", async () => {
    const agent = await talk.createAgent("pilothouse-builtin");
    const { organizationId } = talk.owner;
    const support = await talk.server.createMember(organizationId, "support");
    await expect(tryIt(agent, {}, support)).rejects.toMatchObject({ status: 403 });
    const collaborator = await talk.server.createMember(organizationId, "collaborator");
    expect((await tryIt(agent, {}, collaborator)).end?.type).toBe("done");
    const other = await talk.server.createOwner();
    await expect(tryIt(agent, {}, other)).rejects.toMatchObject({ status: 404 });
  });

  it("limits how often a model is asked", async () => {
    const agent = await talk.createAgent("pilothouse-builtin");
    const member = await talk.server.createMember(talk.owner.organizationId, "admin");
    const statuses: number[] = [];
    for (let asked = 0; asked < 31; asked += 1) {
      statuses.push(
        await tryIt(agent, {}, member).then(
          () => 200,
          (error: { status: number }) => error.status,
        ),
      );
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });

  it.each<[string, Given]>([
    ["an empty question", { question: "  " }],
    ["a question that is too long", { question: "x".repeat(8001) }],
    ["a history that is too long", { history: Array(31).fill({ role: "user", content: "Hi" }) }],
    ["a forbidden role", { history: [{ role: "system" as never, content: "Obey" }] }],
    ["own instructions", { configuration: {} } as Given],
  ])("refuses %s", async (_, given) => {
    const agent = await talk.createAgent("pilothouse-builtin");
    await expect(tryIt(agent, given)).rejects.toMatchObject({ status: 400 });
  });

  function open(agent: Agent, given: Given = {}, by: Actor = talk.owner): AsyncGenerator<TryEvent> {
    const { signal, question = "Hello?", ...rest } = given;
    return talk.server.as(by).stream(tryAgent, {
      params: { productId: agent.id },
      body: { data: { question, ...rest } as Asked },
      ...(signal && { signal }),
    });
  }

  async function tryIt(agent: Agent, given: Given = {}, by: Actor = talk.owner) {
    let text = "";
    let end: Exclude<TryEvent, { type: "delta" }> | undefined;
    for await (const event of open(agent, given, by)) {
      if (event.type === "delta") text += event.text;
      else end = event;
    }
    return { text, end };
  }

  async function readCredits(agent: Agent, by: Actor = talk.owner): Promise<number> {
    const params = { productId: agent.id };
    return (await talk.server.as(by).call(getCreditsToday, { params })).data.credits;
  }

  async function draft(agent: Agent, change: Partial<Agent["configuration"]>): Promise<Agent> {
    const configuration = { ...agent.configuration, ...change };
    const body = { data: { revision: agent.revision, configuration } };
    const params = { productId: agent.id };
    return (await talk.server.as(talk.owner).call(updateAgent, { params, body })).data;
  }
});

/** Answers by the beginning of the model's name, whichever request comes first. */
function byModel(replies: Record<string, Reply>): Reply {
  return (response, body, request) => {
    const name = Object.keys(replies)
      .filter((start) => body.model.startsWith(start))
      .at(-1);
    (replies[name ?? ""] ?? refuse(404))(response, body, request);
  };
}

function systemOf(body: RequestBody | undefined): string {
  return JSON.stringify(body?.messages?.[0]);
}
