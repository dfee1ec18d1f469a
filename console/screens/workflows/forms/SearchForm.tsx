import type { ReactNode } from "react";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { clamp } from "./clamp.ts";
import { formRows } from "./formRows.ts";
import { SaveAsField } from "./SaveAsField.tsx";
import type { StepFormProps } from "./stepForm.ts";
import { VariableField } from "./VariableField.tsx";

/** What is looked for in the agent's sources. */
export function SearchForm({
  config,
  onChange,
  errorOf,
  variables,
  isReadOnly,
}: StepFormProps<"search">): ReactNode {
  return (
    <div className={formRows}>
      <VariableField
        label="Question"
        rows={2}
        value={config.question}
        placeholder="{{message.text}}"
        onChange={(question) => onChange({ question })}
        variables={variables}
        error={errorOf("question")}
        isDisabled={isReadOnly}
      />
      <TextField
        label="Maximum passages"
        type="number"
        value={String(config.limit)}
        onChange={(typed) => onChange({ limit: clamp(typed, { least: 1, most: 20 }) })}
        isDisabled={isReadOnly}
      />
      <SaveAsField
        value={config.saveAs}
        onChange={(saveAs) => onChange({ saveAs })}
        error={errorOf("saveAs")}
        isReadOnly={isReadOnly}
      />
    </div>
  );
}
