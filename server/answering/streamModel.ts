import type { ChatModel, ChatPart, ChatRequest } from "../models/chatModel.ts";
import { ModelFault } from "../models/fault.ts";
import { allowUrls } from "./allowedUrls.ts";
import type { Question } from "./question.ts";
import { createCiteFilter } from "./citeFilter.ts";
import { readFiles } from "./files.ts";
import type { GivenFile, AskedFile } from "./files.ts";
import { joinTurns, windowHistory } from "./history.ts";
import type { Turn } from "./history.ts";
import { writeQuestion, writeSystemPrompt } from "./prompt.ts";
import type { AnswerRecord } from "./record.ts";
import { fileRules, writeTurn } from "./writeFiles.ts";

export interface ModelStream {
  model: ChatModel;
  asked: Question;
  record: AnswerRecord;
}

/** Streams a model's answer with its links and citations checked; throws its ModelFault after what was said before it. */
export async function* streamModel({ model, asked, record }: ModelStream): AsyncGenerator<string> {
  const { agent, signal } = asked;
  const { passages } = record;
  const filter = createCiteFilter({
    passages: passages.length,
    isAllowed: allowUrls(passages, agent.configuration.instructions),
  });
  const readCited = () => {
    record.cited = filter.cited().flatMap((number) => {
      const passage = passages[number - 1];
      return passage ? [{ passage }] : [];
    });
  };
  try {
    for await (const part of askModel({ model, asked, record })) {
      if (part.type === "attempt") record.attempts = part.number;
      if (part.type === "usage") ({ tokensIn: record.tokensIn, tokensOut: record.tokensOut } = part);
      if (part.type === "finish" && part.reason === "length") record.cutAtLimit();
      if (part.type === "text") {
        const text = filter.push(part.text);
        readCited();
        yield text;
      }
    }
  } catch (error) {
    if (!signal.aborted) yield filter.end();
    readCited();
    throw error;
  }
  const rest = filter.end();
  readCited();
  yield rest;
}

/**
 * Asks with all files of the conversation. One that a model can't take would stand in the way of every later question:
 * where it refuses, it is asked once more without those that went along with earlier ones.
 */
async function* askModel({ model, asked, record }: ModelStream): AsyncGenerator<ChatPart> {
  const { history, question, files = [], context, signal } = asked;
  const { passages } = record;
  const said = question.trim() === "" ? "(They sent files and wrote nothing.)" : question;
  const before = windowHistory(history);
  const older = before.flatMap((turn) => turn.files);
  const last: Turn = { ...writeQuestion({ question: said, passages, context }), files };
  const turns = joinTurns([...before, last]);
  const given = await readFiles([...older, ...files]);
  signal.throwIfAborted();
  const write = () => {
    record.files = [...given].map(([{ name }, { use }]) => ({ name, use }));
    return writeRequest({ asked, turns, given });
  };
  try {
    yield* model.stream(write());
  } catch (error) {
    const isRefused = error instanceof ModelFault && error.kind === "file";
    if (!isRefused || !older.some((file) => given.get(file)?.use !== "left_out")) throw error;
    older.forEach((file) => given.set(file, { use: "left_out" }));
    yield* model.stream(write());
  }
}

interface Written {
  asked: Question;
  turns: Turn[];
  given: Map<AskedFile, GivenFile>;
}

function writeRequest({ asked, turns, given }: Written): ChatRequest {
  const system = writeSystemPrompt(asked.agent.configuration);
  return {
    system: given.size > 0 ? `${system}\n\n${fileRules}` : system,
    messages: turns.map((turn) => writeTurn(turn, given)),
    signal: asked.signal,
  };
}
