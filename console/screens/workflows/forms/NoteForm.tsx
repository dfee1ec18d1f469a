import type { ReactNode } from "react";
import { formRows } from "./formRows.ts";
import type { StepFormProps } from "./stepForm.ts";
import { VariableField } from "./VariableField.tsx";

/** What only the team reads. */
export function NoteForm({
  config,
  onChange,
  errorOf,
  variables,
  isReadOnly,
}: StepFormProps<"note">): ReactNode {
  return (
    <div className={formRows}>
      <VariableField
        label="Text"
        rows={3}
        value={config.text}
        onChange={(text) => onChange({ text })}
        variables={variables}
        error={errorOf("text")}
        hint="Only the team sees it."
        isDisabled={isReadOnly}
      />
    </div>
  );
}
