import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Plus, X } from "lucide-react";
import type { Problem } from "../../../../shared/domain/workflows/findProblems.ts";
import type { Outlet, Step } from "../../../../shared/domain/workflows/graph.ts";
import { maxRetries, maxStepSeconds } from "../../../../shared/domain/workflows/limits.ts";
import { stepKinds } from "../../../../shared/domain/workflows/steps.ts";
import type { StepKind } from "../../../../shared/domain/workflows/steps.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import type { StepChoices } from "../../../state/workflows/stepChoices.ts";
import { clamp } from "../forms/clamp.ts";
import { formRows, pairRow } from "../forms/formRows.ts";
import type { StepFormProps } from "../forms/stepForm.ts";
import { stepForms } from "../forms/stepForms.ts";
import type { KnownVariable } from "./listVariables.ts";

interface StepPanelProps {
  step: Step;
  number: string;
  /** `key` names the field, so that what is typed in it is undone together. */
  onChange: (step: Step, key: string) => void;
  problems: readonly Problem[];
  variables: readonly KnownVariable[];
  choices: StepChoices;
  workflowId: string;
  /** Ways out that nothing follows and that are not shown, such as what happens after a failure. */
  hiddenWays: readonly Outlet[];
  /** Adds a step to one of them. */
  onAddIn: (outlet: string) => void;
  isReadOnly: boolean;
  /** Somebody just added it, so its first field gets the focus. */
  isNew: boolean;
  onClose: () => void;
}

/** The settings of one step. */
export function StepPanel(props: StepPanelProps): ReactNode {
  const { step, number, onChange, problems, variables, choices, workflowId, isReadOnly, isNew, onClose } =
    props;
  const { hiddenWays, onAddIn } = props;
  const { label, mayFail } = stepKinds[step.kind];
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) form.current?.querySelector<HTMLElement>("[data-form] :is(textarea, input, select)")?.focus();
  }, [isNew, step.id]);
  // The row of a kind and its settings belong together.
  const Form = stepForms[step.kind] as (props: StepFormProps<StepKind>) => ReactNode;
  const general = problems.filter(({ field }) => field === null);
  return (
    <section ref={form} className={panel} aria-label={`Step ${number} ${step.name}`}>
      <header>
        <h2>
          {number && <span>{number}</span>} {label}
        </h2>
        <IconButton label="Close step" size="small" onClick={onClose}>
          <X size={17} aria-hidden />
        </IconButton>
      </header>
      {general.map(({ message }) => (
        <p key={message} className={problemStyle}>
          {message}
        </p>
      ))}
      <div className={formRows}>
        <TextField
          label="Name"
          value={step.name}
          limit={200}
          onChange={(name) => onChange({ ...step, name }, "name")}
          isDisabled={isReadOnly}
        />
      </div>
      <div data-form="">
        <Form
          key={step.id}
          config={step.config}
          onChange={(part) =>
            onChange({ ...step, config: { ...step.config, ...part } } as Step, Object.keys(part).join())
          } // the form of its own kind
          errorOf={(field) => problems.find((problem) => problem.field === field)?.message}
          {...{ variables, choices, workflowId, isReadOnly }}
        />
      </div>
      {mayFail && (
        <details>
          <summary>If it fails</summary>
          <div className={pairRow}>
            <TextField
              label="Retries"
              type="number"
              value={String(step.retry.times)}
              onChange={(typed) =>
                onChange(
                  { ...step, retry: { ...step.retry, times: clamp(typed, { least: 0, most: maxRetries }) } },
                  "times",
                )
              }
              isDisabled={isReadOnly}
            />
            {step.retry.times > 0 && (
              <TextField
                label="Seconds before a retry"
                type="number"
                value={String(step.retry.seconds)}
                onChange={(typed) =>
                  onChange(
                    { ...step, retry: { ...step.retry, seconds: clamp(typed, { least: 1, most: 3600 }) } },
                    "seconds",
                  )
                }
                hint="Doubles with each retry."
                isDisabled={isReadOnly}
              />
            )}
            <TextField
              label="Timeout in seconds"
              type="number"
              value={String(step.timeoutSeconds)}
              onChange={(typed) =>
                onChange(
                  { ...step, timeoutSeconds: clamp(typed, { least: 1, most: maxStepSeconds }) },
                  "timeout",
                )
              }
              isDisabled={isReadOnly}
            />
          </div>
        </details>
      )}
      {hiddenWays.length > 0 && !isReadOnly && (
        <div className={ways}>
          {hiddenWays.map((way) => (
            <Button
              key={way.id}
              size="small"
              icon={<Plus size={15} aria-hidden />}
              onClick={() => onAddIn(way.id)}
            >
              {`Steps for “${way.label}”`}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}

const panel = css`
  display: grid;
  gap: 16px;
  min-width: 0;
  padding: 8px 18px 20px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  & > header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    margin-inline-end: -10px;
  }
  & > header h2 {
    font-size: 0.9375rem;
    font-weight: 600;
  }
  & > header h2 > span {
    color: var(--ph-text-3);
    font-variant-numeric: tabular-nums;
  }
  & > details > summary {
    width: fit-content;
    min-height: 28px;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    font-weight: 550;
    cursor: pointer;
  }
  & > details > div {
    margin-top: 10px;
  }
  @media (max-width: 600px) {
    padding-inline: 14px;
  }
`;
const ways = css`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
`;
const problemStyle = css`
  padding: 8px 12px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-warning-soft);
  font-size: var(--ph-text-s);
  overflow-wrap: anywhere;
`;
