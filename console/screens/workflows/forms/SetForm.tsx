import type { ReactNode } from "react";
import { formRows, pairRow } from "./formRows.ts";
import { Rows } from "../../../parts/Rows.tsx";
import { SaveAsField } from "./SaveAsField.tsx";
import type { StepFormProps } from "./stepForm.ts";
import { VariableField } from "./VariableField.tsx";

/** Variables with the expressions that give their values. */
export function SetForm({
  config,
  onChange,
  errorOf,
  variables,
  isReadOnly,
}: StepFormProps<"set">): ReactNode {
  return (
    <div className={formRows}>
      <Rows
        label="Variables"
        noun="variable"
        rows={config.values}
        most={30}
        onChange={(values) => onChange({ values })}
        makeRow={() => ({ name: `value${config.values.length + 1}`, expression: "" })}
        error={errorOf("values")}
        isReadOnly={isReadOnly}
      >
        {({ name, expression }, set) => (
          <div className={pairRow}>
            <SaveAsField
              label="Name"
              value={name}
              onChange={(typed) => set({ name: typed })}
              error={undefined}
              isReadOnly={isReadOnly}
            />
            <VariableField
              label="Value (JMESPath)"
              value={expression}
              placeholder="length(orders)"
              onChange={(typed) => set({ expression: typed })}
              variables={variables}
              isExpression
              isDisabled={isReadOnly}
            />
          </div>
        )}
      </Rows>
    </div>
  );
}
