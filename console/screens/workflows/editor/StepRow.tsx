import type { DragEvent, ReactNode } from "react";
import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  ChevronRight,
  ClipboardPaste,
  Copy,
  CopyPlus,
  IndentDecrease,
  IndentIncrease,
  Plus,
  RotateCw,
  Trash2,
  TriangleAlert,
} from "lucide-react";
import { describeStep, nameOfStep } from "../../../../shared/domain/workflows/describeStep.ts";
import type { StepNames } from "../../../../shared/domain/workflows/describeStep.ts";
import type { Problem } from "../../../../shared/domain/workflows/findProblems.ts";
import type { Step } from "../../../../shared/domain/workflows/graph.ts";
import { stepKinds } from "../../../../shared/domain/workflows/steps.ts";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../../shared/ui/style/visuallyHidden.ts";
import { RowMenu } from "../../../parts/RowMenu.tsx";
import type { RowAction } from "../../../parts/RowMenu.tsx";
import { stepIcons } from "./stepIcons.ts";
import type { StepCommands } from "./useStepKeys.ts";

/** What the menu of a step does beside its keys. */
export type ListedCommands = StepCommands &
  Record<"pasteFromClipboard" | "copyToClipboard", (id: string) => void>;

interface StepRowProps {
  step: Step;
  /** Its number in the procedure; empty where nothing leads to it. */
  number: string;
  names: StepNames;
  problems: readonly Problem[];
  isOpen: boolean;
  hasBranches: boolean;
  isCollapsed: boolean;
  onOpen: () => void;
  /** Null for who may only look. */
  commands: ListedCommands | null;
  onDragStart: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
}

const size = { size: 16, "aria-hidden": true } as const;

/** One step of the list: what it does, and the menu of all that its keys do. */
export function StepRow(props: StepRowProps): ReactNode {
  const { step, number, names, problems, isOpen, hasBranches, isCollapsed, onOpen, commands } = props;
  const Icon = stepIcons[step.kind];
  const name = nameOfStep(step);
  const isBlocked = problems.some(({ blocks }) => blocks);
  const [problem] = problems;
  const isOwnName = name !== stepKinds[step.kind].label;
  return (
    <div
      className={row}
      data-open={isOpen || undefined}
      draggable={commands !== null}
      onDragStart={props.onDragStart}
      onDragOver={(event) => commands && event.preventDefault()}
      onDrop={props.onDrop}
    >
      <button type="button" data-step={step.id} aria-expanded={isOpen} className={main} onClick={onOpen}>
        <span className={numberStyle}>{number || "–"}</span>
        <span className={iconStyle}>
          <Icon size={16} aria-hidden />
        </span>
        <span className={words}>
          <strong>
            {name}
            {step.retry.times > 0 && (
              <span title={`Retries up to ${step.retry.times} times`}>
                <RotateCw size={12} aria-hidden />
                <span className={visuallyHidden}>, retries up to {step.retry.times} times</span>
              </span>
            )}
          </strong>
          <small>{describeStep(step, names)}</small>
          {problem && (
            <small data-bad={isBlocked || undefined}>
              <TriangleAlert size={13} aria-hidden />
              {problem.message}
              {problems.length > 1 && ` And ${problems.length - 1} more.`}
            </small>
          )}
          {isOwnName && <span className={visuallyHidden}>{stepKinds[step.kind].label}</span>}
        </span>
      </button>
      {hasBranches && commands && (
        <IconButton
          label={`${isCollapsed ? "Expand" : "Collapse"} ${name}`}
          size="small"
          className={fold}
          onClick={() => commands.collapse(step.id, !isCollapsed)}
        >
          {isCollapsed ? <ChevronRight {...size} /> : <ChevronDown {...size} />}
        </IconButton>
      )}
      {commands && (
        <RowMenu label={`Actions for step ${number} ${name}`} actions={listActions(step.id, commands)} />
      )}
    </div>
  );
}

/** All that can be done with a step, for its menu. */
export function listActions(id: string, commands: ListedCommands): RowAction[] {
  return [
    { label: "Add step after", icon: <Plus {...size} />, onChoose: () => commands.add(id) },
    { label: "Move up", icon: <ArrowUp {...size} />, onChoose: () => commands.move(id, -1) },
    { label: "Move down", icon: <ArrowDown {...size} />, onChoose: () => commands.move(id, 1) },
    { label: "Move into branch", icon: <IndentIncrease {...size} />, onChoose: () => commands.indent(id) },
    { label: "Move out of branch", icon: <IndentDecrease {...size} />, onChoose: () => commands.outdent(id) },
    { label: "Duplicate", icon: <CopyPlus {...size} />, onChoose: () => commands.duplicate(id) },
    { label: "Copy", icon: <Copy {...size} />, onChoose: () => commands.copyToClipboard(id) },
    {
      label: "Paste after",
      icon: <ClipboardPaste {...size} />,
      onChoose: () => commands.pasteFromClipboard(id),
    },
    { label: "Delete", icon: <Trash2 {...size} />, onChoose: () => commands.remove(id), isDanger: true },
  ];
}

const row = css`
  display: flex;
  align-items: center;
  gap: 2px;
  min-width: 0;
  padding-inline-end: 6px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  &:hover {
    border-color: var(--ph-line-strong);
  }
  &[data-open] {
    border-color: var(--ph-accent-text);
    box-shadow: 0 0 0 1px var(--ph-accent-text);
  }
`;
const main = css`
  display: flex;
  flex: 1;
  align-items: flex-start;
  gap: 10px;
  min-width: 0;
  min-height: 48px;
  padding: 9px 4px 9px 12px;
  border: 0;
  border-radius: var(--ph-radius);
  background: none;
  color: var(--ph-text);
  text-align: start;
  cursor: pointer;
`;
const numberStyle = css`
  flex: none;
  min-width: 24px;
  padding-top: 5px;
  color: var(--ph-text-3);
  font-size: var(--ph-text-xs);
  font-variant-numeric: tabular-nums;
`;
const iconStyle = css`
  display: grid;
  flex: none;
  place-items: center;
  width: 28px;
  height: 28px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-accent-soft);
  color: var(--ph-accent-text);
`;
const words = css`
  position: relative;
  display: grid;
  gap: 1px;
  min-width: 0;
  & > strong {
    display: flex;
    align-items: center;
    gap: 6px;
    font-weight: 550;
    overflow-wrap: anywhere;
  }
  & > strong > span {
    display: inline-flex;
    color: var(--ph-text-3);
  }
  & > small {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    overflow-wrap: anywhere;
  }
  & > small:has(svg) {
    display: flex;
    align-items: flex-start;
    gap: 5px;
    color: var(--ph-warning-text);
  }
  & > small[data-bad]:has(svg) {
    color: var(--ph-danger-text);
  }
  & > small > svg {
    flex: none;
    margin-top: 4px;
  }
`;
const fold = css`
  width: 32px;
  height: 32px;
`;
