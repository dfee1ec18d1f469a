import type { ReactNode } from "react";
import { FormFieldRows } from "./FormFieldRows.tsx";
import { formRows } from "./formRows.ts";
import { SaveAsField } from "./SaveAsField.tsx";
import type { StepFormProps } from "./stepForm.ts";
import { VariableField } from "./VariableField.tsx";

/** What the model is asked, and the fields that it fills in. */
export function ModelForm({
  config,
  onChange,
  errorOf,
  variables,
  isReadOnly,
}: StepFormProps<"model">): ReactNode {
  return (
    <div className={formRows}>
      <VariableField
        label="Prompt"
        rows={4}
        value={config.prompt}
        placeholder="Summarize this for the team: {{message.text}}"
        onChange={(prompt) => onChange({ prompt })}
        variables={variables}
        error={errorOf("prompt")}
        isDisabled={isReadOnly}
      />
      <VariableField
        label="Instructions"
        rows={2}
        value={config.instructions}
        placeholder="One sentence, no greeting."
        onChange={(instructions) => onChange({ instructions })}
        variables={variables}
        isDisabled={isReadOnly}
      />
      <FormFieldRows
        label="Return fields instead of text"
        fields={config.fields}
        onChange={(fields) => onChange({ fields })}
        error={errorOf("fields")}
        isReadOnly={isReadOnly}
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
