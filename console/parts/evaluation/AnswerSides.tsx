import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { EvaluationResult } from "../../../shared/contract/evaluation/evaluation.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { SideOfAnswer } from "./SideOfAnswer.tsx";

/** The answer of a question, beside the one before where there was one. */
export function AnswerSides({ result }: { result: Snapshot<EvaluationResult> }): ReactNode {
  const { before, answer } = result;
  return (
    <div className={sides} data-two={before ? "" : undefined}>
      {before && <SideOfAnswer title="Before" side={before} />}
      {answer && <SideOfAnswer title={before ? "Now" : "Answer"} side={answer} />}
    </div>
  );
}

const sides = css`
  display: grid;
  gap: 12px;
  &[data-two] {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  @media (max-width: 640px) {
    &[data-two] {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
