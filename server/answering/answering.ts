import { builtinModel, findModel } from "../../shared/domain/models.ts";
import type { Receipt } from "../../shared/contract/conversations.ts";
import type { FoundPassage, Retrieve } from "../knowledge/retrieve.ts";
import type { Models } from "../models/models.ts";
import { ModelFault } from "../models/fault.ts";
import { AnswerRecord } from "./record.ts";
import type { AnswerOutcome } from "./record.ts";
import type { Question } from "./question.ts";
import { rewriteQuestion } from "./rewrite.ts";
import { streamBuiltin } from "./streamBuiltin.ts";
import { streamModel } from "./streamModel.ts";

/** One answer while it is made. */
export interface Answer {
  /** Gives the text piece by piece. It ends early without throwing where the model fails: `outcome` says so then. */
  text: AsyncIterable<string>;
  /** What stands behind the text so far; whole once `text` has ended. */
  outcome(): AnswerOutcome;
}

export interface Answering {
  answer(question: Question): Answer;
}

export interface AnsweringOptions {
  retrieve: Retrieve;
  models: Pick<Models, "open">;
}

const passagesWanted = 8;

/** Makes answers: finds passages, lets a model or the built-in one speak, and keeps the receipt. */
export function createAnswering({ retrieve, models }: AnsweringOptions): Answering {
  return {
    answer: (asked) => {
      const record = new AnswerRecord(asked);
      return { text: speak(asked, record), outcome: () => record.outcome() };
    },
  };

  async function* speak(asked: Question, record: AnswerRecord): AsyncGenerator<string> {
    const { agent, history, question, signal } = asked;
    const { organizationId, agentId, configuration } = agent;
    record.rewrittenQuestion = rewriteQuestion(question, history);
    const wanted = record.rewrittenQuestion ?? question;
    const search = { organizationId, agentId, question: wanted, limit: passagesWanted, signal };
    const passages = wanted.trim() === "" ? [] : await retrieve(search);
    signal.throwIfAborted();
    record.found(passages);

    const fault = configuration.model === builtinModel ? null : yield* tryModel(asked, record);
    if (fault === "answered") return;
    if (fault !== null && question.trim() === "") return record.fail(filesNeedModel);
    if (fault !== null) record.fallBack(configuration.model, fault);
    yield* record.keep(streamBuiltin({ asked, record, signal }));
  }

  /** Gives why the configured model did not begin to answer, so that the built-in one does. */
  async function* tryModel(
    asked: Question,
    record: AnswerRecord,
  ): AsyncGenerator<string, "answered" | string> {
    const { model: value } = asked.agent.configuration;
    const opened = models.open(value);
    if (!opened) return `${findModel(value)?.label ?? value} is not set up on this installation.`;
    record.use(opened.entry);
    try {
      yield* record.keep(streamModel({ model: opened.model, asked, record }));
      return "answered";
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      if (record.hasText || saidByItself.has(error.kind)) record.fail(error);
      else return error.message;
      return "answered";
    }
  }
}

/** Ends that are the model's own answer to this question: quoting pages instead would hide them. */
const saidByItself = new Set<ModelFault["kind"]>(["filtered", "empty", "file"]);

/** The built-in model has nothing to go by where the visitor sent files and no word. */
const filesNeedModel = {
  kind: "unavailable",
  message: "Files can't be read at the moment. Please ask in words.",
} as const;

export type { AnswerOutcome, FoundPassage, Receipt };
