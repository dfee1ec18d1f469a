import type { ReactNode } from "react";
import { ChoiceRows } from "./ChoiceRows.tsx";
import { formRows } from "./formRows.ts";
import type { StepFormProps } from "./stepForm.ts";

/** The labels that the conversation gets and loses. */
export function LabelForm({ config, onChange, errorOf, choices, isReadOnly }: StepFormProps<"label">): ReactNode {
  const options = choices.labels.map((name) => ({ value: name, label: name }));
  return (
    <div className={formRows}>
      <ChoiceRows
        label="Labels to add"
        empty="None"
        addLabel="Add label"
        values={config.add}
        onChange={(add) => onChange({ add })}
        error={errorOf("add")}
        {...{ options, isReadOnly }}
      />
      <ChoiceRows
        label="Labels to remove"
        empty="None"
        addLabel="Remove label"
        values={config.remove}
        onChange={(remove) => onChange({ remove })}
        {...{ options, isReadOnly }}
      />
    </div>
  );
}
