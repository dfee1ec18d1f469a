import type { ReactNode } from "react";
import { Choices } from "../../../parts/Choices.tsx";
import { formRows } from "./formRows.ts";
import type { StepFormProps } from "./stepForm.ts";

const modes = [
  { value: "all" as const, label: "All branches are done" },
  { value: "any" as const, label: "The first branch is done" },
];

/** When the run continues after parallel branches. */
export function JoinForm({ config, onChange, isReadOnly }: StepFormProps<"join">): ReactNode {
  return (
    <div className={formRows}>
      <Choices
        label="Continue when"
        value={config.mode}
        options={modes}
        onChange={(mode) => onChange({ mode })}
        {...(isReadOnly && { heldBy: "Your role can’t change workflows." })}
      />
    </div>
  );
}
