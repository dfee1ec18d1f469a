import { findBlockedTopic, matchGuidance } from "../../shared/domain/guidance.ts";
import { builtinModel } from "../../shared/domain/models.ts";
import type { Retrieve } from "../knowledge/retrieve.ts";
import type { Models } from "../models/models.ts";
import { createByModel } from "./byModel.ts";
import type { Speaking } from "./byModel.ts";
import { keepGood, lookUp } from "./lookUp.ts";
import { AnswerRecord } from "./record.ts";
import type { AnswerOutcome, Say } from "./record.ts";
import type { Question } from "./question.ts";
import { writeRefusal } from "./refusals.ts";
import { rewriteQuestion } from "./rewrite.ts";
import { rewriteByModel } from "./rewriteByModel.ts";
import { spendFreely, type Spend } from "./spend.ts";
import { streamBuiltin } from "./streamBuiltin.ts";
import { answerForPerson } from "./answerForPerson.ts";
import type { FoundTools } from "./tools/tool.ts";
import { actBuiltin, tellDone, useBuiltin } from "./skills/actBuiltin.ts";
import { isHandover, listSkills, mayBePicked, proposeIn } from "./skills/offeredSkills.ts";
import type { AnswerSkills } from "./skills/offeredSkills.ts";
import type { ToldRows } from "./skills/tellRows.ts";
import { asksOnlyForPerson } from "./tools/wantsPerson.ts";

/** One answer while it is made. */
export interface Answer {
  /** Says the text piece by piece, once. It ends early without throwing where the model fails: `outcome` says so then. */
  speak(say: Say): Promise<void>;
  /** What is behind the text so far; whole once all was said. */
  outcome(): AnswerOutcome;
}

export interface Answering {
  answer(question: Question): Answer;
}

export interface AnsweringOptions {
  retrieve: Retrieve;
  models: Pick<Models, "open">;
  /** Takes what a model costs from the budgets; without it there are none. */
  spend?: Spend;
  /** Gives what an agent's models may use beside its skills. */
  findTools?: (asked: Question) => Promise<FoundTools>;
  /** Looks up rows of data collections without a language model; without it none are. */
  lookUpRows?: (asked: Question) => Promise<ToldRows | null>;
  /** What agents can do; without it they only answer. */
  skills?: AnswerSkills;
  /** Is told of faults that no caller waits for. */
  report?: (error: unknown) => void;
  now?: () => number;
}

const noSkills: AnswerSkills = {
  list: async () => [],
  listEffects: async () => [],
  findSignIn: async () => null,
  prepare: async () => ({ before: null }),
  read: () => Promise.reject(new Error("There are no skills.")),
};

/** Makes answers: finds passages, lets a model or the built-in one speak, and keeps the receipt. */
export function createAnswering(options: AnsweringOptions): Answering {
  const {
    retrieve,
    models,
    spend = spendFreely,
    findTools = async () => () => [],
    lookUpRows = async () => null,
    report = () => {},
  } = options;
  const { skills = noSkills, now = Date.now } = options;
  const { prepareNext, tryModel } = createByModel({
    ...{ retrieve, models, spend, skills, findTools, report, now },
  });
  return {
    answer: (asked) => {
      const record = new AnswerRecord(asked);
      return { speak: (say) => speak(asked, record, say), outcome: () => record.outcome() };
    },
  };

  async function speak(asked: Question, record: AnswerRecord, say: Say): Promise<void> {
    const { agent, history, question, asker, signal } = asked;
    const { guidance, guardrails, model, fallbackModel } = agent.configuration;
    if (asked.done) return tellOutcome(asked, record, say);
    const blocked = findBlockedTopic(guardrails.blockedTopics, question);
    if (blocked) return decline({ asked, record, say }, blocked.name);

    const offering = asked.offersPerson?.() ?? Promise.resolve(false);
    offering.catch(() => {}); // thrown where it is waited for
    // The team itself writes a draft.
    if (!asked.isDraft && asksOnlyForPerson(question, history)) {
      const hasPerson = await offering;
      const skill = hasPerson ? (await listSkills(skills, asked)).find(isHandover) : undefined;
      if (!skill) record.handsOver = hasPerson;
      const text = skill
        ? await useBuiltin(skill, { asked, skills, propose: proposeIn(record), now: now() })
        : answerForPerson(asked, hasPerson, now());
      return record.keep(async (hear) => hear(text), say);
    }

    record.rules = matchGuidance(guidance, { question, ...asker });
    // The built-in model needs no other behind it.
    const waiting = model === builtinModel ? [] : [model, fallbackModel ?? builtinModel];
    // All that a model needs besides the passages is made ready while they are looked for.
    const first = prepareNext(asked, record, waiting);
    first.catch(() => {}); // thrown where it is waited for
    try {
      // The answer comes first: what rewrites the question is paid from what the answer leaves.
      const isAnswerPaid = async () => model === builtinModel || (await first) !== null;
      const byModel = await rewriteByModel(asked, { models, spend, isAnswerPaid });
      record.rewrote(byModel?.question ?? rewriteQuestion(question, history), byModel);
      const wanted = record.rewrittenQuestion ?? question;
      const passages = wanted.trim() === "" ? [] : await lookUp(retrieve, asked, { wanted, signal, record });
      signal.throwIfAborted();
      record.found(keepGood(passages));
    } catch (error) {
      const prepared = await first.catch(() => null);
      await prepared?.spent.giveBack();
      throw error;
    }

    record.offersPerson = await offering;
    for (let next = await first; next; next = await prepareNext(asked, record, waiting)) {
      const reason = await tryModel({ asked, record, say }, next);
      if (reason === null) return;
      record.fallBack(next.entry.value, reason);
    }
    if (record.hasFallenBack && question.trim() === "") return record.fail(filesNeedModel);
    if (await tryActing(asked, record, say)) return;
    await record.keep((hear) => streamBuiltin({ asked, record, signal }, hear), say);
  }

  /** Says what came of an action; nothing is looked up, for the result is all that there is to tell. */
  async function tellOutcome(asked: Question, record: AnswerRecord, say: Say): Promise<void> {
    const { model, fallbackModel } = asked.agent.configuration;
    const waiting = model === builtinModel ? [] : [model, fallbackModel ?? builtinModel];
    for (
      let next = await prepareNext(asked, record, waiting);
      next;
      next = await prepareNext(asked, record, waiting)
    ) {
      const reason = await tryModel({ asked, record, say }, { ...next, tools: Promise.resolve(null) });
      if (reason === null) return;
      record.fallBack(next.entry.value, reason);
    }
    const { done } = asked;
    if (done) await record.keep(async (hear) => hear(tellDone(asked, done)), say);
  }

  /** Does without a language model what the question calls for; gives whether it called for anything. */
  async function tryActing(asked: Question, record: AnswerRecord, say: Say): Promise<boolean> {
    const list = (await listSkills(skills, asked)).filter(mayBePicked);
    const acting = { asked, list, skills, propose: proposeIn(record), now: now() };
    const text = list.length === 0 ? null : await actBuiltin(acting);
    if (text === null) return tryRows(asked, record, say);
    await record.keep(async (hear) => hear(text), say);
    return true;
  }

  /** Says what a data collection holds of what was asked; gives whether it holds anything. */
  async function tryRows(asked: Question, record: AnswerRecord, say: Say): Promise<boolean> {
    const told = asked.done ? null : await lookUpRows(asked);
    if (told === null) return false;
    record.passages.unshift(...told.cited.map(({ passage }) => passage));
    record.cited = told.cited;
    await record.keep(async (hear) => hear(told.text), say);
    return true;
  }
}

/** Says that this is not talked about; no model is asked and nothing is looked up. */
async function decline({ asked, record, say }: Speaking, topic: string): Promise<void> {
  const { question, agent } = asked;
  const { language, guardrails } = agent.configuration;
  record.blockedTopic = topic;
  const refusal = writeRefusal({ refusal: guardrails.refusal, language, question });
  await record.keep(async (hear) => hear(refusal), say);
}

/** The built-in model has nothing to go by where the visitor sent files and no word. */
const filesNeedModel = {
  kind: "unavailable",
  message: "Files can't be read at the moment. Please ask in words.",
} as const;

export type { AnswerOutcome };
