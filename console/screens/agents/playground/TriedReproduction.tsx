import type { ReactNode } from "react";
import { snapshot } from "valtio";
import { ReproductionButton } from "../../../parts/evaluation/ReproductionButton.tsx";
import { copyShown } from "../../../state/shell/copyShown.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { playground } from "../../../state/playground/playground.ts";
import { listTried } from "../../../state/playground/triedHistory.ts";
import { makeTriedReproduction } from "./makeTriedReproduction.ts";
import type { TriedAnswer, Turn } from "../../../state/playground/turn.ts";

interface TriedReproductionProps {
  place: AgentPlace;
  turn: Turn;
  columnId: string;
  answer: TriedAnswer;
}

/** Saves everything a playground answer was built from, as the inbox does for a visitor's. */
export function TriedReproduction({ place, turn, columnId, answer }: TriedReproductionProps): ReactNode {
  const read = async () => {
    const before = playground.turns.filter(({ id }) => id < turn.id);
    const { question } = turn;
    const history = listTried(before, columnId);
    return makeTriedReproduction(place, { question, history, answer: copyShown(snapshot(answer)) });
  };
  return <ReproductionButton isSmall name={`playground-${turn.id}`} read={read} />;
}
