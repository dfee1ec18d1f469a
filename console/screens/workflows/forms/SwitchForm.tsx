import type { ReactNode } from "react";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { formRows, pairRow } from "./formRows.ts";
import { makeOutletId } from "./makeOutletId.ts";
import { Rows } from "../../../parts/Rows.tsx";
import type { StepFormProps } from "./stepForm.ts";
import { VariableField } from "./VariableField.tsx";

/** The value, and the cases that it is compared with. */
export function SwitchForm({
  config,
  onChange,
  errorOf,
  variables,
  isReadOnly,
}: StepFormProps<"switch">): ReactNode {
  const { value, cases } = config;
  return (
    <div className={formRows}>
      <VariableField
        label="Value"
        value={value}
        onChange={(text) => onChange({ value: text })}
        variables={variables}
        error={errorOf("value")}
        isDisabled={isReadOnly}
      />
      <Rows
        label="Cases"
        noun="case"
        rows={cases}
        most={30}
        onChange={(changed) => onChange({ cases: changed })}
        makeRow={() => ({ id: makeOutletId(cases), label: `Case ${cases.length + 1}`, equals: "" })}
        error={errorOf("cases")}
        isReadOnly={isReadOnly}
      >
        {({ label, equals }, set) => (
          <div className={pairRow}>
            <TextField
              label="Equals"
              value={equals}
              onChange={(text) =>
                set({ equals: text, ...(isFollowing(label, equals) && { label: text || label }) })
              }
              limit={500}
              isDisabled={isReadOnly}
            />
            <TextField
              label="Label"
              value={label}
              onChange={(text) => set({ label: text })}
              limit={80}
              isDisabled={isReadOnly}
            />
          </div>
        )}
      </Rows>
    </div>
  );
}

/** A label that nobody typed says what the value is. */
function isFollowing(label: string, equals: string): boolean {
  return label === equals || /^Case \d+$/.test(label);
}
