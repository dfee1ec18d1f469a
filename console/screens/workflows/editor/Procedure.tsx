import { useRef, useState } from "react";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { describeStep, nameOfStep } from "../../../../shared/domain/workflows/describeStep.ts";
import type { StepNames } from "../../../../shared/domain/workflows/describeStep.ts";
import { outletsOf } from "../../../../shared/domain/workflows/graph.ts";
import type { Step } from "../../../../shared/domain/workflows/graph.ts";
import { stepKinds } from "../../../../shared/domain/workflows/steps.ts";
import type { Trigger } from "../../../../shared/domain/workflows/triggers.ts";
import { CopyButton } from "../../../../shared/ui/CopyButton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import type { Problem } from "../../../../shared/domain/workflows/findProblems.ts";
import { visuallyHidden } from "../../../../shared/ui/style/visuallyHidden.ts";
import { RowMenu } from "../../../parts/RowMenu.tsx";
import type { WorkflowPlace } from "../../../state/workflows/workflows.ts";
import { describeTrigger } from "../describeTrigger.ts";
import { isQuiet, isStep } from "../steps/graphOutline.ts";
import type { Outline, OutlineItem } from "../steps/outline.ts";
import { AddSentences } from "./AddSentences.tsx";
import { SentenceEditor } from "./SentenceEditor.tsx";
import type { SentenceChoices } from "./sentenceParts.ts";
import { listActions } from "./StepRow.tsx";
import type { ListedCommands } from "./StepRow.tsx";
import { useStepKeys } from "./useStepKeys.ts";

interface ProcedureProps {
  outline: Outline;
  steps: ReadonlyMap<string, Step>;
  numbers: ReadonlyMap<string, string>;
  names: StepNames;
  name: string;
  trigger: Trigger;
  place: WorkflowPlace;
  problems: ReadonlyMap<string | null, Problem[]>;
  choices: SentenceChoices;
  /** What keys and menus do with a sentence; null for who may only look. */
  commands: ListedCommands | null;
  /** Leads to the step's settings. */
  onOpen: (id: string) => void;
  onChange: (step: Step, key: string) => void;
  /** Adds steps after one of them, or at the end where there is none. */
  onAdd: (steps: Step[], after: string | null) => void;
}

interface Line {
  key: string;
  depth: number;
  /** The number of a step; empty for a branch and for what follows it. */
  number: string;
  text: string;
  stepId: string | null;
}

/** The same steps as numbered plain sentences, to be read, edited in place, moved and copied. */
export default function Procedure(props: ProcedureProps): ReactNode {
  const { steps, commands, problems, choices, place, onOpen, onChange, onAdd } = props;
  const [editing, setEditing] = useState<string | null>(null);
  const frame = useRef<HTMLElement>(null);
  const keys = useStepKeys(commands);
  const lines = listLines(props);
  const start = `When it starts: ${describeTrigger(props.trigger)}.`;
  const text = [props.name, start, ...lines.map(writeLine)].join("\n");
  return (
    <section ref={frame} className={frameStyle} aria-label="Procedure">
      <header>
        <p>{start}</p>
        <CopyButton text={text} label="Copy procedure" />
      </header>
      <ol {...keys}>
        {lines.map(({ key, depth, number, text: sentence, stepId }) => {
          const step = stepId === null ? undefined : steps.get(stepId);
          const isBad = step && problems.get(step.id)?.some(({ blocks }) => blocks);
          return (
            <li key={key} data-depth={Math.min(depth, 4)} data-branch={stepId === null || undefined}>
              <span>{number && `${number}.`}</span>
              {!step ? (
                <em>{sentence}</em>
              ) : editing === step.id && commands ? (
                <SentenceEditor
                  step={step}
                  problems={problems.get(step.id) ?? []}
                  choices={choices}
                  onChange={onChange}
                  onOpen={() => onOpen(step.id)}
                  onClose={() => close(step.id)}
                />
              ) : (
                <div>
                  <button
                    type="button"
                    data-step={step.id}
                    data-bad={isBad || undefined}
                    onClick={() => (commands ? setEditing(step.id) : onOpen(step.id))}
                  >
                    {sentence}
                    {isBad && <span className={visuallyHidden}>, has a problem</span>}
                  </button>
                  {commands && (
                    <RowMenu
                      label={`Actions for sentence ${number} ${nameOfStep(step)}`}
                      actions={listActions(step.id, commands)}
                    />
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ol>
      {commands && (
        <AddSentences
          place={place}
          places={[
            ...lines.flatMap(({ number, stepId }) =>
              stepId === null || number === "" ? [] : [{ value: stepId, label: `After sentence ${number}` }],
            ),
            { value: "", label: "At the end" },
          ]}
          onAdd={(added, after) => onAdd(added, after || null)}
        />
      )}
    </section>
  );

  function close(id: string): void {
    flushSync(() => setEditing(null));
    frame.current?.querySelector<HTMLElement>(`[data-step="${id}"]`)?.focus();
  }
}

function listLines({
  outline,
  steps,
  numbers,
  names,
}: Pick<ProcedureProps, "outline" | "steps" | "numbers" | "names">): Line[] {
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

const frameStyle = css`
  display: grid;
  gap: 12px;
  min-width: 0;
  padding: 16px 20px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  & > header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 12px;
    color: var(--ph-text-2);
  }
  & > header > p {
    flex: 1 1 300px;
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
  & li > div:not([role]) {
    display: flex;
    align-items: flex-start;
    justify-content: space-between;
    gap: 8px;
    min-width: 0;
  }
  & li > div > button[data-step] {
    flex: 1;
    min-height: 28px;
    padding: 0;
    border: 0;
    background: none;
    color: var(--ph-text);
    font: inherit;
    text-align: start;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  & li > div > button[data-step]:hover {
    text-decoration: underline;
  }
  & li > div > button[data-bad] {
    color: var(--ph-danger-text);
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
