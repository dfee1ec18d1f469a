import * as v from "valibot";
import { call } from "../call.ts";
import { dataSource, maxSourceBytes, oneDataSource } from "./knowledge.ts";
import { answeredQuestion, listQuestionsOf } from "./sourceConfigs.ts";
import { data } from "../shapes.ts";

// Apart from the other calls on data sources, because only the screens that change questions need them.
const writes = { member: "knowledge.update" } as const;

/** A question that is there already gets the new answer. What stays the same is not read again. */
export const addQuestions = call({
  family: "console",
  method: "POST",
  path: `${oneDataSource}/questions`,
  who: writes,
  audit: "Added questions to a data source",
  summary: "Adds questions with their answers to a source of them, and syncs it.",
  maxBodyBytes: maxSourceBytes,
  body: data(v.strictObject({ questions: listQuestionsOf(answeredQuestion) })),
  answer: data(dataSource),
});

export const updateQuestion = call({
  family: "console",
  method: "PUT",
  path: `${oneDataSource}/questions/{questionId}`,
  who: writes,
  audit: "Changed a question of a data source",
  summary: "Changes one question or its answer, and syncs the source.",
  body: data(answeredQuestion),
  answer: data(dataSource),
});

export const removeQuestion = call({
  family: "console",
  method: "DELETE",
  path: `${oneDataSource}/questions/{questionId}`,
  who: writes,
  audit: "Deleted a question of a data source",
  summary: "Deletes one question with its answer, and syncs the source. The last one can't be deleted.",
  answer: data(dataSource),
});
