import type { ReactNode } from "react";
import type { WidgetSettings } from "../../shared/contract/surfaces/surfaces.ts";
import { maxMinimisedSuggestions, maxSuggestions } from "../../shared/domain/limits.ts";
import { LinesField } from "./LinesField.tsx";

type Suggestions = Pick<WidgetSettings, "suggestions" | "minimisedSuggestions">;

interface SuggestionFieldsProps {
  typed: Suggestions;
  onChange: (part: Partial<Suggestions>) => void;
  /** What the server says is wrong with a setting. */
  errorOf: (name: keyof Suggestions) => string | undefined;
}

/** Questions that visitors ask with one click. */
export function SuggestionFields({ typed, onChange, errorOf }: SuggestionFieldsProps): ReactNode {
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
        label="Next to the closed launcher"
        hint="Shown until a visitor first opens the chat."
        addLabel="Add line"
        most={maxMinimisedSuggestions}
        value={typed.minimisedSuggestions}
        onChange={(minimisedSuggestions) => onChange({ minimisedSuggestions })}
        error={errorOf("minimisedSuggestions")}
      />
    </>
  );
}
