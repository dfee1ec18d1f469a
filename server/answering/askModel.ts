import type { LanguageModelEntry } from "../../shared/domain/models.ts";
import { findWindow } from "../../shared/domain/modelWindows.ts";
import type { ModelWindow } from "../../shared/domain/modelWindows.ts";
import { withoutCitations } from "../../shared/domain/citations.ts";
import type { Mask } from "../../shared/domain/personalData.ts";
import type { ChatModel, ChatRequest, Hear } from "../models/chatModel.ts";
import { ModelFault } from "../models/fault.ts";
import { converse } from "./converse.ts";
import { readFiles } from "./files.ts";
import { fitWindow } from "./fitWindow.ts";
import { joinTurns, planHistory } from "./history.ts";
import type { Turn } from "./history.ts";
import { draftRules, toolRules, withoutMarks, writeQuestion, writeSystemPrompt } from "./prompt.ts";
import { writeTime } from "./writeTime.ts";
import type { Question } from "./question.ts";
import type { AnswerRecord } from "./record.ts";
import { openToolbox } from "./tools/toolbox.ts";
import type { Tool, ToolResult } from "./tools/tool.ts";
import { writeDone } from "./skills/writeDone.ts";
import { fileRules, writeTurn } from "./writeFiles.ts";
import type { AskedFile, GivenFile } from "./askedFile.ts";

export interface ModelStream {
  model: ChatModel;
  entry: Pick<LanguageModelEntry, "isAttachmentsSupported" | "name" | "provider">;
  asked: Question;
  record: AnswerRecord;
  /** What the model may use; none for one that can't use any. */
  tools?: Tool[];
  /** Is told where the model can't use tools after all. */
  noteToolless?: () => void;
  now?: () => number;
}

/**
 * Asks with all files of the conversation that the model may take, and with tools. A file that it can't take would be
 * in the way of every later question, and so would tools: where it refuses, it is asked once more without them.
 */
export async function askModel(options: ModelStream, mask: Mask | null, hear: Hear): Promise<void> {
  const { model, entry, asked, record, tools = [], noteToolless } = options;
  const { history, files = [], context, summary, signal } = asked;
  const said = writeSaid(asked);
  const planned = planHistory(history, summary);
  const older = planned.turns.flatMap((turn) => turn.files);
  // What is on pages is public; what people write is not.
  const hide = mask?.hide ?? ((text: string) => text);
  const written = planned.turns.map((turn) => ({ ...turn, content: hide(writeEarlier(turn)) }));
  const about = context && hideValues(context, hide);
  record.summary = planned.summary;
  const inShort = planHistory(history, summary, hide).summary;
  const time = writeTime(asked.agent.configuration.hours, options.now?.() ?? Date.now());
  const teamNotes = (asked.teamNotes ?? []).map(hide);
  const told = { question: hide(said), context: about, summary: inShort, time };
  const window = findWindow(entry);
  const { turns: earlier, passages } = fitWindow({
    ...{ window, turns: written, passages: record.passages, hasTools: tools.length > 0 },
    fixed: [writeSystem({ asked, record, teamNotes }), writeQuestion({ ...told, passages: [] }).content],
  });
  record.keepFirst(passages.length);
  const last = writeQuestion({ ...told, passages });
  const turns = joinTurns([...earlier, { role: "user", content: last.content, files }]);
  const takesBinaries = entry.isAttachmentsSupported;
  const given = await readFiles([...older, ...files], { takesBinaries, hide });
  signal.throwIfAborted();
  for (let offered = tools; ;) {
    record.files = [...given].map(([{ name }, { use }]) => ({ name, use }));
    const note = record.note.bind(record);
    const noteUsage = (usage: NonNullable<ToolResult["usage"]>) => hear({ type: "usage", ...usage });
    const toolbox =
      offered.length > 0 ? openToolbox({ tools: offered, signal, mask, note, noteUsage }) : null;
    const hasTools = toolbox !== null;
    const request = writeRequest({ asked, turns, given, hide, record, hasTools, teamNotes, window });
    record.hidden = mask?.count() ?? 0;
    try {
      return await converse({ model, request, toolbox }, hear);
    } catch (error) {
      if (!(error instanceof ModelFault) || record.hasText) throw error;
      // Texts go as text: they are in no model's way.
      const doubtful = older.filter((file) => "file" in (given.get(file) ?? {}));
      if (error.kind === "file" && doubtful.length > 0)
        doubtful.forEach((file) => given.set(file, { use: "left_out" }));
      else if (error.kind === "tools" && toolbox) {
        offered = [];
        noteToolless?.();
      } else throw error;
    } finally {
      toolbox?.close();
    }
  }
}

/** What a model is asked: the visitor's words, or to tell what came of an action. */
function writeSaid({ question, done }: Question): string {
  if (done) return writeDone(done);
  return question.trim() === "" ? "(They sent files and wrote nothing.)" : question;
}

/** Numbers of earlier answers stand for other passages now, and what a visitor wrote imitates no markup of ours. */
function writeEarlier({ role, content }: Turn): string {
  return role === "assistant" ? withoutCitations(content) : withoutMarks(content);
}

/** Hides what is in the values; their names are the site's own. */
function hideValues(
  context: Record<string, unknown>,
  hide: (text: string) => string,
): Record<string, unknown> {
  const json = JSON.stringify(context, (_, value: unknown) => {
    if (typeof value !== "string" && typeof value !== "number") return value;
    const hidden = hide(String(value));
    return hidden === String(value) ? value : hidden;
  });
  return JSON.parse(json) as Record<string, unknown>; // an object went in
}

interface Instructed {
  asked: Question;
  record: AnswerRecord;
  teamNotes: string[];
}

interface Written extends Instructed {
  turns: Turn[];
  given: Map<AskedFile, GivenFile>;
  hide: (text: string) => string;
  hasTools: boolean;
  window: ModelWindow;
}

function writeRequest({ turns, given, hide, hasTools, window, ...instructed }: Written): ChatRequest {
  const { signal, isDraft } = instructed.asked;
  const further = [isDraft && draftRules, given.size > 0 && fileRules, hasTools && toolRules];
  return {
    system: [writeSystem(instructed), ...further].filter(Boolean).join("\n\n"),
    messages: turns.map((turn) => writeTurn(turn, { given, hide })),
    ...(window.sendsAnswer && { maxTokens: window.answer }),
    signal,
  };
}

function writeSystem({ asked, record, teamNotes }: Instructed): string {
  return writeSystemPrompt(asked.agent.configuration, { guidance: record.rules, teamNotes });
}
