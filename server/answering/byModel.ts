import { builtinModel, findModel, type LanguageModelEntry } from "../../shared/domain/models.ts";
import type { StoredSkill } from "../actions/skills/stored.ts";
import type { Retrieve } from "../knowledge/retrieve.ts";
import type { ChatModel } from "../models/chatModel.ts";
import { ModelFault } from "../models/fault.ts";
import type { Models } from "../models/models.ts";
import { lookUp } from "./lookUp.ts";
import type { Question } from "./question.ts";
import type { AnswerRecord, Say } from "./record.ts";
import { isHandover, listSkills, proposeIn } from "./skills/offeredSkills.ts";
import type { AnswerSkills } from "./skills/offeredSkills.ts";
import { skillTool } from "./skills/skillTool.ts";
import type { Spend, Spent } from "./spend.ts";
import { streamModel } from "./streamModel.ts";
import { writeSummary } from "./summary.ts";
import { requestHandoff } from "./tools/askForPerson.ts";
import { searchKnowledge } from "./tools/searchKnowledge.ts";
import type { FoundTools, Tool } from "./tools/tool.ts";
import { rememberToolless } from "./tools/toolless.ts";

/** A model that is to answer, and whose credits are taken. */
interface Prepared {
  entry: LanguageModelEntry;
  model: ChatModel;
  spent: Spent;
  /** Null for a model that takes none. */
  tools: Promise<OwnTools | null>;
  noteToolless(): void;
}

/** An answer, and to whom it is said. */
export interface Speaking {
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

interface ByModelOptions {
  retrieve: Retrieve;
  models: Pick<Models, "open">;
  spend: Spend;
  skills: AnswerSkills;
  findTools: (asked: Question) => Promise<FoundTools>;
  report: (error: unknown) => void;
  now: () => number;
}

/** Lets language models answer: makes the next one ready, and tries it. */
export function createByModel(options: ByModelOptions) {
  const { retrieve, models, spend, skills, findTools, report, now } = options;
  const toolless = rememberToolless();
  const written = new Map<string, number>();

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
    const [offers, list, found] = await Promise.all([
      offersPerson(),
      listSkills(skills, asked),
      findTools(asked),
    ]);
    return { offersPerson: offers, list, found };
  }

  function gatherTools(asked: Question, record: AnswerRecord, own: OwnTools): Tool[] {
    const { question, history } = asked;
    const find = (wanted: string, signal: AbortSignal) => lookUp(retrieve, asked, { wanted, signal });
    const ask = () => void (record.handsOver = true);
    return [
      searchKnowledge({ passages: record.passages, find }),
      // A skill of the owner's that hands over takes the place of ours.
      ...(own.offersPerson && !own.list.some(isHandover) ? [requestHandoff({ question, history, ask })] : []),
      ...own.list.map((skill) => skillTool({ skill, asked, skills, propose: proposeIn(record) })),
      ...own.found(record.passages),
    ];
  }

  /** Nobody waits for a summary: it is for the answers that follow, and its failure is nobody's. */
  function summarizeLater(model: ChatModel, asked: Question): void {
    void writeSummary(model, asked, written).catch(report);
  }

  return { prepareNext, tryModel };
}

/** Ends that are the model's own answer to this question: quoting pages instead would hide them. */
const saidByItself = new Set<ModelFault["kind"]>(["filtered", "empty", "file"]);
