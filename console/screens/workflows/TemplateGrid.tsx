import type { ReactNode } from "react";
import { workflowTemplates } from "../../../shared/domain/workflows/gallery/workflowTemplates.ts";
import type { WorkflowTemplate } from "../../../shared/domain/workflows/gallery/workflowTemplate.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { describeTrigger } from "./describeTrigger.ts";

interface TemplateGridProps {
  /** The template that is being added. */
  busyId: string | null;
  onChoose: (template: WorkflowTemplate) => void;
}

/** Ready-made workflows, each a button that adds it. */
export function TemplateGrid({ busyId, onChoose }: TemplateGridProps): ReactNode {
  return (
    <ul className={grid} aria-label="Templates">
      {workflowTemplates.map((template) => (
        <li key={template.id}>
          <button
            type="button"
            aria-busy={busyId === template.id || undefined}
            disabled={busyId !== null}
            onClick={() => onChoose(template)}
          >
            <strong>{template.name}</strong>
            <span>{template.description}</span>
            <small>
              {template.graph.steps.length} steps · {describeTrigger(template.trigger)}
            </small>
          </button>
        </li>
      ))}
    </ul>
  );
}

const grid = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 260px), 1fr));
  gap: 10px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    min-width: 0;
  }
  & button {
    display: grid;
    align-content: start;
    gap: 4px;
    min-width: 0;
    padding: 14px 16px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius);
    background: var(--ph-surface);
    color: var(--ph-text);
    text-align: start;
    cursor: pointer;
  }
  & button:hover:not(:disabled) {
    border-color: var(--ph-accent-text);
  }
  & button[aria-busy] {
    cursor: progress;
  }
  & strong {
    font-weight: 600;
  }
  & span {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
  & small {
    margin-top: 4px;
    color: var(--ph-text-3);
    font-size: var(--ph-text-xs);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
