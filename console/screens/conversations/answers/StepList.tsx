import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { AnswerStep } from "../../../../shared/contract/conversations/answers/receipts.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { plural } from "../../../../shared/words/language.ts";
import { describeMs } from "./ReceiptFigures.tsx";

/** The tools that a model used for an answer, in their order, with what went in and what came out. */
export function StepList({ steps }: { steps: Snapshot<AnswerStep[]> }): ReactNode {
  return (
    <section className={frame}>
      <h3>{plural(steps.length, { one: "{count} tool step", other: "{count} tool steps" })}</h3>
      <ol>
        {steps.map(({ tool, input, result, ms, outcome }, index) => (
          <li key={index}>
            <div>
              <strong>{toolNames[tool] ?? tool}</strong>
              {outcome !== "done" && <Badge tone="warning">{outcomes[outcome]}</Badge>}
              <span>{describeMs(ms)}</span>
            </div>
            {input !== "" && input !== "{}" && <code>{input}</code>}
            {result !== "" && <p>{result}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

const toolNames: Record<string, string> = {
  search_knowledge: "Searched the knowledge again",
  ask_for_person: "Asked for a person",
};

const outcomes: Record<Exclude<AnswerStep["outcome"], "done">, string> = {
  failed: "Failed",
  timeout: "Took too long",
  refused: "Refused",
  invalid: "Input not accepted",
  unknown: "No such tool",
  repeated: "Repeated",
  limit: "No steps left",
};

const frame = css`
  display: grid;
  gap: 8px;
  & > ol {
    display: grid;
    gap: 8px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & li {
    display: grid;
    gap: 4px;
    min-width: 0;
    padding: 10px 14px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
  }
  & li > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
  }
  & strong {
    font-weight: 550;
    overflow-wrap: anywhere;
  }
  & span:last-child {
    margin-inline-start: auto;
  }
  & li > div > span:last-child,
  & p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    font-variant-numeric: tabular-nums;
  }
  & code {
    font-family: var(--ph-mono);
    font-size: var(--ph-text-s);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;
