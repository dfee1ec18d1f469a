import { Suspense } from "react";
import type { ReactNode } from "react";
import { lazy } from "../../../parts/lazy.ts";
import { LinesField } from "../../../parts/LinesField.tsx";
import { formRows } from "./formRows.ts";
import type { StepFormProps } from "./stepForm.ts";
import { VariableField } from "./VariableField.tsx";

const SayExtras = lazy(() => import("./SayExtras.tsx"));

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
      <Suspense>
        <SayExtras {...{ config, onChange, errorOf, variables, isReadOnly }} />
      </Suspense>
    </div>
  );
}
