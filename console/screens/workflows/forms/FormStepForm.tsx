import type { ReactNode } from "react";
import { FormFieldRows } from "./FormFieldRows.tsx";
import { formRows } from "./formRows.ts";
import { SaveAsField } from "./SaveAsField.tsx";
import type { StepFormProps } from "./stepForm.ts";
import { VariableField } from "./VariableField.tsx";

/** The form that a visitor fills in. */
export function FormStepForm({
  config,
  onChange,
  errorOf,
  variables,
  isReadOnly,
}: StepFormProps<"form">): ReactNode {
  return (
    <div className={formRows}>
      <VariableField
        label="Text above the form"
        rows={2}
        value={config.text}
        onChange={(text) => onChange({ text })}
        variables={variables}
        isDisabled={isReadOnly}
      />
      <FormFieldRows
        label="Fields"
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
