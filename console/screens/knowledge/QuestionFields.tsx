import type { ReactNode } from "react";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { answerCharacters, questionCharacters } from "../../../shared/domain/questions.ts";
import type { AnsweredQuestion } from "../../../shared/domain/questions.ts";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import type { QuestionsDraft } from "./draft.ts";
import { QuestionTable } from "./QuestionTable.tsx";

interface QuestionFieldsProps {
  draft: QuestionsDraft;
  error: RequestError | null;
  autoFocus: boolean;
  onChange: (draft: QuestionsDraft) => void;
}

/** The first question of a new source, or a table of many. */
export function QuestionFields({ draft, error, autoFocus, onChange }: QuestionFieldsProps): ReactNode {
  return (
    <>
      <QuestionAndAnswer
        value={draft}
        error={error}
        isRequired={draft.more.length === 0}
        autoFocus={autoFocus}
        onChange={(one) => onChange({ ...draft, ...one })}
      />
      <QuestionTable onChange={(more) => onChange({ ...draft, more })} />
    </>
  );
}

interface QuestionAndAnswerProps {
  value: AnsweredQuestion;
  error: RequestError | null;
  isRequired?: boolean;
  autoFocus: boolean;
  onChange: (one: AnsweredQuestion) => void;
}

/** A question beside its answer. */
export function QuestionAndAnswer(props: QuestionAndAnswerProps): ReactNode {
  const { value, error, isRequired = true, autoFocus, onChange } = props;
  const { question, answer } = value;
  return (
    <>
      <TextField
        label="Question"
        hint="As visitors would ask it: the answer is found by these words."
        isRequired={isRequired}
        autoFocus={autoFocus}
        maxLength={questionCharacters}
        value={question}
        onChange={(text) => onChange({ question: text, answer })}
        error={findFieldError(error, "question") ?? findFieldError(error, "0.question")}
      />
      <TextArea
        label="Answer"
        isRequired={isRequired}
        rows={5}
        maxLength={answerCharacters}
        value={answer}
        onChange={(text) => onChange({ question, answer: text })}
        error={findFieldError(error, "answer") ?? findFieldError(error, "0.answer")}
      />
    </>
  );
}
