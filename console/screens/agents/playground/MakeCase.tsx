import { Suspense, lazy, useState } from "react";
import type { ReactNode } from "react";
import { FlaskConical } from "lucide-react";
import type { NewTestCase } from "../../../../shared/contract/testCase.ts";
import { audienceOf } from "../../../../shared/domain/sourceAudience.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { mayDo } from "../../../state/organization.ts";
import type { AgentPlace } from "../../../state/paths.ts";
import { playground } from "../../../state/playground.ts";
import type { Turn } from "../../../state/playground.ts";
import { listTried } from "../../../state/triedHistory.ts";

const CaseDialog = lazy(() => import("../../../parts/evaluation/CaseDialog.tsx"));

interface MakeCaseProps {
  place: AgentPlace;
  turn: Turn;
  columnId: string;
}

/** Makes a test case of what was just asked, with what was said before it; what is right of the answer people say. */
export function MakeCase({ place, turn, columnId }: MakeCaseProps): ReactNode {
  const [given, setGiven] = useState<NewTestCase | null>(null);
  if (!mayDo("evaluation.update")) return null;
  return (
    <>
      <Button
        size="small"
        kind="quiet"
        icon={<FlaskConical size={14} aria-hidden />}
        onClick={() => setGiven(draftCase(turn, columnId))}
      >
        Make a test case
      </Button>
      {given && (
        <Suspense>
          <CaseDialog place={place} id={null} given={given} onClose={() => setGiven(null)} />
        </Suspense>
      )}
    </>
  );
}

/** A case of what was asked, with the page that the answer cites first as the right one. */
export function draftCase(turn: Turn, columnId: string): NewTestCase {
  const answer = turn.answers[columnId];
  const cited = answer?.citations[0];
  const audience = answer ? audienceOf(answer.visitor) : "everyone";
  return {
    question: turn.question,
    history: listTried(
      playground.turns.filter(({ id }) => id < turn.id),
      columnId,
    ),
    ...(audience !== "everyone" && { audience }),
    ...{ kind: "answer", expected: [], forbidden: [], from: null },
    wrongSource: null,
    source: cited ? (cited.url ?? cited.title).slice(0, 2000) : null,
  };
}
