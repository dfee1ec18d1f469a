import type { WrittenEvent } from "../../../../shared/contract/conversations/messages/assist.ts";
import { builtinModel } from "../../../../shared/domain/models.ts";
import type { LanguageModelEntry } from "../../../../shared/domain/models.ts";
import { createMask } from "../../../../shared/domain/personalData.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import type { AnsweringAgent } from "../../../agents/find.ts";
import { pieces } from "../../../answering/pieces.ts";
import type { Asker } from "../../../answering/question.ts";
import { newId } from "../../../database/ids.ts";
import type { ChatModel } from "../../../models/chatModel.ts";
import { ModelFault } from "../../../models/fault.ts";
import type { ConversationDeps } from "../../deps.ts";
import { askerOf } from "../../answers/question.ts";
import { asTeams } from "./asTeams.ts";
import type { Talk } from "../../answers/talk.ts";

export type WriterDeps = Pick<ConversationDeps, "models" | "spend">;

/** A model that an agent has, with the way to it. */
export interface OpenedModel {
  entry: LanguageModelEntry;
  model: ChatModel;
}

/** What a model is to write: what it is told, and the data that it does it with. */
export interface Writing {
  talk: Talk;
  userId: string;
  task: string;
  /** What people wrote goes through `hide` before any of it is cut: half a number is not known for one. */
  data: (hide: (text: string) => string) => string;
  signal: AbortSignal;
  /** Keeps the whole text for everybody: then it is charged by that alone, and nobody pays for half of one. */
  keep?: (written: Written) => Promise<Kept>;
}

/** A whole text, by whom, and for how much. */
export interface Written {
  text: string;
  model: string;
  credits: number;
}

/** What became of it. */
export interface Kept {
  end: WrittenEnd;
  isCharged: boolean;
}

/** The most that is taken of what a model writes; a message has half of it. */
const longestText = 16_000;

/** Gives the agent's models that there is a way to, in the order in which they are asked; none where the built-in one is all. */
export async function openWriters(deps: WriterDeps, agent: AnsweringAgent): Promise<OpenedModel[]> {
  const { model, fallbackModel } = agent.configuration;
  const values = new Set([model, fallbackModel ?? builtinModel]);
  values.delete(builtinModel);
  const opened = await Promise.all([...values].map((value) => deps.models.open(agent.organizationId, value)));
  return opened.flatMap((found) => found ?? []);
}

/** Has one of the agent's models write for the team, and streams that; a text that costs nothing was none. */
export async function streamWriting(
  deps: WriterDeps,
  writing: Writing,
): Promise<AsyncGenerator<WrittenEvent>> {
  return write(deps, await needWriters(deps, writing.talk.agent), writing);
}

/** Gives the agent's models that there is a way to; without one it is refused. */
export async function needWriters(deps: WriterDeps, agent: AnsweringAgent): Promise<OpenedModel[]> {
  const writers = await openWriters(deps, agent);
  if (writers.length === 0)
    throw new AppError("conflict", { message: "The agent has no model that can write this." });
  return writers;
}

/** The end of a text that a model wrote, or did not. */
export type WrittenEnd = Exclude<WrittenEvent, { type: "delta" }>;

/** The same, taken together; without an end if the requester has left. */
export async function writeWhole(
  deps: WriterDeps,
  writing: Writing,
): Promise<{ text: string; end: WrittenEnd | null }> {
  const written: { text: string; end: WrittenEnd | null } = { text: "", end: null };
  for await (const event of await streamWriting(deps, writing)) {
    if (event.type === "delta") written.text += event.text;
    else written.end = event;
  }
  return written;
}

/** The first that says a word has it; the end names it, or says why none did. */
async function* write(
  { spend }: WriterDeps,
  writers: OpenedModel[],
  writing: Writing,
): AsyncGenerator<WrittenEvent> {
  const { talk, userId, signal, keep } = writing;
  const asker: Asker = { ...askerOf(talk), answerKey: newId() };
  const paid = asTeams(talk.agent, asker, userId);
  let failure = { code: "model_unavailable", message: "The model did not answer. Please try again." };
  for (const { entry, model } of writers) {
    const credits = entry.creditsPerMessage;
    const spent = await spend({ ...paid, credits });
    if (typeof spent === "string") {
      failure = { code: "budget", message: spent };
      continue;
    }
    let text = "";
    let kept: Kept | null = null;
    try {
      for await (const piece of pieces<string>((say) => speak(model, writing, say))) {
        text += piece;
        yield { type: "delta", text: piece };
      }
      if (keep) kept = await keep({ text, model: entry.label, credits });
      return yield kept?.end ?? { type: "done", model: entry.label, credits };
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ModelFault)) throw error;
      failure = { code: `model_${error.kind}`, message: error.message };
      if (text.trim() !== "") break;
    } finally {
      // An empty result costs nothing, however it ended.
      const isDue = keep ? kept?.isCharged : text.trim() !== "";
      if (!isDue) await spent.giveBack();
    }
  }
  yield { type: "failed", error: failure };
}

/** Says what a model makes of the data; personal data is hidden from it where the agent's owner wants that. */
async function speak(
  model: ChatModel,
  { talk, task, data, signal }: Writing,
  say: (text: string) => void,
): Promise<void> {
  const mask = talk.agent.configuration.guardrails.hidesPersonalData ? createMask() : null;
  const content = data(mask?.hide ?? ((text) => text));
  const show = (text: string) => clean(mask?.show(text) ?? text);
  let length = 0;
  const messages = [{ role: "user" as const, content }];
  await model.stream({ system: `${task}\n${mask ? markRule : ""}`, messages, signal }, (part) => {
    if (part.type === "finish" && part.reason === "length") throw new ModelFault("cut");
    if (part.type !== "text") return;
    length += part.text.length;
    if (length > longestText) throw new ModelFault("garbled");
    say(show(part.text));
  });
  const rest = clean(mask?.end() ?? "");
  if (rest) say(rest);
}

const markRule =
  "- Marks such as ⟦email 1⟧ stand for what was hidden from you. Write them as they are where you need them.";

/** A piece may end in the middle of a letter, so that its halves stay as they are. */
function clean(text: string): string {
  return text.replaceAll("\u0000", "");
}

/** Gives text between marks, which it can't end itself: its content is data. */
export function fence(name: string, text: string): string {
  const body = text.toWellFormed().replace(/<(?=\s*\/?\s*(?:text|conversation)\b)/gi, "‹");
  return `<${name}>\n${body}\n</${name}>`;
}
