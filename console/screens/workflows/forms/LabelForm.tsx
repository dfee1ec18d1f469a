import type { ReactNode } from "react";
import { LinesField } from "../../../parts/LinesField.tsx";
import { formRows } from "./formRows.ts";
import type { StepFormProps } from "./stepForm.ts";

/** The labels that the conversation gets and loses. */
export function LabelForm({
  config,
  onChange,
  errorOf,
  choices,
  isReadOnly,
}: StepFormProps<"label">): ReactNode {
  const { add, remove } = config;
  const error = errorOf("add");
  const known =
    choices.labels.length > 0
      ? `Existing labels: ${choices.labels.join(", ")}.`
      : "They are created when needed.";
  if (isReadOnly) return <p>{[...add, ...remove].join(", ")}</p>;
  return (
    <div className={formRows}>
      <LinesField
        label="Labels to add"
        hint={known}
        addLabel="Add label"
        most={20}
        limit={80}
        value={add}
        onChange={(lines) => onChange({ add: lines })}
        {...(error !== undefined && { error })}
      />
      <LinesField
        label="Labels to remove"
        hint="Only those that the conversation has."
        addLabel="Add label to remove"
        most={20}
        limit={80}
        value={remove}
        onChange={(lines) => onChange({ remove: lines })}
      />
    </div>
  );
}
