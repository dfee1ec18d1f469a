import { findBlockedTopic, matchGuidance } from "../../shared/domain/guidance.ts";
import { listAudiences } from "../../shared/domain/sourceAudience.ts";
import { builtinModel, findModel, type LanguageModelEntry } from "../../shared/domain/models.ts";
import { isOffered } from "../../shared/domain/skillOffers.ts";
import { createMask } from "../../shared/domain/personalData.ts";
import type { FoundPassage, Retrieve, TermUse, VectorUse } from "../knowledge/retrieve.ts";
import type { ChatModel } from "../models/chatModel.ts";
import type { Models } from "../models/models.ts";
import { ModelFault } from "../models/fault.ts";
import { AnswerRecord } from "./record.ts";
import type { AnswerOutcome, Say } from "./record.ts";
import type { Question } from "./question.ts";
import { writeRefusal } from "./refusals.ts";
import { findFocus } from "./focus.ts";
import { rewriteQuestion } from "./rewrite.ts";
import { rewriteByModel } from "./rewriteByModel.ts";
import { spendFreely, type Spend, type Spent } from "./spend.ts";
import { streamBuiltin } from "./streamBuiltin.ts";
import { streamModel } from "./streamModel.ts";
import { writeSummary } from "./summary.ts";
import { answerForPerson } from "./answerForPerson.ts";
import { requestHandoff } from "./tools/askForPerson.ts";
import { searchKnowledge } from "./tools/searchKnowledge.ts";
import type { FoundTools, Tool } from "./tools/tool.ts";
import { actBuiltin, tellDone, useBuiltin } from "./skills/actBuiltin.ts";
import type { ProposedAction } from "./skills/planUse.ts";
import { skillTool } from "./skills/skillTool.ts";
import type { ToldRows } from "./skills/tellRows.ts";
import { canBeAsked } from "../actions/mcp/toolInputs.ts";
import type { Skills } from "../actions/skills/createSkills.ts";
import type { StoredSkill } from "../actions/skills/stored.ts";
import { asksOnlyForPerson } from "./tools/wantsPerson.ts";
import { rememberToolless } from "./tools/toolless.ts";

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
  skills?: Pick<Skills, "list" | "read" | "listEffects" | "findSignIn" | "prepare">;
  /** Is told of faults that no caller waits for. */
  report?: (error: unknown) => void;
  now?: () => number;
}

const passagesWanted = 12;

/** A model that is to answer, and whose credits are taken. */
interface Prepared {
  entry: LanguageModelEntry;
  model: ChatModel;
  spent: Spent;
  /** Null for a model that takes none. */
  tools: Promise<OwnTools | null>;
  noteToolless(): void;
}

interface Speaking {
  asked: Question;
  record: AnswerRecord;
  say: Say;
}

/** What a model may use here besides searching again. */
interface OwnTools {
  offersPerson: boolean;
  list: StoredSkill[];
  found: FoundTools;
}

const noSkills: Pick<Skills, "list" | "read" | "listEffects" | "findSignIn" | "prepare"> = {
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
  const toolless = rememberToolless();
  const written = new Map<string, number>();
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
      const skill = hasPerson ? (await listSkills(asked)).find(isHandover) : undefined;
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
      const passages = wanted.trim() === "" ? [] : await lookUp(asked, { wanted, signal, record });
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

  /** Prepares the first of the models that wait which can answer; null where the built-in one is next. */
  async function prepareNext(
    asked: Question,
    record: AnswerRecord,
    waiting: string[],
  ): Promise<Prepared | null> {
    for (let value = waiting.shift(); value && value !== builtinModel; value = waiting.shift()) {
      const prepared = await prepare(asked, value);
      if (typeof prepared !== "string") return prepared;
      record.fallBack(value, prepared);
    }
    return null;
  }

  /** Opens a model and takes its credits; gives why not where it can't answer. */
  async function prepare(asked: Question, value: string): Promise<Prepared | string> {
    const { agent, asker } = asked;
    const opened = await models.open(agent.organizationId, value);
    if (!opened) return `${findModel(value)?.label ?? value} is not set up on this installation.`;
    const { entry, model } = opened;
    const spent = await spend({ agent, asker, credits: entry.creditsPerMessage });
    if (typeof spent === "string") return spent;
    const key = `${agent.organizationId} ${value}`;
    const tools = toolless.has(key) ? Promise.resolve(null) : findOwnTools(asked);
    tools.catch(() => {}); // thrown where it is waited for
    return { entry, model, spent, tools, noteToolless: () => toolless.add(key) };
  }

  /** Gives why this model did not begin to answer, so that the next one does; null where it answered. */
  async function tryModel(
    { asked, record, say }: Speaking,
    { entry, model, spent, tools: own, noteToolless }: Prepared,
  ): Promise<string | null> {
    const isFallback = record.hasFallenBack;
    record.use(entry);
    try {
      const found = await own;
      const tools = found === null ? [] : gatherTools(asked, record, found);
      const options = { model, entry, asked, record, tools, noteToolless, now };
      await record.keep((hear) => streamModel(options, hear), say);
      summarizeLater(model, asked);
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      // The chat took the file for the agent's own model: that another one refuses it is no fault of the file's.
      const isOwn = saidByItself.has(error.kind) && !(isFallback && error.kind === "file");
      if (!record.hasText && !isOwn) return error.message;
      record.fail(error);
    } finally {
      // An empty result costs nothing, however it ended.
      if (!record.hasText) await spent.giveBack();
    }
    return null;
  }

  async function findOwnTools(asked: Question): Promise<OwnTools> {
    const { offersPerson = async () => false } = asked;
    const [offers, list, found] = await Promise.all([offersPerson(), listSkills(asked), findTools(asked)]);
    return { offersPerson: offers, list, found };
  }

  /** What a model that makes vectors sees of the question is hidden from it like from the one that answers. */
  function lookUp(
    { agent, asker, sourceIds }: Question,
    { wanted, signal, record }: LookUp,
  ): Promise<FoundPassage[]> {
    const { organizationId, agentId, configuration } = agent;
    const outward = configuration.guardrails.hidesPersonalData ? createMask().hide(wanted) : wanted;
    const noteVectors = (use: VectorUse) => void (record && (record.vectors = use));
    const noteTerms = (terms: TermUse) => void (record && (record.terms = terms));
    const limit = passagesWanted;
    const audiences = listAudiences(asker);
    return retrieve({
      organizationId,
      agentId,
      question: emphasize(wanted),
      audiences,
      sourceIds,
      outward,
      limit,
      noteVectors,
      noteTerms,
      signal,
    });
  }

  function gatherTools(asked: Question, record: AnswerRecord, own: OwnTools): Tool[] {
    const { question, history } = asked;
    const find = (wanted: string, signal: AbortSignal) => lookUp(asked, { wanted, signal });
    const ask = () => void (record.handsOver = true);
    return [
      searchKnowledge({ passages: record.passages, find }),
      // A skill of the owner's that hands over takes the place of ours.
      ...(own.offersPerson && !own.list.some(isHandover) ? [requestHandoff({ question, history, ask })] : []),
      ...own.list.map((skill) => skillTool({ skill, asked, skills, propose: proposeIn(record) })),
      ...own.found(record.passages),
    ];
  }

  /** The team itself sends a draft, and of what was decided on nothing more is done. */
  async function listSkills(asked: Question): Promise<StoredSkill[]> {
    if (asked.isDraft || asked.done) return [];
    const list = (await skills.list(asked.agent)).filter((skill) => isOffered(skill, asked.asker));
    if (!list.some(isHandover) || (await asked.offersPerson?.())) return list;
    return list.filter((skill) => !isHandover(skill));
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
    const list = (await listSkills(asked)).filter(mayBePicked);
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

  /** Nobody waits for a summary: it is for the answers that follow, and its failure is nobody's. */
  function summarizeLater(model: ChatModel, asked: Question): void {
    void writeSummary(model, asked, written).catch(report);
  }
}

function isHandover({ config }: StoredSkill): boolean {
  return config.kind === "handover";
}

/** Keeps what is proposed with the answer; a hand-over for which nothing is asked comes with its end. */
function proposeIn(record: AnswerRecord): (action: ProposedAction) => void {
  return (action) => {
    record.actions.push(action);
    if (isHandover(action.skill) && action.fields.length === 0) record.handsOver = true;
  };
}

/** What a form can't ask for only language models can give, and which row is to be changed nobody knows by its number. */
function mayBePicked({ config }: StoredSkill): boolean {
  if (config.kind === "collection") return config.does === "add";
  return config.kind !== "mcp" || canBeAsked(config.inputSchema);
}

/**
 * Leaves out what is far behind the best: eight passages are enough where the others say less of what was asked, and a
 * model reads only a limited number of their characters.
 */
function keepGood(passages: FoundPassage[]): FoundPassage[] {
  const best = passages[0]?.score ?? 0;
  let left = mostCharacters;
  return passages.filter(({ score, text }, rank) => {
    const isGood = score >= best * (rank < usualPassages ? leastShare : goodShare);
    if (!isGood || (rank > 0 && text.length > left)) return false;
    left -= text.length;
    return true;
  });
}

const usualPassages = 8;
const leastShare = 0.25;
const goodShare = 0.6;
const mostCharacters = 24_000;

/** What a long message asks is looked for more than what it tells besides. */
function emphasize(question: string): string {
  const focus = findFocus(question);
  return focus === null ? question : `${question}\n${focus}`;
}

interface LookUp {
  wanted: string;
  signal: AbortSignal;
  /** Of the first search: what a model looks up besides is told as its step. */
  record?: AnswerRecord;
}

/** Says that this is not talked about; no model is asked and nothing is looked up. */
async function decline({ asked, record, say }: Speaking, topic: string): Promise<void> {
  const { question, agent } = asked;
  const { language, guardrails } = agent.configuration;
  record.blockedTopic = topic;
  const refusal = writeRefusal({ refusal: guardrails.refusal, language, question });
  await record.keep(async (hear) => hear(refusal), say);
}

/** Ends that are the model's own answer to this question: quoting pages instead would hide them. */
const saidByItself = new Set<ModelFault["kind"]>(["filtered", "empty", "file"]);

/** The built-in model has nothing to go by where the visitor sent files and no word. */
const filesNeedModel = {
  kind: "unavailable",
  message: "Files can't be read at the moment. Please ask in words.",
} as const;

export type { AnswerOutcome };
