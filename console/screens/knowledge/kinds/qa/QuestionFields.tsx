import type { ReactNode } from "react";
import type { RequestError } from "../../../../../shared/client/requestError.ts";
import type { QuestionsDraft } from "./questionsDraft.ts";
import { QuestionAndAnswer } from "./QuestionAndAnswer.tsx";
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
