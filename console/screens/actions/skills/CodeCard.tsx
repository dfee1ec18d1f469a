import type { ReactNode } from "react";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { Card } from "../../../parts/Card.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { AnswerField } from "./AnswerField.tsx";
import { propertyRows } from "./propertyRows.ts";
import type { CodeConfig, ConfigProps } from "./sectionProps.ts";

/** The code of a calculation, and what is said of its result. */
export function CodeCard({ typed, config, onChange, error, isReadOnly }: ConfigProps<CodeConfig>): ReactNode {
  const names = typed.inputs.flatMap(({ id }) => (id === "" ? [] : [`inputs.${id}`]));
  return (
    <Card title="Calculation" subtitle="JavaScript without network, time and chance. One second at most.">
      <div className={propertyRows}>
        <div className={code}>
          <TextArea
            label="Code"
            hint={names.length > 0 ? `Knows ${names.join(", ")}. End it with return.` : "End it with return."}
            placeholder={"return { monthly: inputs.total / inputs.months };"}
            rows={10}
            limit={20_000}
            value={config.code}
            onChange={(code) => onChange({ config: { ...config, code } })}
            error={findFieldError(error, "config.code")}
            isDisabled={isReadOnly}
          />
        </div>
        <AnswerField {...{ typed, onChange, error, isReadOnly }} />
      </div>
    </Card>
  );
}

const code = css`
  & textarea {
    font-family: var(--ph-mono);
    font-size: var(--ph-text-s);
  }
`;
