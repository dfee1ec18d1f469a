import type { ReactNode } from "react";
import { writeToolExample } from "../../../../shared/domain/toolTypes.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { Card } from "../../../parts/Card.tsx";
import { CodeBlock } from "../../../parts/CodeBlock.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { AnswerField } from "./AnswerField.tsx";
import { propertyRows } from "./propertyRows.ts";
import type { ClientConfig, ConfigProps } from "./sectionProps.ts";
import { useHelp } from "./useHelp.tsx";

/** The lines for the site, and what of their result the agent sees. */
export function ClientCard({
  typed,
  config,
  onChange,
  error,
  isReadOnly,
}: ConfigProps<ClientConfig>): ReactNode {
  const help = useHelp();
  const asked = typed.inputs.filter(({ id }) => id !== "");
  return (
    <>
      <Card title="Code on your website" subtitle="Runs in the visitor's page. Not on hosted pages.">
        <div className={body}>
          {typed.name === "" ? (
            <p>Enter a title to see the code.</p>
          ) : (
            <CodeBlock label="Copy code" code={writeToolExample({ ...typed, inputs: asked, config })} />
          )}
        </div>
      </Card>
      <Card title="Result">
        <div className={propertyRows}>
          <TextArea
            label="Result schema"
            {...help("Result schema", "JSON Schema. Results that don't fit are refused. Empty: not checked.")}
            placeholder={'{"type": "object", "properties": {"total": {"type": "number"}}}'}
            rows={4}
            limit={20_000}
            value={config.resultSchema}
            onChange={(resultSchema) => onChange({ config: { ...config, resultSchema } })}
            error={findFieldError(error, "config.resultSchema")}
            isDisabled={isReadOnly}
          />
          <TextArea
            label="What the agent sees"
            {...help("What the agent sees", "A JMESPath expression. Empty: the whole result.")}
            placeholder="{total: total, items: items[].name}"
            rows={2}
            limit={2000}
            value={config.pick}
            onChange={(pick) => onChange({ config: { ...config, pick } })}
            error={findFieldError(error, "config.pick")}
            isDisabled={isReadOnly}
          />
          <AnswerField {...{ typed, onChange, error, isReadOnly }} />
        </div>
      </Card>
    </>
  );
}

const body = css`
  display: grid;
  gap: 12px;
  min-width: 0;
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
