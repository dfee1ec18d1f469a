import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { listGaps } from "../../../shared/contract/evaluation/evaluation.ts";
import { saysNotFound } from "../../../shared/domain/sayings.ts";
import { addSample } from "../../kit/knowledge/addSample.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";

/** What customers ask of a bank, in words that a shop's pages have, too: none of it is answered there. */
const foreign = [
  "Where is my new bank card?",
  "How do I activate my debit card?",
  "Why was I charged a fee at the cash machine?",
  "My card payment was declined",
  "What exchange rate do you use?",
  "Can I transfer money to another account?",
  "How do I top up with Apple Pay?",
  "I lost my phone with the banking app on it",
  "My PIN is blocked",
  "How old must my child be for an account?",
  "Why is my transfer still pending?",
  "Which currencies can I hold?",
  "How do I set up a direct debit?",
  "I was charged twice for a withdrawal",
  "Is there a limit for cash withdrawals?",
  "How do I verify my identity?",
  "Can I get a second card for my husband?",
  "What is the interest rate on savings?",
  "Who founded your company?",
  "What is the weather like in Bristol today?",
];
const leastRefused = 0.75;

describe.each(stores())("the built-in model with a shop's pages on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent("pilothouse-builtin");
    await addSample(talk, agent);
  });

  async function ask(content: string) {
    const visitor = await talk.openVisitor(agent);
    return listen(say(talk.server, visitor, { content }));
  }

  it("refuses most of what the pages do not answer", async () => {
    const answered: string[] = [];
    for (const question of foreign) {
      const { text } = await ask(question);
      if (!saysNotFound(text)) answered.push(question);
    }
    expect([answered, answered.length / foreign.length]).toEqual([answered, expect.toSatisfy(isFew)]);
  });

  it("offers a person where it refuses, and hands over to one before it quotes anything", async () => {
    const refused = await ask("Which wine goes with fish?");
    expect(refused.end?.followUps).toEqual(["Talk to a person"]);
    const visitor = await talk.openVisitor(agent);
    const handed = await listen(say(talk.server, visitor, { content: "Talk to a person" }));
    expect(handed.text).toBe("I'm passing you to our team. Someone will answer here.");
    expect(handed.end?.citations).toEqual([]);
    const params = { productId: agent.id };
    const { items } = await talk.server.as(talk.owner).call(listGaps, { params });
    expect(items.map(({ question }) => question)).not.toContain("Talk to a person");
  });
});

function isFew(share: number): boolean {
  return share <= 1 - leastRefused;
}
