import type { DataSourceConfig } from "../../../../shared/contract/knowledge/sourceConfigs.ts";
import { questionKey, questionsCharacters, questionsLimit } from "../../../../shared/domain/questions.ts";
import type { AnsweredQuestion } from "../../../../shared/domain/questions.ts";
import { AppError, type FieldError } from "../../../../shared/errors/errors.ts";
import { newId } from "../../../database/ids.ts";

/** A question with its answer, and the id by which it is changed. */
export type Question = Extract<DataSourceConfig, { kind: "qa" }>["questions"][number];

/** Gives new questions their ids, and refuses what is there twice or too much in all. `field` names where they stand. */
export function checkQuestions(questions: readonly Question[], field = "config.questions"): Question[] {
  const seen = new Set<string>();
  const ids = new Set<string>();
  const fields: FieldError[] = [];
  questions.forEach(({ question }, index) => {
    const key = questionKey(question);
    if (seen.has(key)) {
      const message = "This question already exists.";
      fields.push({ path: `body.data.${field}.${index}.question`, message });
    }
    seen.add(key);
  });
  const characters = questions.reduce(
    (sum, { question, answer }) => sum + question.length + answer.length,
    0,
  );
  if (characters > questionsCharacters || questions.length > questionsLimit) {
    const message = "One source holds 1,000 questions and 200,000 characters. Add another for the rest.";
    fields.push({ path: `body.data.${field}`, message });
  }
  if (fields.length > 0) throw new AppError("invalid_input", { fields });
  return questions.map((one) => {
    const id = one.id && !ids.has(one.id) ? one.id : newId(Date.now());
    ids.add(id);
    return { ...one, id };
  });
}

/** Puts questions beside those that are there; one that is there already gets the new answer. */
export function addToQuestions(there: readonly Question[], added: readonly AnsweredQuestion[]): Question[] {
  const byKey = new Map(there.map((one) => [questionKey(one.question), one]));
  for (const { question, answer } of added) {
    const key = questionKey(question);
    byKey.set(key, { id: byKey.get(key)?.id ?? "", question, answer });
  }
  return checkQuestions([...byKey.values()], "questions");
}

/** The questions without that one; a source always has one. */
export function withoutQuestion(questions: readonly Question[], id: string): Question[] {
  if (!questions.some((one) => one.id === id)) throw new AppError("not_found");
  if (questions.length === 1) {
    throw new AppError("conflict", { message: "This is the last question. Delete the source instead." });
  }
  return questions.filter((one) => one.id !== id);
}
