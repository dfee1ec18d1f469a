import { beforeAll, describe, expect, it } from "vitest";
import { getAgent, publishAgent, updateAgent } from "../../../shared/contract/agents/agents.ts";
import type { Agent, AgentConfiguration } from "../../../shared/contract/agents/agents.ts";
import { editMessage, requestPerson } from "../../../shared/contract/conversations/conversations.ts";
import { getReproduction } from "../../../shared/contract/evaluation/evaluation.ts";
import { getReceipt, getThread } from "../../../shared/contract/conversations/threads/threads.ts";
import { addSample } from "../../kit/knowledge/addSample.ts";
import { say as answerWith } from "../../kit/models/modelProvider.ts";
import type { ModelProvider } from "../../kit/models/modelProvider.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { Heard, Saying, TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";

const rule: AgentConfiguration["guidance"][number] = {
  ...{ title: "At the till", category: "style", text: "Offer help with paying.", isEnabled: true },
  when: { words: [], pages: ["/checkout"], audience: "everyone" },
};
const guardrails = { blockedTopics: [], refusal: "", hidesPersonalData: true };
const start = { url: "https://shop.example/", title: "Shop" };
const till = { url: "https://shop.example/checkout?step=2", title: "Checkout" };

describe.each(stores())("an agent's behavior settings, as its model reads them, on $name", (store) => {
  let talk: TalkingServer;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
  });

  async function useProvider(...texts: string[]): Promise<ModelProvider> {
    const provider = await talk.useProvider();
    provider.script(answerWith("chat", texts));
    return provider;
  }
  const ask = (visitor: TestVisitor, saying: Saying) => listen(say(talk.server, visitor, saying));
  const lastOf = ({ requests }: ModelProvider) => JSON.stringify(requests.at(-1)?.body);
  const team = () => talk.server.as(talk.owner);
  async function readReceipt(agent: Agent, { threadId, answer }: Heard) {
    const params = { productId: agent.id, threadId, messageId: answer?.id ?? "" };
    return (await team().call(getReceipt, { params })).data;
  }
  async function readPages(agent: Agent, threadId: string) {
    const { data } = await team().call(getThread, { params: { productId: agent.id, threadId } });
    return [data.page?.title, data.latestPage?.title];
  }

  describe("a rule about the page", () => {
    it("applies to the page of the current message, no matter where the conversation began", async () => {
      const provider = await useProvider("Sure.");
      const agent = await talk.createAgent("gpt-4o", { guidance: [rule] });
      const visitor = await talk.openVisitor(agent);
      const first = await ask(visitor, { content: "Hello there friend", page: start });
      const { threadId } = first;
      expect(lastOf(provider)).not.toContain(rule.text);
      expect(await readReceipt(agent, first)).not.toHaveProperty("rules");
      expect(await readPages(agent, threadId)).toEqual(["Shop", undefined]);

      const second = await ask(visitor, { content: "Can I pay by card?", threadId, page: till });
      expect(lastOf(provider)).toContain(rule.text);
      expect(await readReceipt(agent, second)).toMatchObject({ rules: [rule.title], page: till.url });
      expect(await readPages(agent, threadId)).toEqual(["Shop", "Checkout"]);

      // What does not say where it comes from comes from where they were.
      await ask(visitor, { content: "And by invoice?", threadId });
      expect(lastOf(provider)).toContain(rule.text);
      const back = await ask(visitor, { content: "Which lamps are there?", threadId, page: start });
      expect(lastOf(provider)).not.toContain(rule.text);
      expect(await readReceipt(agent, back)).toMatchObject({ page: start.url });
      expect(await readPages(agent, threadId)).toEqual(["Shop", undefined]);
      // What is tried again elsewhere is tried from where it was asked.
      const at = { productId: agent.id, threadId, messageId: second.answer?.id ?? "" };
      expect((await team().call(getReproduction, { params: at })).data.page).toBe(till.url);
    });

    it("still applies when the message is edited", async () => {
      const provider = await useProvider("Sure.");
      const agent = await talk.createAgent("gpt-4o", { guidance: [rule] });
      const visitor = await talk.openVisitor(agent);
      const { threadId } = await ask(visitor, { content: "Hello there friend", page: start });
      const asked = await ask(visitor, { content: "Can I pay by cart?", threadId, page: till });
      const params = { productId: agent.id, threadId, messageId: asked.message?.id ?? "" };
      const body = { data: { content: "Can I pay by card?" } };
      const renewed = await listen(talk.server.as(visitor).stream(editMessage, { params, body }));
      expect(renewed.end).toMatchObject({ generation: 1, status: "sent" });
      expect(lastOf(provider)).toContain(rule.text);
    });

    it("ignores a page that is no web page, and asking for a person uses the current page", async () => {
      const provider = await useProvider("Sure.");
      const agent = await talk.createAgent("gpt-4o", { guidance: [rule] });
      const visitor = await talk.openVisitor(agent);
      const file = { url: "file:///home/checkout", title: "A file" };
      const { threadId } = await ask(visitor, { content: "Hello there friend", page: file });
      await ask(visitor, { content: "Can I pay by card?", threadId, page: file });
      expect(lastOf(provider)).not.toContain(rule.text);
      expect(await readPages(agent, threadId)).toEqual([undefined, undefined]);
      const params = { productId: agent.id };
      const body = { data: { threadId, clientId: newClientId(), page: till } };
      await talk.server.as(visitor).call(requestPerson, { params, body });
      expect(await readPages(agent, threadId)).toEqual([undefined, "Checkout"]);
    });
  });

  it("the text of a custom personality reaches the model while it is selected, and is kept while it isn't", async () => {
    const provider = await useProvider("Ahoy.");
    const text = "You are a harbour master of few words.";
    const agent = await talk.createAgent("gpt-4o", { personality: { preset: "formal", text } });
    await ask(await talk.openVisitor(agent), { content: "Hello there friend" });
    expect(lastOf(provider)).toContain("Be polite and reserved");
    expect(lastOf(provider)).not.toContain("harbour master");

    const params = { productId: agent.id };
    const { data } = await team().call(getAgent, { params });
    const { configuration, revision } = data;
    expect(configuration.personality.text).toBe(text);
    const custom = {
      ...configuration,
      personality: { ...configuration.personality, preset: "custom" } as const,
    };
    await team().call(updateAgent, { params, body: { data: { revision, configuration: custom } } });
    await team().call(publishAgent, { params });
    await ask(await talk.openVisitor(agent), { content: "Hello there friend" });
    expect(lastOf(provider)).toContain(text);
    expect(lastOf(provider)).not.toContain("Be polite and reserved");
  });

  it("a model may use its own knowledge when the agent allows it", async () => {
    const provider = await useProvider("Blue is a color. That is not from our pages.");
    const agent = await talk.createAgent("gpt-4o", { knowledge: "general" });
    const heard = await ask(await talk.openVisitor(agent), { content: "What is blue?" });
    expect(heard.end).toMatchObject({ status: "sent", citations: [] });
    expect(heard.end?.content).toBe("Blue is a color. That is not from our pages.");
    expect(lastOf(provider)).toContain("you may answer from what you know in general");
    expect(lastOf(provider)).not.toContain("from the passages only");

    const strict = await talk.createAgent("gpt-4o", { knowledge: "sources" });
    await ask(await talk.openVisitor(strict), { content: "What is blue?" });
    expect(lastOf(provider)).toContain("from the passages only");
    expect(lastOf(provider)).not.toContain("what you know in general");
  });

  it("a visitor's personal data is in no request to the model, but in the answer that they read", async () => {
    const provider = await useProvider("I write to ⟦ema", "il 1⟧ then.");
    const agent = await talk.createAgent("gpt-4o", { guardrails, rewriting: "model" });
    const visitor = await talk.openVisitor(agent);
    const content = "Write to ada@example.com or call +47 21 00 00 00, please";
    const first = await ask(visitor, { content });
    expect(first.message?.content).toBe(content);
    expect(first.end?.content).toBe("I write to ada@example.com then.");
    expect(await readReceipt(agent, first)).toMatchObject({ hidden: 2 });
    // What was said before goes along with what follows, also to the model that rewrites it.
    await ask(visitor, { content: "And to bo@example.com?", threadId: first.threadId });
    const asked = provider.requests.map(({ body }) => JSON.stringify(body));
    expect(asked).toHaveLength(3);
    for (const body of asked) {
      expect(body).toContain("⟦email 1⟧");
      expect(body).not.toMatch(/ada@|bo@|21 00 00 00/);
    }

    const open = await talk.createAgent();
    await ask(await talk.openVisitor(open), { content });
    expect(lastOf(provider)).toContain("ada@example.com");
  });

  it("unsupported sentences of a model are marked for the team only", async () => {
    const unsupported = "The captain Nemo delivers lamps within 777 minutes to every lighthouse.";
    await useProvider(`Delivery takes 2 to 4 working days [1]. ${unsupported}`);
    const agent = await talk.createAgent();
    await addSample(talk, agent);
    const visitor = await talk.openVisitor(agent);
    const heard = await ask(visitor, { content: "How long does delivery take?" });
    const content = heard.end?.content ?? "";
    expect(content).toContain(unsupported);
    const { unsupported: marked = [] } = await readReceipt(agent, heard);
    expect(marked).toMatchObject([{ text: unsupported, why: "number", missing: ["777"] }]);
    expect(content.slice(marked[0]?.from, marked[0]?.to)).toBe(unsupported);
    expect(JSON.stringify(heard.events)).not.toContain("missing");
  });

  it("a receipt names the links, pictures and addresses removed from the answer", async () => {
    const said =
      "See [our page](https://evil.example/a), ![a lamp](https://evil.example/b.png), www.evil.example/c, " +
      "write to a@evil.example, or once more [here](https://evil.example/a).";
    await useProvider(said);
    const agent = await talk.createAgent();
    const heard = await ask(await talk.openVisitor(agent), { content: "Hello there friend" });
    expect(JSON.stringify(heard.events)).not.toMatch(/https:|www\.|@evil/);
    expect((await readReceipt(agent, heard)).removed).toEqual({
      count: 4,
      first: [
        { kind: "link", address: "https://evil.example/a" },
        { kind: "picture", address: "https://evil.example/b.png" },
        { kind: "address", address: "www.evil.example/c" },
        { kind: "address", address: "a@evil.example" },
      ],
    });
    await useProvider("Hello to you, too.");
    const harmless = await ask(await talk.openVisitor(agent), { content: "Hello there friend" });
    expect(await readReceipt(agent, harmless)).not.toHaveProperty("removed");
  });

  it("a receipt keeps the first of very many, each shortened, and counts them all", async () => {
    const long = "x".repeat(500);
    await useProvider(Array.from({ length: 30 }, (_, at) => `https://evil.example/${at}/${long}`).join(" "));
    const agent = await talk.createAgent();
    const heard = await ask(await talk.openVisitor(agent), { content: "Hello there friend" });
    const { removed } = await readReceipt(agent, heard);
    expect(removed?.count).toBe(30);
    expect(removed?.first).toHaveLength(20);
    expect(removed?.first[19]?.address).toMatch(/^https:\/\/evil\.example\/19\/x{276}$/);
  });
});
