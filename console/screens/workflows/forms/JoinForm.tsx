import type { ReactNode } from "react";
import { Choices } from "../../../parts/Choices.tsx";
import { formRows } from "./formRows.ts";
import type { StepFormProps } from "./stepForm.ts";

const modes = [
  { value: "all" as const, label: "All are done" },
  { value: "any" as const, label: "The first is done" },
];

/** When the run goes on after parallel branches. */
export function JoinForm({ config, onChange, isReadOnly }: StepFormProps<"join">): ReactNode {
  return (
    <div className={formRows}>
      <Choices
        label="Go on when"
        value={config.mode}
        options={modes}
        onChange={(mode) => onChange({ mode })}
        {...(isReadOnly && { heldBy: "You may not change workflows." })}
      />
    </div>
  );
}
