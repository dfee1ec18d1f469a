import type { ReactNode } from "react";
import { formRows } from "./formRows.ts";
import { SaveAsField } from "./SaveAsField.tsx";
import type { StepFormProps } from "./stepForm.ts";
import { VariableField } from "./VariableField.tsx";

/** The list, and what each of its items is called. */
export function LoopForm({
  config,
  onChange,
  errorOf,
  variables,
  isReadOnly,
}: StepFormProps<"loop">): ReactNode {
  return (
    <div className={formRows}>
      <VariableField
        label="List"
        value={config.list}
        placeholder="orders[?total > `50`]"
        onChange={(list) => onChange({ list })}
        variables={variables}
        error={errorOf("list")}
        hint="A variable, or a JMESPath expression."
        isExpression
        isDisabled={isReadOnly}
      />
      <SaveAsField
        label="Name of the item"
        value={config.item}
        onChange={(item) => onChange({ item })}
        error={errorOf("item")}
        isReadOnly={isReadOnly}
      />
    </div>
  );
}
