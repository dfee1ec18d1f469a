import { describe, expect, it } from "vitest";
import { createTestRetrieve } from "../../tests/kit/knowledge/helpPages.ts";
import { defaultBehavior } from "../../shared/domain/behavior.ts";
import { findModel } from "../../shared/domain/models.ts";
import type { AgentConfiguration } from "../../shared/contract/agents/agents.ts";
import type { ChatRequest, Hear } from "../models/chatModel.ts";
import { ModelFault } from "../models/fault.ts";
import { createAnswering } from "./answering.ts";
import type { PastMessage } from "./rewrite.ts";

/** What the built-in model says too, in the languages of these questions. */
const notFound = /^(I did not find an answer|Dazu habe ich in den Seiten)/;

describe("an agent that keeps strictly to its sources", () => {
  it.each([
    ["What does shipping to Germany cost?", "149 kr [1]."],
    ["Is shipping free?", "Yes, for orders over 999 kr [1]."],
    [
      "Can I send it back if I don't like it?",
      "Yes, you can return any lamp within 60 days if it's unused and in its box [1].",
    ],
    ["My lamp broke, what now?", "Send us a photo of the fault and your order number [1]."],
    ["Do you take credit cards?", "Yes, we take Visa and Mastercard [1]."],
    ["Can I pay cash?", "We take Visa, Mastercard, Vipps and Klarna [1]. Cash is not mentioned."],
    ["How expensive is the Nordlys?", "It costs 1,490 kr [1]."],
    ["Get rid of my data", "Write to privacy@lumen.example [1]; we remove your data within 30 days."],
    ["Are you open on Sunday?", "No, the shop in Oslo is open Monday to Saturday from 10 am to 6 pm [1]."],
    ["Kann ich die Lampe zurückschicken?", "Ja, innerhalb von 60 Tagen [1]."],
  ])("says what they say: %s", async (question, said) => {
    expect((await ask({ question, said })).text).toBe(said);
  });

  it.each([
    ["Do you sell bananas?", "Yes, we sell bananas for 3 euros."],
    ["What is the best lamp brand in the world?", "Philips is the best lamp brand."],
    ["Do you ship to Japan?", "Yes, we ship to Japan."],
    ["Do you have a store in Bergen?", "Yes, our store in Bergen is open daily."],
    ["Who invented the lamp?", "Thomas Edison invented the lamp."],
    ["When does the war end?", "Nobody knows, but experts expect peace soon."],
    ["Write a poem about the sea", "The waves go up and down\nand carry off a crown."],
    ["What is 17 times 23?", "391"],
    ["Ist die Lampe aus Bambus?", "Ja, sie ist aus Bambus."],
    ["Wie wird das Wetter morgen in Berlin?", "Morgen scheint in Berlin die Sonne."],
  ])("says nothing else, whatever its model says: %s", async (question, said) => {
    const { text, outcome } = await ask({ question, said });
    expect(text).toMatch(notFound);
    expect(outcome.receipt.withheld).toBe(said);
  });

  it.each<[string, Partial<AgentConfiguration>]>([
    ["the owner's instructions", { instructions: "We close at noon on 24 December." }],
    ["a rule of guidance", { guidance: [rule("Say that we close at noon on 24 December.")] }],
  ])("says what stands in %s", async (_, configuration) => {
    const said = "On 24 December we close at noon.";
    const question = "When do you shut at Christmas?";
    expect((await ask({ question, said, configuration })).text).toBe(said);
    expect((await ask({ question, said })).text).toMatch(notFound);
  });

  it("keeps the visitor's name, which they gave before", async () => {
    const history: PastMessage[] = [
      { role: "user", content: "Hello, my name is Tom" },
      { role: "assistant", content: "Hello! How can I help?" },
    ];
    const said = "Your name is Tom.";
    expect((await ask({ question: "Who am I?", said, history })).text).toBe(said);
  });

  it.each([
    ["Czy wysyłacie paczki za granicę?", "Tak, paczki wysyłamy także za granicę."],
    ["こんにちは、日本に発送できますか。", "はい、日本にも発送いたします。"],
    ["Отправляете ли вы в Германию?", "Да, отправляем."],
    ["Ürünü iade edebilir miyim lütfen?", "Evet, altmış gün içinde iade edebilirsiniz."],
  ])("leaves alone what is said in a language that it can't compare: %s", async (question, said) => {
    expect((await ask({ question, said })).text).toBe(said);
  });

  it("leaves out what has no grounds beside what has", async () => {
    const said = "You can return any lamp within 60 days [1]. In Sweden the law gives you 14 days more.";
    const { text, outcome } = await ask({ question: "Is a moody lamp refundable, legally?", said });
    expect(text).toBe("You can return any lamp within 60 days [1].");
    expect(outcome.citations).toHaveLength(1);
    expect(outcome.receipt.withheld).toBe(said);
  });

  it("keeps what the model asks, and takes no address for that", async () => {
    const said = "See [our fruit](mailto:help@lumen.example?subject=Fruit). Which one do you want?";
    const configuration = { instructions: "Write to help@lumen.example." };
    const { text } = await ask({ question: "Do you sell bananas?", said, configuration });
    expect(text).toBe("I did not find an answer to this in the pages I know. Which one do you want?");
  });

  it("lets another model start over where one failed whose words nobody saw", async () => {
    const fault = new ModelFault("cut");
    const { text, outcome } = await ask({ question: "Do you sell bananas?", said: "Yes, for 3", fault });
    expect(text).toMatch(notFound);
    expect(outcome.error).toBeNull();
    expect(outcome.receipt).toMatchObject({ model: "pilothouse-builtin", credits: 0 });
  });

  it.each([
    ["may say what its model knows", { configuration: { knowledge: "general" as const } }],
    ["only tells its model to keep to them", { configuration: { knowledge: "sources" as const } }],
    ["drafts a reply that a person reads first", { isDraft: true }],
  ])("says it where it %s", async (_, given) => {
    const said = "Yes, we sell bananas.";
    expect((await ask({ question: "Do you sell bananas?", said, ...given })).text).toBe(said);
  });
});

interface Asking {
  question: string;
  said: string;
  history?: PastMessage[];
  configuration?: Partial<AgentConfiguration>;
  isDraft?: boolean;
  fault?: ModelFault;
}

async function ask({ question, said, history = [], configuration = {}, isDraft = false, fault }: Asking) {
  async function stream(_: ChatRequest, hear: Hear): Promise<void> {
    for (const piece of said.split(/(?<= )/)) hear({ type: "text", text: piece });
    if (fault) throw fault;
    hear({ type: "finish", reason: "stop" });
  }
  const entry = findModel("gpt-4o") ?? expect.fail("it is in the catalogue");
  const answering = createAnswering({
    retrieve: createTestRetrieve(),
    models: { open: async () => ({ entry, model: { stream } }) },
  });
  const agent = {
    ...{ organizationId: "o", agentId: "a", status: "live" as const, version: 1, parts: {} },
    configuration: {
      ...{ name: "Lumi", icon: "lamp", description: "", instructions: "", language: "auto" },
      personality: { preset: "friendly" as const, text: "" },
      ...{ ...defaultBehavior, knowledge: "strict" as const, model: "gpt-4o", ...configuration },
    },
  };
  const asker = { contactId: "c", isVerified: false, pageUrl: null, preview: false, answerKey: "m.1" };
  const { signal } = new AbortController();
  const answer = answering.answer({ agent, asker, context: null, history, question, isDraft, signal });
  let text = "";
  await answer.speak((piece) => void (text += piece));
  return { text, outcome: answer.outcome() };
}

function rule(text: string): AgentConfiguration["guidance"][number] {
  const when = { words: [], pages: [], audience: "everyone" as const };
  return { title: "Christmas", category: "other", text, isEnabled: true, when };
}
