import type { ChatModel } from "../models/chatModel.ts";
import { allowUrls } from "./allowedUrls.ts";
import type { Question } from "./question.ts";
import { createCiteFilter } from "./citeFilter.ts";
import { windowHistory } from "./history.ts";
import { writeQuestion, writeSystemPrompt } from "./prompt.ts";
import type { AnswerRecord } from "./record.ts";

export interface ModelStream {
  model: ChatModel;
  asked: Question;
  record: AnswerRecord;
}

/** Streams a model's answer with its links and citations checked; throws its ModelFault after what was said before it. */
export async function* streamModel({ model, asked, record }: ModelStream): AsyncGenerator<string> {
  const { agent, history, question, signal } = asked;
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
  const request = {
    system: writeSystemPrompt(agent.configuration),
    messages: joinTurns([...windowHistory(history), writeQuestion(question, passages)]),
    signal,
  };
  try {
    for await (const part of model.stream(request)) {
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

type Turn = ReturnType<typeof writeQuestion>;

/** Providers want turns to alternate; a visitor who wrote twice gets both into one. */
function joinTurns(turns: Turn[]): Turn[] {
  const joined: Turn[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    if (last?.role === turn.role) last.content = `${last.content}\n\n${turn.content}`;
    else joined.push({ ...turn });
  }
  return joined;
}
