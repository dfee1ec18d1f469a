import type { ReactNode } from "react";
import type { HttpConfig } from "../../../../shared/contract/skills/skills.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { Card } from "../../../parts/Card.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { useAction } from "../../../parts/useAction.ts";
import { AnswerField } from "./AnswerField.tsx";
import { propertyRows } from "./propertyRows.ts";
import type { ConfigProps } from "./sectionProps.ts";
import { Shown } from "./Shown.tsx";
import { useHelp } from "./useHelp.tsx";

export interface ResponseCardProps extends ConfigProps<HttpConfig> {
  /** There is a response of the last test to try it on. */
  hasResponse: boolean;
  /** Shapes that response once more, as it is typed now. */
  onPreview: () => Promise<void>;
  /** What the agent sees of it, as it was shaped last. */
  picked: string | null;
}

/** What of the response the agent sees, and what it says of it without a language model. */
export function ResponseCard(props: ResponseCardProps): ReactNode {
  const { typed, config, onChange, error, isReadOnly, hasResponse, onPreview, picked } = props;
  const help = useHelp();
  const preview = useAction(onPreview);
  return (
    <Card title="Response">
      <div className={propertyRows}>
        <TextArea
          label="What the agent sees"
          {...help(
            "What the agent sees",
            <>
              A{" "}
              <a href="https://jmespath.org/tutorial.html" target="_blank" rel="noreferrer">
                JMESPath
              </a>{" "}
              expression. Empty: the whole response.
            </>,
          )}
          placeholder="{status: status, arrives: delivery.date}"
          rows={2}
          limit={2000}
          value={config.pick}
          onChange={(pick) => onChange({ config: { ...config, pick } })}
          error={findFieldError(error, "config.pick")}
          isDisabled={isReadOnly}
        />
        <AnswerField {...{ typed, onChange, error, isReadOnly }} />
      </div>
      <div className={foot}>
        {hasResponse ? (
          <Button size="small" isBusy={preview.isBusy} onClick={() => void preview.run()}>
            Preview on the last response
          </Button>
        ) : (
          <p>Run a test to preview this on its response.</p>
        )}
        {preview.error && <ErrorNotice error={preview.error} />}
        {hasResponse && picked !== null && <Shown label="The agent sees" text={picked} />}
      </div>
    </Card>
  );
}

const foot = css`
  display: grid;
  gap: 10px;
  justify-items: start;
  min-width: 0;
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-3);
  }
  & > div {
    width: 100%;
  }
`;
