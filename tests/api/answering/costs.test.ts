import { beforeAll, describe, expect, it } from "vitest";
import { getCreditsToday, publishAgent, updateAgent } from "../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { getReceipt } from "../../../shared/contract/conversations/threads/threads.ts";
import { refuse, say } from "../../kit/models/modelProvider.ts";
import type { ModelProvider, Reply } from "../../kit/models/modelProvider.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, say as sayAs, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";

const first = "How long does delivery to Norway take?";
const followUp = "And to Sweden?";
const rewritten = "How long does delivery to Sweden take?";
const manySessions = 250;

describe.each(stores())("the cost of answers on $name", (store) => {
  let talk: TalkingServer;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
  });

  it("includes one rewrite of a follow-up question by the cheaper model", async () => {
    const { agent, provider, visitor } = await begin();
    provider.script(
      byModel({ "gpt-4o-mini": say("chat", [rewritten]), "gpt-4o": say("chat", ["Four days."]) }),
    );
    const before = await ask(visitor, first);
    expect(provider.requests.map(({ body }) => body.model)).toEqual(["gpt-4o"]);
    const receipt = await ask(visitor, followUp, before);
    expect(provider.requests.map(({ body }) => body.model)).toEqual(["gpt-4o", "gpt-4o-mini", "gpt-4o"]);
    const [, asked, answered] = provider.requests.map(({ body }) => JSON.stringify(body.messages));
    expect(asked).toContain(`Visitor: ${first}`);
    expect(asked).toContain(`Visitor: ${followUp}`);
    // What the model made of it is looked up; what the visitor wrote is answered.
    expect(answered).toContain(followUp);
    expect(answered).not.toContain(rewritten);
    expect(receipt).toMatchObject({
      ...{ question: followUp, rewrittenQuestion: rewritten, credits: 6 },
      ...{ tokensIn: 16, tokensOut: 5 },
      rewrite: { model: "gpt-4o-mini", isUsed: true, tokensIn: 16, tokensOut: 5, credits: 1 },
    });
    expect(await readCredits(agent)).toBe(5 + 6);
  });

  it("includes no rewrite when the agent turned it off", async () => {
    const { provider, visitor } = await begin({ rewriting: "words" });
    provider.script(say("chat", ["Four days."]));
    const before = await ask(visitor, first);
    const receipt = await ask(visitor, followUp, before);
    expect(provider.requests).toHaveLength(2);
    expect(receipt.rewrite).toBeUndefined();
    expect(receipt.rewrittenQuestion).toContain("delivery");
  });

  it.each<[string, Reply]>([
    ["refuses", refuse(401)],
    ["says nothing", say("chat", [])],
    ["doesn't stop", say("chat", ["word ".repeat(200)])],
  ])("includes no credits for a rewrite when the model %s", async (_, reply) => {
    const { agent, provider, visitor } = await begin();
    provider.script(byModel({ "gpt-4o-mini": reply, "gpt-4o": say("chat", ["Four days."]) }));
    const before = await ask(visitor, first);
    const receipt = await ask(visitor, followUp, before);
    expect(receipt.rewrittenQuestion).toMatch(/^And to Sweden\? .*delivery/);
    expect(receipt).toMatchObject({ credits: 5, rewrite: { isUsed: false, credits: 0 } });
    expect(await readCredits(agent)).toBe(10);
  });

  it("stays within a used-up budget: no model is called, and visitors still get an answer", async () => {
    const budget = { agentPerDay: 5, visitorPerDay: null };
    const { agent, provider, visitor } = await begin({ budget });
    provider.script(say("chat", ["Four days."]));
    const before = await ask(visitor, first);
    const receipt = await ask(visitor, followUp, before);
    expect(provider.requests).toHaveLength(1);
    expect(receipt).toMatchObject({
      ...{ model: "pilothouse-builtin", credits: 0 },
      fallback: { model: "gpt-4o", reason: "The agent's budget for today is used up." },
    });
    expect(await readCredits(agent)).toBe(5);
  });

  it.each([
    ["agent", { agentPerDay: 4, visitorPerDay: null }],
    ["visitor", { agentPerDay: 5, visitorPerDay: 4 }],
  ])("doesn't report a too small budget of the %s as used up", async (whose, budget) => {
    const { agent, visitor } = await begin({ budget });
    const { fallback } = await ask(visitor, first);
    expect(fallback?.reason).toMatch(
      new RegExp(`^Th(e|is) ${whose}'s budget for a day is less than this costs`),
    );
    expect(await readCredits(agent)).toBe(0);
  });

  it.each<[string, number, Record<string, unknown>, number]>([
    ["for both", 11, { model: "gpt-4o", credits: 6, rewrite: { isUsed: true } }, 11],
    ["only for the answer", 10, { model: "gpt-4o", credits: 5, fallback: null }, 10],
    ["for the cheaper model and its rewrite", 7, { model: "gpt-4o-mini", credits: 2 }, 7],
    ["only for the cheaper model", 6, { model: "gpt-4o-mini", credits: 1 }, 6],
  ])("covers the answer before its rewrite: a budget that is enough %s", async (_, cap, told, spent) => {
    const { agent, provider, visitor } = await begin({ budget: { agentPerDay: cap, visitorPerDay: null } });
    provider.script(say("chat", ["Four days."]));
    const before = await ask(visitor, first);
    const receipt = await ask(visitor, followUp, before);
    expect(receipt).toMatchObject(told);
    // Without a model the words of the question before are added.
    const isPaid = "rewrite" in receipt;
    expect(isPaid).toBe(cap === 11 || cap === 7);
    expect(receipt.rewrittenQuestion).toMatch(isPaid ? /^Four days\.$/ : /^And to Sweden\? .*delivery/);
    expect(await readCredits(agent)).toBe(spent);
  });

  it("exceeds a cap by 0.00 when many sessions continue in parallel and a model rewrites each question", async () => {
    const budget = { agentPerDay: 100, visitorPerDay: null };
    const { agent, provider } = await begin({ budget });
    provider.script(byModel({ "gpt-4o-mini": say("chat", [rewritten]), "gpt-4o": say("chat", ["Yes."]) }));
    const visitors = await talk.openVisitors(agent, 12);
    const begun = await Promise.all(visitors.map((visitor) => ask(visitor, first)));
    expect(await readCredits(agent)).toBe(60);
    const receipts = await Promise.all(visitors.map((visitor, at) => ask(visitor, followUp, begun[at])));
    const credits = receipts.reduce((sum, receipt) => sum + receipt.credits, 0);
    expect(credits).toBeLessThanOrEqual(40);
    expect(await readCredits(agent)).toBe(60 + credits);
  });

  it("exceeds a cap by 0.00 when many sessions run in parallel, and each gets an answer", async () => {
    const budget = { agentPerDay: 52, visitorPerDay: 11 };
    const { agent, provider } = await begin({ budget, fallbackModel: null });
    provider.script(say("chat", ["From the model."]));
    const visitors = await talk.openVisitors(agent, manySessions);
    const heard = await Promise.all(
      visitors.map((visitor) => listen(sayAs(talk.server, visitor, { content: "Hello there friend" }))),
    );
    expect(heard.filter(({ end, text }) => end?.status === "sent" && text !== "")).toHaveLength(manySessions);
    expect(heard.filter(({ text }) => text === "From the model.")).toHaveLength(10);
    expect(provider.requests).toHaveLength(10);
    expect(await readCredits(agent)).toBe(50);
  }, 120_000);

  async function begin(change: Partial<Agent["configuration"]> = {}): Promise<Begun> {
    const provider = await talk.useProvider();
    const made = await talk.createAgent("gpt-4o");
    const params = { productId: made.id };
    const configuration = {
      ...{ ...made.configuration, rewriting: "model" as const, fallbackModel: "gpt-4o-mini" },
      ...change,
    };
    const body = { data: { revision: made.revision, configuration } };
    const owner = talk.server.as(talk.owner);
    await owner.call(updateAgent, { params, body });
    const { data: agent } = await owner.call(publishAgent, { params });
    return { agent, provider, visitor: await talk.openVisitor(agent) };
  }

  /** Asks as a visitor, and gives what stands behind the answer. */
  async function ask(visitor: TestVisitor, content: string, before?: { threadId: string }) {
    const said = before ? { content, threadId: before.threadId } : { content };
    const { end, threadId } = await listen(sayAs(talk.server, visitor, said));
    const params = { productId: visitor.agentId, threadId, messageId: end?.id ?? "" };
    return { ...(await talk.server.as(talk.owner).call(getReceipt, { params })).data, threadId };
  }

  async function readCredits(agent: Agent): Promise<number> {
    const params = { productId: agent.id };
    return (await talk.server.as(talk.owner).call(getCreditsToday, { params })).data.credits;
  }
});

interface Begun {
  agent: Agent;
  provider: ModelProvider;
  visitor: TestVisitor;
}

/** Answers by the model's name, whichever request comes first. */
function byModel(replies: Record<string, Reply>): Reply {
  return (response, body, request) => (replies[body.model] ?? refuse(404))(response, body, request);
}
