import { Handle, Position } from "@xyflow/react";
import type { Node, NodeProps } from "@xyflow/react";
import { memo } from "react";
import type { ReactNode } from "react";
import { Play, TriangleAlert } from "lucide-react";
import type { Outlet, Step } from "../../../../shared/domain/workflows/graph.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { stepIcons } from "../editor/stepIcons.ts";

/** A step as the canvas draws it. */
export type StepNodeType = Node<
  {
    /** Null for the start. */
    step: Pick<Step, "id" | "kind"> | null;
    number: string;
    title: string;
    text: string;
    outlets: readonly Outlet[];
    problem: string | null;
    isOpen: boolean;
  },
  "step"
>;

/** One step on the canvas, with a handle for each of its ways out. */
export const StepNode = memo(function StepNode({ data }: NodeProps<StepNodeType>): ReactNode {
  const { step, number, title, text, outlets, problem, isOpen } = data;
  const Icon = step ? stepIcons[step.kind] : Play;
  return (
    <div
      className={node}
      data-open={isOpen || undefined}
      data-start={step ? undefined : ""}
      title={problem ?? text}
    >
      {step && <Handle type="target" position={Position.Top} isConnectable />}
      <span>
        <Icon size={15} aria-hidden />
      </span>
      <div>
        <strong>
          {number && `${number} `}
          {title}
        </strong>
        <small>{text}</small>
      </div>
      {problem !== null && <TriangleAlert size={15} aria-label="Has a problem" />}
      {outlets.length > 1 && (
        <ul aria-hidden>
          {outlets.map(({ id, label }) => (
            <li key={id}>{label}</li>
          ))}
        </ul>
      )}
      {outlets.map(({ id, label }, at) => (
        <Handle
          key={id}
          id={id}
          type="source"
          position={Position.Bottom}
          title={label}
          style={{ left: `${((at + 0.5) / outlets.length) * 100}%` }}
        />
      ))}
    </div>
  );
});

const node = css`
  position: relative;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-content: start;
  gap: 4px 8px;
  width: 240px;
  min-height: 92px;
  padding: 10px 10px 12px;
  border: 1px solid var(--ph-line-2);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  box-shadow: var(--ph-shadow-1);
  color: var(--ph-text);
  &[data-open] {
    border-color: var(--ph-accent-text);
    box-shadow: 0 0 0 1px var(--ph-accent-text);
  }
  &[data-start] {
    background: var(--ph-sunken);
  }
  & > span {
    display: grid;
    place-items: center;
    width: 26px;
    height: 26px;
    border-radius: var(--ph-radius-s);
    background: var(--ph-accent-soft);
    color: var(--ph-accent-text);
  }
  & > div:nth-of-type(1),
  & > div:not(.react-flow__handle) {
    display: grid;
    min-width: 0;
  }
  & strong {
    font-size: var(--ph-text-s);
    font-weight: 600;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & small {
    display: -webkit-box;
    overflow: hidden;
    color: var(--ph-text-2);
    font-size: var(--ph-text-xs);
    line-height: 1.35;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  & > svg {
    color: var(--ph-danger-text);
  }
  & > ul {
    position: absolute;
    inset-inline: 0;
    bottom: 2px;
    display: flex;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & > ul > li {
    flex: 1;
    min-width: 0;
    padding-inline: 2px;
    color: var(--ph-text-3);
    font-size: 10px;
    text-align: center;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
