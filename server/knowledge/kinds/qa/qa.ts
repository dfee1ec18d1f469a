import type { KindOfSource } from "../kind.ts";
import { checkQuestions } from "./questions.ts";
import { readQuestions } from "./readQuestions.ts";

/** Questions that somebody typed, with their answers. */
export const qa: KindOfSource<"qa"> = {
  check: (config) => ({ ...config, questions: checkQuestions(config.questions) }),
  name: ({ questions }) =>
    questions.length === 1 ? (questions[0]?.question ?? "").slice(0, 120) : "Questions",
  async read(reading, { questions }) {
    await readQuestions(reading, questions);
    return true;
  },
};
