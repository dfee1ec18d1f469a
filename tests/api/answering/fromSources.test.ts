import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { getReceipt } from "../../../shared/contract/conversations/threads/threads.ts";
import { addSample } from "../../kit/knowledge/addSample.ts";
import { callTools, holdReply, say as answerWith } from "../../kit/models/modelProvider.ts";
import { stores } from "../../kit/database/stores.ts";
import {
  listen,
  listenUntil,
  newEar,
  say,
  startTalkingServer,
} from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";

const notFound = "I did not find an answer to this in the pages I know.";

/** The model of these tests answers whatever it is asked. */
describe.each(stores())("an agent with the sources-only setting on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent("gpt-4o", { knowledge: "strict" });
    await addSample(talk, agent);
  });

  async function ask(content: string, ...said: string[]) {
    const provider = await talk.useProvider();
    provider.script(answerWith("chat", said));
    const heard = await listen(say(talk.server, await talk.openVisitor(agent), { content }));
    const params = { productId: agent.id, threadId: heard.threadId, messageId: heard.answer?.id ?? "" };
    const { data: receipt } = await talk.server.as(talk.owner).call(getReceipt, { params });
    return { heard, receipt };
  }

  it.each([
    ["a fact", "What is the capital of France?", "The capital of France is Paris."],
    ["one name", "Who is the president of France?", "Emmanuel Macron."],
    ["one word", "What is the capital of France?", "Paris."],
    ["a plain yes", "Is Paris the capital of France?", "Yes, it is."],
    ["the question as a fact", "do you ship to france", "Yes, we ship to France within 3 days."],
    ["a recipe", "How long do I cook pasta?", "Boil it in salted water for nine minutes, then drain it."],
    ["code", "Write me a program in Python", "```python\nprint('hello')\n```"],
    ["a heading", "What is the capital of France?", "# Paris"],
  ])("holds back what its model knows by itself: %s", async (_, question, said) => {
    const { heard, receipt } = await ask(question, ...said.split(/(?<= )/));
    expect(heard.text).toBe(notFound);
    expect(heard.end).toMatchObject({ content: notFound, status: "sent", citations: [] });
    expect(JSON.stringify(heard.events)).not.toMatch(/Paris\b(?!, the| the)|Macron|Boil|print/);
    expect(receipt).toMatchObject({ model: "gpt-4o", credits: 5, withheld: said });
    expect(receipt.unsupported).toBeUndefined();
  });

  it("says so in the visitor's language, and keeps its model's offer", async () => {
    const question = "Was ist die Hauptstadt von Frankreich?";
    const { heard } = await ask(
      question,
      "Die Hauptstadt ist Paris. Möchten Sie mit einem Menschen sprechen?",
    );
    expect(heard.text).toBe(
      "Dazu habe ich in den Seiten, die ich kenne, keine Antwort gefunden. Möchten Sie mit einem Menschen sprechen?",
    );
  });

  it.each([
    ["a greeting", "Hi there", "Hello! I'm here for all about delivery and returns."],
    ["thanks", "Thanks!", "You're welcome! Have a nice day."],
    ["small talk", "I am just looking around", "Sure! Feel free to ask me anything."],
    ["a question back", "I need help with my thing", "Sorry to hear that. What happened?"],
    ["a no-result answer", "What is love?", "I could not find anything about love in our pages."],
  ])("passes on %s from its model", async (_, question, said) => {
    const { heard, receipt } = await ask(question, said);
    expect(heard.text).toBe(said);
    expect(receipt.withheld).toBeUndefined();
  });

  it("continues the conversation, in other words and another language", async () => {
    const provider = await talk.useProvider();
    const visitor = await talk.openVisitor(agent);
    const answer = "Delivery takes 2 to 4 working days [1].";
    provider.script(answerWith("chat", [answer]));
    const { threadId, text } = await listen(
      say(talk.server, visitor, { content: "How long does delivery take?" }),
    );
    expect(text).toBe(answer);
    for (const [content, said] of [
      ["Übersetze das bitte", "Die Lieferung dauert 2 bis 4 Werktage."],
      ["In short, please", "2 to 4 working days."],
      ["Are you sure?", "Delivery takes 2 to 4 working days."],
    ] as const) {
      provider.script(answerWith("chat", [said]));
      expect((await listen(say(talk.server, visitor, { content, threadId }))).text).toBe(said);
    }
  });

  it("passes on what its model's own search found", async () => {
    const provider = await talk.useProvider();
    const said = "Delivery takes 2 to 4 working days [1].";
    provider.script(
      callTools("chat", [{ name: "search_knowledge", input: '{"query":"delivery time"}' }]),
      answerWith("chat", [said]),
    );
    const content = "Wann kommt mein Paket?";
    const heard = await listen(say(talk.server, await talk.openVisitor(agent), { content }));
    expect(heard.text).toBe(said);
  });

  it("streams what its passages support without holding anything back", async () => {
    const provider = await talk.useProvider();
    const held = holdReply();
    provider.script(held.reply);
    const stream = say(talk.server, await talk.openVisitor(agent), {
      content: "How long does delivery take?",
    });
    const ear = newEar();
    await listenUntil(stream, ear, ({ events }) => events.length > 0);
    await held.asked;
    held.say("Delivery takes");
    await listenUntil(stream, ear, ({ text }) => text === "Delivery takes");
    held.end();
  });
});
