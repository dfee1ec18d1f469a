import { useState } from "react";
import type { ReactNode } from "react";
import type { TestCase } from "../../../../shared/contract/evaluation/evaluation.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { MakeCaseButton } from "../../../parts/evaluation/MakeCaseButton.tsx";
import { ReproductionButton } from "../../../parts/evaluation/ReproductionButton.tsx";
import { makeCase, readReproduction, type AnswerPlace } from "../../../state/agents/reuseAnswer.ts";
import { mayDo } from "../../../state/accounts/organization.ts";

/** What a bad answer can be made into: a case that is asked from now on, and a file to try it elsewhere. */
export function AnswerActions({ place }: { place: AnswerPlace }): ReactNode {
  const [made, setMade] = useState<TestCase | null>(null);
  if (!mayDo("evaluation.read")) return null;
  return (
    <div className={frame}>
      <MakeCaseButton place={place} made={made} onChange={setMade} create={() => makeCase(place)} />
      <ReproductionButton name={place.messageId} read={() => readReproduction(place)} />
    </div>
  );
}

const frame = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-top: 16px;
  padding-top: 16px;
  border-top: 1px solid var(--ph-line);
`;
