import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { MakeCaseButton } from "../../../parts/evaluation/MakeCaseButton.tsx";
import { copyShown } from "../../../state/shell/copyShown.ts";
import { saveTestCase } from "../../../state/evaluation/evaluation.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { draftCase } from "./draftCase.ts";
import type { TriedAnswer, Turn } from "../../../state/playground/turn.ts";

interface MakeCaseProps {
  place: AgentPlace;
  turn: Turn;
  columnId: string;
  answer: TriedAnswer;
}

/** Makes a test case of what was just asked, with what was said before it; what is right of the answer people say. */
export function MakeCase({ place, turn, columnId, answer }: MakeCaseProps): ReactNode {
  const { testCase } = useSnapshot(answer);
  const create = async () => ({
    ...(await saveTestCase(place, { id: null, ...draftCase(turn, columnId) })),
    isNew: true,
  });
  return (
    <MakeCaseButton
      isSmall
      place={place}
      made={testCase && copyShown(testCase)}
      onChange={(made) => {
        answer.testCase = made;
      }}
      create={create}
    />
  );
}
