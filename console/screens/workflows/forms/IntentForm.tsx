import type { ReactNode } from "react";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { formRows } from "./formRows.ts";
import { makeOutletId } from "./makeOutletId.ts";
import { Rows } from "../../../parts/Rows.tsx";
import type { StepFormProps } from "./stepForm.ts";
import { VariableField } from "./VariableField.tsx";

/** The intents, each with examples. */
export function IntentForm({
  config,
  onChange,
  errorOf,
  variables,
  isReadOnly,
}: StepFormProps<"intent">): ReactNode {
  const { text, intents } = config;
  return (
    <div className={formRows}>
      <VariableField
        label="Text"
        value={text}
        onChange={(typed) => onChange({ text: typed })}
        variables={variables}
        error={errorOf("text")}
        isDisabled={isReadOnly}
      />
      <Rows
        label="Intents"
        noun="intent"
        rows={intents}
        most={30}
        onChange={(changed) => onChange({ intents: changed })}
        makeRow={() => ({ id: makeOutletId(intents), label: `Intent ${intents.length + 1}`, examples: [] })}
        error={errorOf("intents")}
        isReadOnly={isReadOnly}
      >
        {({ label, examples }, set) => (
          <>
            <TextField
              label="Name"
              value={label}
              onChange={(typed) => set({ label: typed })}
              limit={80}
              isDisabled={isReadOnly}
            />
            <TextArea
              label="Examples, one per line"
              rows={3}
              value={examples.join("\n")}
              placeholder={"Where is my order?\nTrack my parcel"}
              onChange={(typed) => set({ examples: typed.split("\n").slice(0, 20) })}
              onBlur={() => set({ examples: examples.map((one) => one.trim()).filter(Boolean) })}
              isDisabled={isReadOnly}
            />
          </>
        )}
      </Rows>
    </div>
  );
}
