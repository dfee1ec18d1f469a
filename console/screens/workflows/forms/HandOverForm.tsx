import type { ReactNode } from "react";
import { formRows } from "./formRows.ts";
import type { StepFormProps } from "./stepForm.ts";
import { VariableField } from "./VariableField.tsx";

/** The note with which the team gets the conversation. */
export function HandOverForm({
  config,
  onChange,
  variables,
  isReadOnly,
}: StepFormProps<"handOver">): ReactNode {
  return (
    <div className={formRows}>
      <VariableField
        label="Note for the team"
        rows={3}
        value={config.note}
        onChange={(note) => onChange({ note })}
        variables={variables}
        limit={2500}
        isDisabled={isReadOnly}
      />
    </div>
  );
}
