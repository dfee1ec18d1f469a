import { createHash } from "node:crypto";
import type { Question } from "./questions.ts";
import { storePage } from "../../sync/storePage.ts";
import type { Reading } from "../../sync/reading.ts";
import type { PageToStore } from "../../sync/pageToStore.ts";

/** Stores each question as a page of one passage: its title is the question, which counts more than the answer. */
export async function readQuestions(reading: Reading, questions: readonly Question[]): Promise<void> {
  await reading.record.set({ found: questions.length });
  for (const question of questions) {
    reading.signal.throwIfAborted();
    await storePage(reading, {
      key: question.id,
      url: null,
      fileId: null,
      document: makeDocument(question),
    });
  }
}

function makeDocument({ question, answer }: Question): PageToStore["document"] {
  return {
    title: question,
    language: null,
    hash: digest(JSON.stringify([question, answer])),
    characters: question.length + answer.length,
    passages: [{ text: answer, headings: [], position: {}, hash: digest(answer).slice(0, 32) }],
  };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
