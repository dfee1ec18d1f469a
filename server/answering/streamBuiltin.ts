import { setImmediate as nextTurn } from "node:timers/promises";
import type { Question } from "./question.ts";
import { writeBuiltinAnswer } from "./builtin/writeAnswer.ts";
import type { AnswerRecord, Say } from "./record.ts";

const wordsAtOnce = 4;

/** Says the built-in model's answer in small pieces, one each time that the loop goes round. */
export async function streamBuiltin({ asked, record, signal }: BuiltinStream, say: Say): Promise<void> {
  const { name, language } = asked.agent.configuration;
  const { question, history } = asked;
  const earlier = history
    .filter(({ role }) => role === "user")
    .map(({ content }) => content)
    .reverse();
  const lastAnswer = history.findLast(({ role }) => role === "assistant")?.content ?? null;
  const { rewrittenQuestion, passages, terms } = record;
  const { text, cited } = writeBuiltinAnswer({
    ...{ name, language, question, rewrittenQuestion, passages, earlier, lastAnswer, terms },
  });
  record.cited = cited;
  const words = text.match(/\s*\S+/g) ?? [];
  for (let at = 0; at < words.length; at += wordsAtOnce) {
    signal.throwIfAborted();
    const piece = words.slice(at, at + wordsAtOnce).join("");
    say(piece.toWellFormed());
    await nextTurn();
  }
}

export interface BuiltinStream {
  asked: Question;
  record: AnswerRecord;
  signal: AbortSignal;
}
