import type { ReactNode } from "react";
import { lineDiff } from "../../../../shared/domain/versions/lineDiff.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import type { WorkflowChange } from "./diffWorkflows.ts";

const kinds = {
  added: { label: "Added", tone: "success" },
  removed: { label: "Removed", tone: "danger" },
  changed: { label: "Changed", tone: "warning" },
} as const;

/** What differs between two versions, step by step; of a changed one only the lines that changed. */
export function ChangedSteps({ changes }: { changes: readonly WorkflowChange[] }): ReactNode {
  if (changes.length === 0) return <p>No differences.</p>;
  return (
    <ul className={list}>
      {changes.map((change, at) => (
        <li key={at}>
          <Badge tone={kinds[change.kind].tone}>{kinds[change.kind].label}</Badge>
          <div>
            <strong>{change.what}</strong>
            {change.kind === "changed" ? (
              lineDiff(change.before, change.after)
                .filter(({ kind }) => kind !== "same")
                .map(({ kind, text }, index) =>
                  kind === "removed" ? <del key={index}>{text}</del> : <ins key={index}>{text}</ins>,
                )
            ) : (
              <span>{change.after || change.before}</span>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

const list = css`
  display: grid;
  gap: 12px;
  min-width: 0;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    grid-template-columns: 84px minmax(0, 1fr);
    align-items: start;
    gap: 10px;
  }
  & > li > span {
    justify-self: start;
  }
  & > li > div {
    display: grid;
    gap: 2px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & strong {
    color: var(--ph-text);
    font-weight: 550;
  }
  & del,
  & ins {
    padding: 1px 8px;
    border-radius: var(--ph-radius-s);
    font-size: var(--ph-text-s);
    white-space: pre-wrap;
  }
  & del {
    background: var(--ph-danger-soft);
    color: var(--ph-danger-text);
  }
  & ins {
    background: var(--ph-success-soft);
    color: var(--ph-success-text);
    text-decoration: none;
  }
`;
