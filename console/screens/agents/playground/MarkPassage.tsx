import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { Check, X } from "lucide-react";
import type { NewTestCase } from "../../../../shared/contract/evaluation/testCase.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { draftCase } from "./draftCase.ts";
import type { Turn } from "../../../state/playground/turn.ts";
import { CaseDialog } from "../../../parts/evaluation/overlays.ts";

interface MarkPassageProps {
  place: AgentPlace;
  turn: Turn;
  columnId: string;
  page: { title: string; url: string | null };
}

/** Says that a page that was found is right or wrong for the question, and keeps that as a test case. */
export function MarkPassage({ place, turn, columnId, page }: MarkPassageProps): ReactNode {
  const [given, setGiven] = useState<NewTestCase | null>(null);
  if (!mayDo("evaluation.update")) return null;
  const name = (page.url ?? page.title).slice(0, 2000);
  const mark = (isRight: boolean) => {
    const draft = draftCase(turn, columnId);
    if (isRight) setGiven({ ...draft, source: name });
    else setGiven({ ...draft, source: draft.source === name ? null : draft.source, wrongSource: name });
  };
  return (
    <div className={frame}>
      <Button size="small" icon={<Check size={14} aria-hidden />} onClick={() => mark(true)}>
        Right page
      </Button>
      <Button size="small" icon={<X size={14} aria-hidden />} onClick={() => mark(false)}>
        Wrong page
      </Button>
      {given && (
        <Suspense>
          <CaseDialog place={place} id={null} given={given} onClose={() => setGiven(null)} />
        </Suspense>
      )}
    </div>
  );
}

const frame = css`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
  margin-top: 8px;
`;
