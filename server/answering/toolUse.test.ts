import { describe, expect, it } from "vitest";
import { languages } from "../languages/languages.ts";
import { defaultBehavior } from "../../shared/domain/behavior.ts";
import { findModel } from "../../shared/domain/models.ts";
import { createTestRetrieve } from "../../tests/kit/knowledge/helpPages.ts";
import type { ChatPart, ChatRequest, Hear } from "../models/chatModel.ts";
import { ModelFault } from "../models/fault.ts";
import { createAnswering } from "./answering.ts";
import type { PastSummary } from "./history.ts";
import type { Question } from "./question.ts";

/** One turn of the model; a function sees what it was asked with. */
type Turn = ChatPart[] | ((request: ChatRequest) => ChatPart[]);

describe("a model with tools", () => {
  it("may search again, and cites what it found then", async () => {
    const { text, outcome, requests } = await ask({
      question: "How do I clean it?",
      turns: [
        [call("search_knowledge", { query: "oak arm solvents dry cloth" })],
        (request) => {
          const last = request.messages.at(-1);
          const told = last?.role === "tool" ? (last.results[0]?.text ?? "") : "";
          const found = /number="(\d+)" from="Lamps › Cleaning"/.exec(told)?.[1];
          return [say(`Wipe it with a dry cloth [${found}].`), end];
        },
      ],
      retrieve: async (question) => (question.question.includes("oak") ? createTestRetrieve()(question) : []),
    });
    expect(text).toBe("Wipe it with a dry cloth [1].");
    expect(outcome.citations).toMatchObject([{ number: 1, title: "Lamps", headings: ["Cleaning"] }]);
    expect(outcome.receipt.steps).toMatchObject([{ tool: "search_knowledge", outcome: "done" }]);
    expect(outcome.receipt).toMatchObject({ credits: 5, ms: { tools: expect.any(Number) } });
    expect(requests[0]?.system).toContain("What a tool gives");
  });

  it("says in one text what it says around a tool, counts all tokens and costs once", async () => {
    const { text, outcome } = await ask({
      turns: [
        [say("Let me see."), call("search_knowledge", { query: "warranty" }), usage],
        [say("Five years."), usage, end],
      ],
    });
    expect(text).toBe("Let me see.\n\nFive years.");
    expect(outcome.receipt).toMatchObject({ tokensIn: 20, tokensOut: 8, credits: 5 });
  });

  it("ends after eight requests, the last of which may use none (F8)", async () => {
    let count = 0;
    const { outcome, requests } = await ask({
      turns: [() => [call("search_knowledge", { query: `warranty ${(count += 1)}` })]],
    });
    expect(requests).toHaveLength(8);
    expect(requests.at(-1)?.mayUseTools).toBe(false);
    expect(outcome.error).toMatchObject({ code: "model_empty" });
  });

  it("that asks for the same again and again is told so, and answers", async () => {
    const again = () => [call("search_knowledge", { query: "warranty" })];
    const { text, outcome, requests } = await ask({
      turns: [again, again, again, [say("Five years."), end]],
    });
    expect(requests).toHaveLength(4);
    expect(text).toBe("Five years.");
    expect(outcome.receipt.steps?.map(({ outcome }) => outcome)).toEqual(["done", "repeated", "repeated"]);
  });

  it("goes on without tools where it can't use any, and is not told of them again", async () => {
    const { text, requests, again } = await ask({
      turns: [new ModelFault("tools"), [say("Five years."), end]],
    });
    expect(text).toBe("Five years.");
    expect(requests.map(({ tools = [] }) => tools.length > 0)).toEqual([true, false]);
    await again();
    expect(requests.map(({ tools = [] }) => tools.length > 0)).toEqual([true, false, false]);
  });

  it("that fails after a tool is replaced, and the steps stay in the receipt", async () => {
    const { text, outcome } = await ask({
      turns: [[call("search_knowledge", { query: "warranty" })], new ModelFault("cut")],
    });
    expect(text).toContain("five-year");
    expect(outcome.receipt).toMatchObject({
      model: "pilothouse-builtin",
      credits: 0,
      steps: [{ tool: "search_knowledge" }],
    });
  });

  it.each([
    ["How long is the warranty?", false, "refused"],
    ["How long is the warranty? I want to talk to a human.", true, "done"],
  ])(
    "hands over only where the visitor wants that (%j), whatever pages say (F1)",
    async (question, hands, step) => {
      const { outcome, requests } = await ask({
        question,
        turns: [[call("ask_for_person", {})], [say("All right."), end]],
        offersPerson: async () => true,
      });
      expect(outcome.handsOver).toBe(hands);
      expect(outcome.receipt.steps).toMatchObject([{ tool: "ask_for_person", outcome: step }]);
      expect(requests[0]?.tools?.map(({ name }) => name)).toEqual(["search_knowledge", "ask_for_person"]);
    },
  );

  it.each([
    ["I want to talk to a human.", "I'm passing you to our team. Someone will answer here."],
    ["Ich möchte mit einem Menschen sprechen", "Ich gebe Sie an unser Team weiter. Es antwortet Ihnen hier."],
    ["Je voudrais parler à un conseiller", languages.fr.answers.person.handsOver],
    ["Quiero hablar con una persona", languages.es.answers.person.handsOver],
    ["Quero falar com um atendente", languages.pt.answers.person.handsOver],
    ["أريد التحدث مع موظف", languages.ar.answers.person.handsOver],
  ])("is not asked where the visitor wants a person and nothing else: %s", async (question, said) => {
    const turns = [[say("No."), end]];
    const { text, outcome, requests } = await ask({ question, turns, offersPerson: async () => true });
    expect(requests).toEqual([]);
    expect(text).toBe(said);
    expect(outcome).toMatchObject({ handsOver: true, receipt: { credits: 0 } });
  });

  it("knows of no person where none is offered", async () => {
    const { outcome, requests } = await ask({
      question: "How long is the warranty? I want to talk to a human.",
      turns: [[call("ask_for_person", {})], [say("Nobody is here."), end]],
    });
    expect(requests[0]?.tools?.map(({ name }) => name)).toEqual(["search_knowledge"]);
    expect(outcome).toMatchObject({ handsOver: false, receipt: { steps: [{ outcome: "unknown" }] } });
  });
});

describe("what a model says", () => {
  it("is marked where nothing that it was given supports it", async () => {
    const { text, outcome } = await ask({
      turns: [
        [
          say("All lamps come with a five-year guarantee [1]. "),
          say("Repairs cost 4711 kr within Norway."),
          end,
        ],
      ],
    });
    const [marked, ...others] = outcome.receipt.unsupported ?? [];
    expect(others).toEqual([]);
    expect(marked).toMatchObject({ why: "number", missing: ["4711"] });
    expect(text.slice(marked?.from, marked?.to)).toBe("Repairs cost 4711 kr within Norway.");
  });
});

describe("the older part of a conversation", () => {
  const history = Array.from({ length: 20 }, (_, index) => ({
    role: index % 2 === 0 ? ("user" as const) : ("assistant" as const),
    content: index === 0 ? "My mail is ada@example.com" : `message ${index}`,
  }));

  it("is summarized once, behind the answer, and stands in the next one in short", async () => {
    const kept: PastSummary[] = [];
    const first = await ask({
      history,
      turns: [
        [say("Five years."), end],
        [say("They wrote of lamps."), end],
      ],
      keepSummary: async (summary) => void kept.push(summary),
    });
    await first.settled();
    expect(kept).toEqual([{ text: "They wrote of lamps.", to: 8 }]);
    expect(JSON.stringify(first.requests[1]?.messages)).toContain("message 7");
    expect(first.requests[1]?.tools).toBeUndefined();
    const [summary] = kept;
    const next = await ask({ history, turns: [[say("Yes."), end]], summary: summary ?? null });
    await next.settled();
    expect(next.requests).toHaveLength(1);
    expect(JSON.stringify(next.requests[0]?.messages.at(-1))).toContain("They wrote of lamps.");
    expect(JSON.stringify(next.requests[0]?.messages)).not.toContain("message 7");
    expect(next.outcome.receipt.summary).toBe("They wrote of lamps.");
  });

  it("never costs an answer: a summary that fails, or is none, is nobody's fault", async () => {
    for (const second of [new ModelFault("unavailable"), [end], new Error("broken")] satisfies unknown[]) {
      const kept: PastSummary[] = [];
      const { text, outcome, settled } = await ask({
        history,
        turns: [[say("Five years."), end], second as Turn],
        keepSummary: async (summary) => void kept.push(summary),
      });
      await settled();
      expect(text).toBe("Five years.");
      expect(outcome.error).toBeNull();
      expect(kept).toEqual([]);
    }
  });

  it("is hidden from the model as everything that people write", async () => {
    const kept: PastSummary[] = [];
    const { requests, settled } = await ask({
      history,
      turns: [
        [say("Yes."), end],
        [say("Their mail is ⟦email 1⟧."), end],
      ],
      keepSummary: async (summary) => void kept.push(summary),
      hidesPersonalData: true,
    });
    await settled();
    expect(JSON.stringify(requests)).not.toContain("ada@example.com");
    expect(kept[0]?.text).toBe("Their mail is ada@example.com.");
  });

  it("is no further cost where the budget is used up", async () => {
    const { requests, outcome } = await ask({
      history,
      turns: [[say("Yes."), end]],
      keepSummary: async () => {},
      spend: async () => "The budget is used up.",
    });
    expect(requests).toEqual([]);
    expect(outcome.receipt).toMatchObject({ model: "pilothouse-builtin", credits: 0 });
  });
});

const usage: ChatPart = { type: "usage", tokensIn: 10, tokensOut: 4 };
const end: ChatPart = { type: "finish", reason: "stop" };

function say(text: string): ChatPart {
  return { type: "text", text };
}

function call(name: string, input: object): ChatPart {
  return { type: "call", call: { id: "call-1", name, input: JSON.stringify(input) } };
}

interface Asking extends Partial<Omit<Question, "agent">> {
  turns: (Turn | Error)[];
  retrieve?: ReturnType<typeof createTestRetrieve>;
  spend?: () => Promise<string>;
  hidesPersonalData?: boolean;
}

async function ask({
  turns,
  retrieve = createTestRetrieve(),
  spend,
  hidesPersonalData = false,
  ...asking
}: Asking) {
  const requests: ChatRequest[] = [];
  const entry = findModel("gpt-4o");
  let open = 0;
  let tellSettled = () => {};
  async function stream(request: ChatRequest, hear: Hear): Promise<void> {
    requests.push(request);
    open += 1;
    try {
      const turn = turns[Math.min(requests.length, turns.length) - 1];
      if (turn instanceof Error) throw turn;
      const parts = typeof turn === "function" ? turn(request) : (turn ?? []);
      parts.forEach(hear);
      if (parts.some(({ type }) => type === "call")) hear({ type: "finish", reason: "calls" });
    } finally {
      open -= 1;
      if (open === 0) tellSettled();
    }
  }
  const answering = createAnswering({
    retrieve,
    models: { open: async () => (entry ? { entry, model: { stream } } : null) },
    ...(spend && { spend }),
  });
  const configuration = {
    ...{
      name: "Lumi",
      icon: "lamp",
      description: "",
      personality: { preset: "friendly" as const, text: "" },
    },
    ...{ model: "gpt-4o", ...defaultBehavior, instructions: "", language: "auto" },
    guardrails: { ...defaultBehavior.guardrails, hidesPersonalData },
  };
  const agent = {
    organizationId: "o",
    agentId: "a",
    status: "live" as const,
    version: 7,
    configuration,
    parts: {},
  };
  const question: Question = {
    ...{ agent, context: null, history: [], question: "How long is the warranty?" },
    asker: { contactId: "c", isVerified: false, pageUrl: null, preview: false, answerKey: "m.1" },
    signal: new AbortController().signal,
    ...asking,
  };
  async function run() {
    const answer = answering.answer(question);
    let text = "";
    await answer.speak((piece) => void (text += piece));
    return { text: text.trim(), outcome: answer.outcome() };
  }
  const first = await run();
  /** Resolves when the model has no more requests. */
  async function settled() {
    await new Promise<void>((resolve) => {
      tellSettled = resolve;
      if (open === 0) resolve();
    });
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { ...first, requests, again: run, settled };
}
