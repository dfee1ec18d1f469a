import type { ReactNode } from "react";
import { formRows } from "./formRows.ts";
import type { StepFormProps } from "./stepForm.ts";
import { VariableField } from "./VariableField.tsx";

/** The mail that is sent. */
export function EmailForm({
  config,
  onChange,
  errorOf,
  variables,
  isReadOnly,
}: StepFormProps<"email">): ReactNode {
  const common = { variables, isDisabled: isReadOnly };
  return (
    <div className={formRows}>
      <VariableField
        label="To"
        value={config.to}
        placeholder="{{contact.email}}"
        onChange={(to) => onChange({ to })}
        error={errorOf("to")}
        {...common}
      />
      <VariableField
        label="Subject"
        value={config.subject}
        onChange={(subject) => onChange({ subject })}
        error={errorOf("subject")}
        {...common}
      />
      <VariableField
        label="Text"
        rows={5}
        value={config.text}
        onChange={(text) => onChange({ text })}
        error={errorOf("text")}
        limit={20_000}
        {...common}
      />
    </div>
  );
}
