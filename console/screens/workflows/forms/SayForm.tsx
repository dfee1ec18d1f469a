import type { ReactNode } from "react";
import { LinesField } from "../../../parts/LinesField.tsx";
import { CardFields } from "./CardFields.tsx";
import { formRows } from "./formRows.ts";
import type { StepFormProps } from "./stepForm.ts";
import { StepFileField } from "./StepFileField.tsx";
import { VariableField } from "./VariableField.tsx";

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
      <CardFields
        card={config.card ?? null}
        onChange={(card) => onChange({ card })}
        error={errorOf("card")}
        variables={variables}
        isReadOnly={isReadOnly}
      />
      <StepFileField
        label="File"
        value={config.file ?? null}
        onChange={(file) => onChange({ file })}
        error={errorOf("file")}
        isReadOnly={isReadOnly}
      />
    </div>
  );
}
