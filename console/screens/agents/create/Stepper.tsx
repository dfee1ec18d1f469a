import type { ReactNode } from "react";
import { Check } from "lucide-react";
import { css } from "../../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../../shared/ui/style/visuallyHidden.ts";
import { steps, type Step } from "./newAgent.ts";

const names: Record<Step, string> = {
  begin: "Begin",
  identity: "Identity",
  voice: "How it answers",
  knowledge: "What it knows",
};

interface StepperProps {
  current: Step;
  /** The steps that were reached: they can be gone back to. */
  reached: number;
  onChoose: (step: Step) => void;
}

/** Where one is among the four steps, and the way back to those that were there. */
export function Stepper({ current, reached, onChoose }: StepperProps): ReactNode {
  const at = steps.indexOf(current);
  return (
    <nav aria-label="Steps" className={frame}>
      <ol>
        {steps.map((step, index) => (
          <li key={step} data-state={index < at ? "done" : index === at ? "current" : "ahead"}>
            <button
              type="button"
              aria-current={index === at ? "step" : undefined}
              disabled={index > reached}
              onClick={() => onChoose(step)}
            >
              <i aria-hidden="true">{index < at ? <Check size={13} strokeWidth={3} /> : index + 1}</i>
              <span>{names[step]}</span>
              {index < at && <span className={visuallyHidden}> (done)</span>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const frame = css`
  min-width: 0;
  margin-inline-start: -6px;
  & > ol {
    display: flex;
    gap: 8px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & li {
    display: flex;
    align-items: center;
    min-width: 0;
    gap: 8px;
  }
  & button {
    position: relative;
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 32px;
    min-width: 24px;
    padding: 2px 6px;
    border: 0;
    border-radius: var(--ph-radius-s);
    background: none;
    font-size: var(--ph-text-s);
    font-weight: 550;
    color: var(--ph-text-2);
    white-space: nowrap;
    cursor: pointer;
  }
  & button:disabled {
    color: var(--ph-text-3);
    cursor: default;
  }
  & button:hover:not(:disabled) {
    color: var(--ph-text);
  }
  & i {
    display: grid;
    place-items: center;
    flex: none;
    width: 22px;
    height: 22px;
    border-radius: 50%;
    background: var(--ph-sunken);
    font-size: var(--ph-text-xs);
    font-style: normal;
    font-variant-numeric: tabular-nums;
  }
  & [data-state="done"] i {
    background: var(--ph-accent-soft);
    color: var(--ph-accent-text);
  }
  & [data-state="current"] i {
    background: var(--ph-accent);
    color: var(--ph-on-accent);
  }
  & [data-state="current"] button {
    color: var(--ph-text);
  }
  @media (max-width: 720px) {
    & [data-state="done"] button > span,
    & [data-state="ahead"] button > span {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
  @media (pointer: coarse) {
    & button {
      min-height: 44px;
    }
  }
`;
