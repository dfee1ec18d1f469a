import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { getReceipt } from "../../../../shared/contract/conversations/threads/threads.ts";
import { addSample } from "../../../kit/knowledge/addSample.ts";
import { stores } from "../../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";

describe.each(stores())("the built-in model with a shop's help pages on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let visitor: TestVisitor;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent("pilothouse-builtin");
    await addSample(talk, agent);
  });

  it.each([
    ["How long does delivery take?", "2 to 4 working days"],
    ["how much is express shipping", "12.50"],
    ["Do you ship to Norway?", "to Norway"],
    ["how do I send something back", "return label"],
    ["when will I get my refund?", "2 to 5 working days"],
    ["I forgot my password", "Forgot password"],
    ["Can I pay with PayPal?", "PayPal"],
    ["opening hours in Bergen", "10 am to 7 pm"],
    ["where is your store in Bristol", "14 Harbour Street"],
    ["How long is the warranty of Pine products?", "10 years"],
    ["what does it cost to resole boots", "75"],
    ["how do I wash my rain jacket", "30 degrees"],
    ["is there a discount for students", "10 %"],
    ["can I rent a tent for the weekend", "24 a weekend"],
    ["which size of backpack do I need", "length of your back"],
    ["My item arrived broken, what should I do?", "help@harbourpine.example"],
    ["Can I call you to order?", "+44 20 7946 0990"],
    ["how long are gift cards valid?", "5 years"],
  ])("answers “%s” with a citation", async (question, expected) => {
    const heard = await askNew(question);
    expect(heard.text.replaceAll("\\", "")).toContain(expected);
    expect(heard.end?.citations[0]).toMatchObject({ number: 1 });
    expect(heard.end?.citations.map(({ quote }) => quote).join(" ").length).toBeGreaterThan(10);
  });

  it.each([
    "Do you sell bicycles?",
    "Who won the football match yesterday?",
    "What is the capital of Mongolia?",
    "How do I configure a VPN on my router?",
    "Do you have job openings for developers?",
    "Which wine goes with fish?",
    "Can you write me a poem about mountains?",
    "what is your stock price",
    "Is the Ridge jacket made of recycled polyester?",
    "Do you accept bitcoin?",
  ])("says that it found nothing about “%s”", async (question) => {
    expect((await askNew(question)).text).toContain("I did not find an answer");
  });

  it("stores a receipt with what was found", async () => {
    const heard = await askNew("How long does delivery take?");
    const params = { productId: agent.id, threadId: heard.threadId, messageId: heard.answer?.id ?? "" };
    const { data } = await talk.server.as(talk.owner).call(getReceipt, { params });
    expect(data.passages.find(({ cited }) => cited)?.text).toContain(
      "Standard delivery takes 2 to 4 working days",
    );
    expect(data).toMatchObject({ model: "pilothouse-builtin", credits: 0, attempts: 1, tokensIn: null });
  });

  it("finds nothing in another agent's pages (B11)", async () => {
    const other = await talk.createAgent("pilothouse-builtin");
    visitor = await talk.openVisitor(other);
    const heard = await listen(say(talk.server, visitor, { content: "How long does delivery take?" }));
    expect(heard.text).toContain("I did not find an answer");
    expect(heard.end?.citations).toEqual([]);
  });

  async function askNew(content: string) {
    visitor = await talk.openVisitor(agent);
    return listen(say(talk.server, visitor, { content }));
  }
});

/** Adds the bundled sample and waits until it is indexed. */
