import { addQuestions, removeQuestion, updateQuestion } from "../../shared/contract/knowledge/questions.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { handle, type MemberCaller, type Route } from "../requests/handle.ts";
import { lockSource } from "./find.ts";
import { readConfig } from "./present.ts";
import { addToQuestions, checkQuestions, withoutQuestion, type Question } from "./kinds/qa/questions.ts";
import { createSourceWork, type SourceWorkDeps } from "./sourceWork.ts";

/** The calls on single questions of a source: each changes the source as it is then, so that nobody undoes another's work. */
export function questionRoutes(deps: SourceWorkDeps): Route[] {
  const { presentOne, changeConfig } = createSourceWork(deps);

  async function change(
    { organizationId }: MemberCaller,
    params: { productId: string; datasourceId: string },
    next: (questions: Question[]) => Question[],
  ) {
    const key = { organizationId, agentId: params.productId, sourceId: params.datasourceId };
    const row = await deps.store.transaction(async (tx) => {
      const source = await lockSource(tx, key);
      const config = readConfig(source);
      if (config.kind !== "qa")
        throw new AppError("conflict", { message: "This source does not hold questions and answers." });
      const changed = { ...config, questions: next(config.questions) };
      return changeConfig(tx, source, { name: source.name, config: changed });
    });
    return presentOne(row);
  }

  return [
    handle(addQuestions, ({ caller, params, body }) =>
      change(caller, params, (there) => addToQuestions(there, body.data.questions)),
    ),

    handle(updateQuestion, ({ caller, params, body }) =>
      change(caller, params, (there) => {
        checkIsThere(there, params.questionId);
        const changed = there.map((one) => (one.id === params.questionId ? { ...one, ...body.data } : one));
        return checkChanged(changed);
      }),
    ),

    handle(removeQuestion, ({ caller, params }) =>
      change(caller, params, (there) => withoutQuestion(there, params.questionId)),
    ),
  ];
}

function checkIsThere(questions: readonly Question[], id: string): void {
  if (!questions.some((one) => one.id === id)) throw new AppError("not_found");
}

/** The form has one question only: what is wrong with the whole is said beside it. */
function checkChanged(questions: Question[]): Question[] {
  try {
    return checkQuestions(questions);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const fields = error.fields.map(({ path, message }) => ({
      path: path.endsWith(".question") ? "body.data.question" : "body.data.answer",
      message,
    }));
    throw new AppError("invalid_input", { fields });
  }
}
