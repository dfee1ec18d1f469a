import { setImmediate as nextTurn } from "node:timers/promises";
import type { Question } from "./question.ts";
import { writeBuiltinAnswer } from "./builtin/writeAnswer.ts";
import type { AnswerRecord } from "./record.ts";

const wordsAtOnce = 4;

/** Streams the built-in model's answer in small pieces, as fast as they are taken. */
export async function* streamBuiltin({ asked, record, signal }: BuiltinStream): AsyncGenerator<string> {
  const { name, language } = asked.agent.configuration;
  const { question } = asked;
  const { rewrittenQuestion, passages } = record;
  const { text, cited } = writeBuiltinAnswer({ name, language, question, rewrittenQuestion, passages });
  record.cited = cited;
  const words = text.match(/\s*\S+/g) ?? [];
  for (let at = 0; at < words.length; at += wordsAtOnce) {
    signal.throwIfAborted();
    yield words
      .slice(at, at + wordsAtOnce)
      .join("")
      .toWellFormed();
    await nextTurn();
  }
}

export interface BuiltinStream {
  asked: Question;
  record: AnswerRecord;
  signal: AbortSignal;
}
