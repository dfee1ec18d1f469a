import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { AnswerStep } from "../../../../shared/contract/conversations/answers/receipts.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { describeMs } from "./describe.ts";

/** The tools that the model used or wanted to, in their order, with what went in and what came out. */
export function ToolSteps({ steps }: { steps: Snapshot<AnswerStep[]> }): ReactNode {
  return (
    <ol className={list}>
      {steps.map(({ tool, input, result, ms, outcome }, index) => (
        <li key={index}>
          <details>
            <summary>
              <strong>{tool}</strong>
              <Badge tone={outcome === "done" ? "success" : "warning"}>{outcomes[outcome]}</Badge>
              <span>{describeMs(ms)}</span>
            </summary>
            <pre>{input}</pre>
            <pre>{result}</pre>
          </details>
        </li>
      ))}
    </ol>
  );
}

const outcomes: Record<AnswerStep["outcome"], string> = {
  done: "Done",
  failed: "Failed",
  timeout: "Took too long",
  refused: "Not allowed",
  invalid: "Wrong input",
  unknown: "No such tool",
  repeated: "Asked for twice",
  limit: "One too many",
};

const list = css`
  display: grid;
  gap: 6px;
  margin: 0;
  padding: 0;
  list-style: none;
  font-size: var(--ph-text-s);
  & summary {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 28px;
    cursor: pointer;
  }
  & strong {
    font-weight: 550;
    overflow-wrap: anywhere;
  }
  & summary > span:last-child {
    margin-inline-start: auto;
    color: var(--ph-text-2);
    font-variant-numeric: tabular-nums;
  }
  & pre {
    max-height: 220px;
    margin: 6px 0 0;
    padding: 10px 12px;
    overflow: auto;
    border-radius: var(--ph-radius-s);
    background: var(--ph-sunken);
    font: var(--ph-text-xs) / 1.5 var(--ph-mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;
