import { defaultBehavior } from "../../../shared/domain/behavior.ts";
import { createAnswering } from "../../../server/answering/answering.ts";
import type { AnswerOutcome } from "../../../server/answering/answering.ts";
import type { Question } from "../../../server/answering/question.ts";
import type { Tool } from "../../../server/answering/tools/tool.ts";
import type { ChatRequest, Hear, ToolCall } from "../../../server/models/chatModel.ts";
import { createModels } from "../../../server/models/models.ts";
import type { WireFormat } from "../../kit/models/modelProvider.ts";
import { ways } from "./recordings.ts";

/** What became of one replay. */
export interface Replayed {
  /** What the model said in its first turn, before anything is cleaned, and what it asked for there. */
  text: string;
  calls: ToolCall[];
  /** What a visitor reads. */
  shown: string;
  outcome: AnswerOutcome;
}

export interface ReplayOptions {
  format: WireFormat;
  fetch: typeof fetch;
  /** The tools that the recorded model was told of. */
  tools: string[];
  /** How often a provider is asked again. */
  retries?: number;
}

/** A hang is one where nothing came for this long: the limits of the pipeline itself lie below. */
const patienceMs = 20_000;

/** Asks through the real pipeline, at a provider that is this fetch. Throws where it ends in anything but a stated outcome. */
export async function replay({ format, fetch, tools, retries = 0 }: ReplayOptions): Promise<Replayed> {
  const { model, settings } = ways[format];
  const limits = { retries, firstByteMs: 5000, betweenBytesMs: 5000 };
  const models = createModels({ settings, fetch, limits, wait: async () => {} });
  let text = "";
  const calls: ToolCall[] = [];
  let turns = 0;
  const answering = createAnswering({
    retrieve: async () => [],
    findTools: async () => () => tools.map(makeTool),
    models: {
      async open(organizationId, value) {
        const opened = await models.open(organizationId, value);
        if (!opened) return null;
        const { entry, model: real } = opened;
        async function stream(request: ChatRequest, hear: Hear): Promise<void> {
          turns += 1;
          const isFirst = turns === 1;
          await real.stream(request, (part) => {
            if (isFirst && part.type === "text") text += part.text;
            if (isFirst && part.type === "call") calls.push(part.call);
            hear(part);
          });
        }
        return { entry, model: { stream } };
      },
    },
  });
  const answer = answering.answer(ask(model));
  let shown = "";
  const reading = answer.speak((piece) => void (shown += piece));
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("It hangs.")), patienceMs);
  });
  await Promise.race([reading, hang]).finally(() => clearTimeout(timer));
  const outcome = answer.outcome();
  if (outcome.error && !/^model_[a-z_]+$/.test(outcome.error.code))
    throw new Error(`An outcome nobody knows: ${outcome.error.code}`);
  if (!outcome.error && shown.trim() === "") throw new Error("It ends without a word and without an error.");
  return { text, calls, shown, outcome };
}

/** In one word how it ended: the kind of fault, or what answered in the model's place. */
export function nameOutcome({ outcome }: Replayed): string {
  if (outcome.error) return outcome.error.code;
  return outcome.receipt.fallback ? "fallback" : "whole";
}

/** A tool of the recorded conversation, which takes anything and does nothing. */
function makeTool(name: string): Tool {
  return {
    ...{ name, description: "A tool of the recording.", inputSchema: { type: "object" }, hasEffects: false },
    check: (input) => ({ input }),
    run: async () => ({ text: "Done.", summary: "done" }),
  };
}

function ask(model: string): Question {
  const configuration = {
    ...{
      name: "Bench",
      icon: "lamp",
      description: "",
      personality: { preset: "friendly" as const, text: "" },
    },
    ...{ model, ...defaultBehavior, instructions: "", language: "en" },
  };
  const agent = {
    organizationId: "o",
    agentId: "a",
    status: "live" as const,
    version: 1,
    configuration,
    parts: {},
  };
  const asker = { contactId: "c", isVerified: false, pageUrl: null, preview: true, answerKey: "m.1" };
  return {
    agent,
    asker,
    context: null,
    history: [],
    question: "Hello there?",
    signal: new AbortController().signal,
  };
}
