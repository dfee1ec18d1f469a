import type { ReactNode } from "react";
import { formRows } from "./formRows.ts";
import type { StepFormProps } from "./stepForm.ts";
import { VariableField } from "./VariableField.tsx";

/** The result with which the run ends. */
export function EndForm({
  config,
  onChange,
  errorOf,
  variables,
  isReadOnly,
}: StepFormProps<"end">): ReactNode {
  return (
    <div className={formRows}>
      <VariableField
        label="Result (JMESPath)"
        value={config.expression}
        placeholder="{total: order.total}"
        onChange={(expression) => onChange({ expression })}
        variables={variables}
        error={errorOf("expression")}
        isExpression
        isDisabled={isReadOnly}
      />
    </div>
  );
}
