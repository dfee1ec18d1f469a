import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Dashboard } from "../../../shared/contract/analytics/analytics.ts";
import { figureStates } from "../../../shared/domain/figureState.ts";
import { measureOf } from "../../../shared/domain/measures.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { MeasureHint } from "../../parts/figures/MeasureHint.tsx";
import { writeFigure } from "../../parts/figures/writeFigure.ts";
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
      <ol className={list}>
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

const list = css`
  display: grid;
  gap: 12px;
  margin: 0;
  padding: 0;
  list-style: none;
  font-size: var(--ph-text-s);
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 4px 12px;
  }
  & > li > span {
    display: flex;
    align-items: center;
    gap: 6px;
    font-variant-numeric: tabular-nums;
  }
  & > li > span > i {
    flex: none;
    width: 10px;
    height: 10px;
    border-radius: 3px;
  }
  & small {
    min-width: 46px;
    text-align: end;
    color: var(--ph-text-2);
  }
  & b {
    grid-column: 1 / -1;
    display: block;
    height: 8px;
    border-radius: 4px;
    background: var(--ph-sunken);
    overflow: hidden;
  }
  & b > i {
    display: block;
    height: 100%;
  }
`;
