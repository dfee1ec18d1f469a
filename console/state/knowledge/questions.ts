import { listDataSources } from "../../../shared/contract/knowledge/knowledge.ts";
import {
  addQuestions as addQuestionsCall,
  removeQuestion as removeQuestionCall,
  updateQuestion as updateQuestionCall,
} from "../../../shared/contract/knowledge/questions.ts";
import { questionsLimit } from "../../../shared/domain/questions.ts";
import type { AnsweredQuestion } from "../../../shared/domain/questions.ts";
import { callSources } from "./callSources.ts";
import { createDataSource, sourceParams, takeSource } from "./dataSources.ts";
import type { SourcePlace } from "./dataSources.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** Puts questions into a source; one that is there already gets the new answer. */
export async function addQuestions(
  place: SourcePlace,
  questions: readonly AnsweredQuestion[],
): Promise<void> {
  const body = { data: { questions: [...questions] } };
  takeSource((await callSources(addQuestionsCall, { params: sourceParams(place), body })).data);
}

type QuestionPlace = SourcePlace & { questionId: string };

export async function updateQuestion(place: QuestionPlace, data: AnsweredQuestion): Promise<void> {
  const params = { ...sourceParams(place), questionId: place.questionId };
  takeSource((await callSources(updateQuestionCall, { params, body: { data } })).data);
}

export async function removeQuestion(place: QuestionPlace): Promise<void> {
  const params = { ...sourceParams(place), questionId: place.questionId };
  takeSource((await callSources(removeQuestionCall, { params })).data);
}

/**
 * Answers a question for good: in the agent's newest source of questions that has room, or in its first one. Gives which
 * it is; it is read when `waitUntilRead` has ended.
 */
export async function answerQuestion(place: AgentPlace, one: AnsweredQuestion): Promise<SourcePlace> {
  const params = { orgId: place.orgId, productId: place.agentId };
  const { items } = await callSources(listDataSources, { params, query: { page: 1, limit: 100 } });
  const source = items.find(({ config }) => config.kind === "qa" && config.questions.length < questionsLimit);
  if (source) {
    await addQuestions({ ...place, sourceId: source.id }, [one]);
    return { ...place, sourceId: source.id };
  }
  const { id } = await createDataSource(place, {
    name: "Answers",
    config: { kind: "qa", questions: [{ id: "", ...one }] },
  });
  return { ...place, sourceId: id };
}
