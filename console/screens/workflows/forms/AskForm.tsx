import type { ReactNode } from "react";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { clamp } from "./clamp.ts";
import { FormFieldInputs } from "./FormFieldRows.tsx";
import { formRows } from "./formRows.ts";
import type { StepFormProps } from "./stepForm.ts";
import { VariableField } from "./VariableField.tsx";

/** What is asked, and which answers count. */
export function AskForm({
  config,
  onChange,
  errorOf,
  variables,
  isReadOnly,
}: StepFormProps<"ask">): ReactNode {
  const { text, field, retries, again } = config;
  return (
    <div className={formRows}>
      <VariableField
        label="Question"
        rows={2}
        value={text}
        onChange={(typed) => onChange({ text: typed })}
        variables={variables}
        error={errorOf("text")}
        isDisabled={isReadOnly}
      />
      <FormFieldInputs
        field={field}
        onChange={(part) => onChange({ field: { ...field, ...part } })}
        isReadOnly={isReadOnly}
        idLabel="Save as"
      />
      <TextField
        label="Retries after a wrong answer"
        type="number"
        value={String(retries)}
        onChange={(typed) => onChange({ retries: clamp(typed, { least: 0, most: 10 }) })}
        isDisabled={isReadOnly}
      />
      <VariableField
        label="Message after a wrong answer"
        rows={2}
        value={again}
        placeholder="The field’s own message"
        onChange={(typed) => onChange({ again: typed })}
        variables={variables}
        isDisabled={isReadOnly}
      />
    </div>
  );
}
