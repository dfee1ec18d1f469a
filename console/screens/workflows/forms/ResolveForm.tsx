import type { ReactNode } from "react";
import { formRows } from "./formRows.ts";
import type { StepFormProps } from "./stepForm.ts";
import { VariableField } from "./VariableField.tsx";

/** What is said before the conversation is resolved. */
export function ResolveForm({
  config,
  onChange,
  variables,
  isReadOnly,
}: StepFormProps<"resolve">): ReactNode {
  return (
    <div className={formRows}>
      <VariableField
        label="Closing message"
        rows={2}
        value={config.text}
        placeholder="Thanks for writing to us."
        onChange={(text) => onChange({ text })}
        variables={variables}
        isDisabled={isReadOnly}
      />
    </div>
  );
}
