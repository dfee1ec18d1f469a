import type { AnsweredQuestion } from "../../../../../shared/domain/questions.ts";

/** One question that is typed, and those of a table. */
export interface QuestionsDraft {
  kind: "qa";
  name: string;
  question: string;
  answer: string;
  more: readonly (AnsweredQuestion & { id?: string })[];
}
