import type { ReactNode } from "react";
import { CardFields } from "./CardFields.tsx";
import { StepFileField } from "./StepFileField.tsx";
import type { StepFormProps } from "./stepForm.ts";

type SayExtrasProps = Pick<
  StepFormProps<"say">,
  "config" | "onChange" | "errorOf" | "variables" | "isReadOnly"
>;

/** The card and the file of a message. */
export function SayExtras(props: SayExtrasProps): ReactNode {
  const { config, onChange, errorOf, variables, isReadOnly } = props;
  return (
    <>
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
    </>
  );
}
