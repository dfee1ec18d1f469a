import type { NewTestCase } from "../../../../shared/contract/evaluation/testCase.ts";
import { audienceOf } from "../../../../shared/domain/sourceAudience.ts";
import { playground } from "../../../state/playground/playground.ts";
import { listTried } from "../../../state/playground/triedHistory.ts";
import type { Turn } from "../../../state/playground/turn.ts";

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
