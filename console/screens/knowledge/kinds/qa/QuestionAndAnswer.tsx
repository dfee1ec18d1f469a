import type { ReactNode } from "react";
import type { RequestError } from "../../../../../shared/client/requestError.ts";
import { answerCharacters, questionCharacters } from "../../../../../shared/domain/questions.ts";
import type { AnsweredQuestion } from "../../../../../shared/domain/questions.ts";
import { TextArea } from "../../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../../shared/ui/TextField.tsx";
import { findFieldError } from "../../../../parts/fieldErrors.ts";

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
        hint="Word it as visitors would."
        isRequired={isRequired}
        autoFocus={autoFocus}
        limit={questionCharacters}
        value={question}
        onChange={(text) => onChange({ question: text, answer })}
        error={findFieldError(error, "question") ?? findFieldError(error, "0.question")}
      />
      <TextArea
        label="Answer"
        isRequired={isRequired}
        rows={5}
        limit={answerCharacters}
        value={answer}
        onChange={(text) => onChange({ question, answer: text })}
        error={findFieldError(error, "answer") ?? findFieldError(error, "0.answer")}
      />
    </>
  );
}
