import type { ReactNode } from "react";
import { maxMinimisedSuggestions, maxSuggestions } from "../../../shared/domain/limits.ts";
import type { FieldsProps } from "./fieldsProps.ts";
import { LinesField } from "../../parts/LinesField.tsx";

/** Questions that visitors ask with one click. */
export function SuggestionFields({ typed, onChange, errorOf }: FieldsProps): ReactNode {
  return (
    <>
      <LinesField
        label="Suggestions"
        hint="Questions that visitors ask with one click."
        addLabel="Add suggestion"
        most={maxSuggestions}
        value={typed.suggestions}
        onChange={(suggestions) => onChange({ suggestions })}
        error={errorOf("suggestions")}
      />
      <LinesField
        label="Beside the closed launcher"
        hint="Shown before the chat is opened for the first time."
        addLabel="Add line"
        most={maxMinimisedSuggestions}
        value={typed.minimisedSuggestions}
        onChange={(minimisedSuggestions) => onChange({ minimisedSuggestions })}
        error={errorOf("minimisedSuggestions")}
      />
    </>
  );
}
