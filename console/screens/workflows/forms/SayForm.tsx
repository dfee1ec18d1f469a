import type { ReactNode } from "react";
import { LinesField } from "../../../parts/LinesField.tsx";
import { formRows } from "./formRows.ts";
import type { StepFormProps } from "./stepForm.ts";
import { VariableField } from "./VariableField.tsx";
import { SayExtras } from "./SayExtras.tsx";

/** What a message says, with its buttons, card and file. */
export function SayForm({
  config,
  onChange,
  errorOf,
  variables,
  isReadOnly,
}: StepFormProps<"say">): ReactNode {
  return (
    <div className={formRows}>
      <VariableField
        label="Text"
        rows={3}
        value={config.text}
        onChange={(text) => onChange({ text })}
        variables={variables}
        error={errorOf("text")}
        limit={8000}
        isDisabled={isReadOnly}
      />
      {!isReadOnly && (
        <LinesField
          label="Buttons"
          hint="Clicking one sends its text as the visitor's message."
          addLabel="Add button"
          most={10}
          limit={80}
          value={config.buttons}
          onChange={(buttons) => onChange({ buttons })}
        />
      )}
      <SayExtras {...{ config, onChange, errorOf, variables, isReadOnly }} />
    </div>
  );
}
