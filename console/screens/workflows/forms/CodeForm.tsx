import type { ReactNode } from "react";
import { maxCodeCharacters } from "../../../../shared/domain/workflows/limits.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { formRows } from "./formRows.ts";
import { InputRows } from "./InputRows.tsx";
import { SaveAsField } from "./SaveAsField.tsx";
import type { StepFormProps } from "./stepForm.ts";

/** The code, and what it knows. */
export function CodeForm(props: StepFormProps<"code">): ReactNode {
  const { config, onChange, errorOf, variables, isReadOnly } = props;
  const names = Object.keys(config.inputs).map((name) => `inputs.${name}`);
  const known = names.length > 0 ? `Uses ${names.join(", ")}. ` : "";
  return (
    <div className={formRows}>
      <InputRows
        label="Inputs"
        noun="input"
        values={config.inputs}
        onChange={(inputs) => onChange({ inputs })}
        names={[]}
        variables={variables}
        isReadOnly={isReadOnly}
      />
      <div className={code}>
        <TextArea
          label="Code"
          hint={`${known}End it with return. No network, time or chance.`}
          placeholder="return inputs.total / inputs.months;"
          rows={8}
          limit={maxCodeCharacters}
          value={config.code}
          onChange={(text) => onChange({ code: text })}
          error={errorOf("code")}
          isDisabled={isReadOnly}
        />
      </div>
      <SaveAsField
        value={config.saveAs}
        onChange={(saveAs) => onChange({ saveAs })}
        error={errorOf("saveAs")}
        isReadOnly={isReadOnly}
      />
    </div>
  );
}

const code = css`
  & textarea {
    font-family: var(--ph-mono);
    font-size: var(--ph-text-s);
  }
`;
