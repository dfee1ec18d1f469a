import type { ReactNode } from "react";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { formRows } from "./formRows.ts";
import { makeOutletId } from "./makeOutletId.ts";
import { Rows } from "../../../parts/Rows.tsx";
import type { StepFormProps } from "./stepForm.ts";

/** The branches that continue at the same time. */
export function ParallelForm({
  config,
  onChange,
  errorOf,
  isReadOnly,
}: StepFormProps<"parallel">): ReactNode {
  const { branches } = config;
  return (
    <div className={formRows}>
      <Rows
        label="Branches"
        noun="branch"
        rows={branches}
        most={30}
        onChange={(changed) => onChange({ branches: changed })}
        makeRow={() => ({ id: makeOutletId(branches), label: `Branch ${branches.length + 1}` })}
        error={errorOf("branches")}
        isReadOnly={isReadOnly}
      >
        {({ label }, set) => (
          <TextField
            label="Label"
            value={label}
            onChange={(text) => set({ label: text })}
            limit={80}
            isDisabled={isReadOnly}
          />
        )}
      </Rows>
    </div>
  );
}
