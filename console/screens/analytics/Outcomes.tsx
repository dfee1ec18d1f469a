import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Dashboard } from "../../../shared/contract/analytics/analytics.ts";
import { figureStates } from "../../../shared/domain/figureState.ts";
import { measureOf } from "../../../shared/domain/measures.ts";
import { Card } from "../../parts/Card.tsx";
import { MeasureHint } from "../../parts/figures/MeasureHint.tsx";
import { writeFigure } from "../../parts/figures/writeFigure.ts";
import { barList } from "./barList.ts";
import { linkBehind } from "./drill.ts";
import type { Behind } from "./drill.ts";
import { nameState, stateColors } from "./stateColors.ts";

/** How the period's conversations came out: five states, of which "assumed" is always told apart. */
export function Outcomes({ data, behind }: { data: Dashboard; behind: Behind }): ReactNode {
  const { states, figures } = data;
  const all = figureStates.reduce((sum, state) => sum + states[state], 0);
  const resolved = states.confirmed + states.assumed;
  const shareInvolved = figures.find(({ measure }) => measure === "involvement")?.value ?? null;
  return (
    <Card
      title="How conversations end"
      subtitle={
        all === 0
          ? "No conversations in this period."
          : `The agent joined ${writeFigure("share", shareInvolved)} and resolved ${writeFigure("share", resolved / all)}.`
      }
    >
      <ol className={barList}>
        {figureStates.map((state) => {
          const count = states[state];
          const share = all === 0 ? 0 : count / all;
          const href = count > 0 ? linkBehind(behind, [state]) : null;
          const text = writeFigure("count", count);
          return (
            <li key={state}>
              <span>
                <i style={{ background: stateColors[state] }} aria-hidden />
                {nameState(state)}
                <MeasureHint measure={measureOf(state)} />
              </span>
              <span>
                {href ? <Link href={href}>{text}</Link> : text}
                <small>{writeFigure("share", share)}</small>
              </span>
              <b aria-hidden>
                <i style={{ inlineSize: `${share * 100}%`, background: stateColors[state] }} />
              </b>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
