import type { ReactNode } from "react";
import { describeStep, nameOfStep } from "../../../../shared/domain/workflows/describeStep.ts";
import type { StepNames } from "../../../../shared/domain/workflows/describeStep.ts";
import { outletsOf } from "../../../../shared/domain/workflows/graph.ts";
import type { Step } from "../../../../shared/domain/workflows/graph.ts";
import { stepKinds } from "../../../../shared/domain/workflows/steps.ts";
import type { Trigger } from "../../../../shared/domain/workflows/triggers.ts";
import { CopyButton } from "../../../../shared/ui/CopyButton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { describeTrigger } from "../describeTrigger.ts";
import { isQuiet, isStep } from "../steps/graphOutline.ts";
import type { Outline, OutlineItem } from "../steps/outline.ts";

interface ProcedureProps {
  outline: Outline;
  steps: ReadonlyMap<string, Step>;
  numbers: ReadonlyMap<string, string>;
  names: StepNames;
  name: string;
  trigger: Trigger;
  /** Leads to the step's settings. */
  onOpen: (id: string) => void;
}

interface Line {
  key: string;
  depth: number;
  /** The number of a step; empty for a branch and for what follows it. */
  number: string;
  text: string;
  stepId: string | null;
}

/** The same steps as numbered plain sentences, to be read, checked and copied. */
export default function Procedure(props: ProcedureProps): ReactNode {
  const lines = listLines(props);
  const start = `When it starts: ${describeTrigger(props.trigger)}.`;
  const text = [props.name, start, ...lines.map(writeLine)].join("\n");
  return (
    <section className={frame} aria-label="Procedure">
      <header>
        <p>{start}</p>
        <CopyButton text={text} label="Copy procedure" />
      </header>
      <ol>
        {lines.map(({ key, depth, number, text: sentence, stepId }) => (
          <li key={key} data-depth={Math.min(depth, 4)} data-branch={stepId === null || undefined}>
            <span>{number && `${number}.`}</span>
            {stepId === null ? (
              <em>{sentence}</em>
            ) : (
              <button type="button" onClick={() => props.onOpen(stepId)}>
                {sentence}
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function listLines({ outline, steps, numbers, names }: ProcedureProps): Line[] {
  const walk = (items: readonly OutlineItem[], depth: number, key: string): Line[] =>
    items.flatMap((item): Line[] => {
      if (item.kind === "stop")
        return [{ key: `${key} stop`, depth, number: "", text: "The run ends here.", stepId: null }];
      if (item.kind === "goto") {
        const text = `Continue with step ${numbers.get(item.to) ?? "?"}.`;
        return [{ key: `${key} goto`, depth, number: "", text, stepId: null }];
      }
      const step = steps.get(item.id);
      if (!step) return [];
      const line = { key: item.id, depth, number: numbers.get(item.id) ?? "", text: sentenceOf(step, names) };
      const branches = item.branches.filter((branch) => !isQuiet(branch, step));
      return [
        { ...line, stepId: item.id },
        ...branches.flatMap(({ outlet, items: inner }): Line[] => {
          const label = outletsOf(step).find(({ id }) => id === outlet)?.label ?? outlet;
          const branchKey = `${item.id} ${outlet}`;
          const hasSteps = inner.some(isStep) || inner.length > 0;
          const text = hasSteps ? `${label}:` : `${label}: continue.`;
          return [
            { key: branchKey, depth: depth + 1, number: "", text, stepId: null },
            ...walk(inner, depth + 2, branchKey),
          ];
        }),
      ];
    });
  return walk(outline.items, 0, "");
}

/** A name that somebody gave says why; what is done follows. */
function sentenceOf(step: Step, names: StepNames): string {
  const name = nameOfStep(step);
  const what = describeStep(step, names);
  return name === stepKinds[step.kind].label ? what : `${name.replace(/[.:]$/, "")}: ${what}`;
}

function writeLine({ depth, number, text }: Line): string {
  return `${"  ".repeat(depth)}${number && `${number}. `}${text}`;
}

const frame = css`
  display: grid;
  gap: 12px;
  min-width: 0;
  padding: 16px 20px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  & > header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    color: var(--ph-text-2);
  }
  & > ol {
    display: grid;
    gap: 4px;
    max-width: 78ch;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 8px;
    line-height: 1.55;
  }
  & li[data-depth="1"] {
    margin-inline-start: 20px;
  }
  & li[data-depth="2"] {
    margin-inline-start: 36px;
  }
  & li[data-depth="3"] {
    margin-inline-start: 56px;
  }
  & li[data-depth="4"] {
    margin-inline-start: 72px;
  }
  & li > span {
    color: var(--ph-text-3);
    font-variant-numeric: tabular-nums;
  }
  & li > span:empty {
    display: none;
  }
  & li[data-branch] {
    grid-template-columns: minmax(0, 1fr);
  }
  & em {
    color: var(--ph-text-2);
    font-style: normal;
    font-weight: 550;
  }
  & li > button {
    padding: 0;
    border: 0;
    background: none;
    color: var(--ph-text);
    font: inherit;
    text-align: start;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  & li > button:hover {
    text-decoration: underline;
  }
  @media (max-width: 600px) {
    padding: 14px;
    & li[data-depth="1"],
    & li[data-depth="2"] {
      margin-inline-start: 14px;
    }
    & li[data-depth="3"],
    & li[data-depth="4"] {
      margin-inline-start: 28px;
    }
  }
`;
