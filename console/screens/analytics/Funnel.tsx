import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Dashboard } from "../../../shared/contract/analytics/analytics.ts";
import type { MeasureName } from "../../../shared/domain/measures.ts";
import { measureOf } from "../../../shared/domain/measures.ts";
import { Card } from "../../parts/Card.tsx";
import { describeNumber } from "../../parts/describeNumber.ts";
import { MeasureHint } from "../../parts/figures/MeasureHint.tsx";
import { writeFigure } from "../../parts/figures/writeFigure.ts";
import { barList } from "./barList.ts";
import { findBehind } from "./drill.ts";
import type { Behind } from "./drill.ts";

/** Each counts some of the conversations of the one before. */
const steps: readonly MeasureName[] = ["conversations", "involved", "resolved", "confirmed"];

/** How many conversations continue from one step to the next, and where most are lost. */
export function Funnel({ figures, behind }: { figures: Dashboard["figures"]; behind: Behind }): ReactNode {
  const counts = steps.map((step) => figures.find(({ measure }) => measure === step)?.value ?? 0);
  const [all = 0] = counts;
  // Few visitors confirm: one who does not is not lost.
  const losses = counts
    .slice(1, -1)
    .map((count, index) => ({ step: index, lost: (counts[index] ?? 0) - count }));
  const [worst] = losses.toSorted((one, other) => other.lost - one.lost);
  const before = worst && measureOf(steps[worst.step] ?? "conversations").title;
  const after = worst && measureOf(steps[worst.step + 1] ?? "conversations").title;
  return (
    <Card
      title="From question to solution"
      subtitle={
        worst && worst.lost > 0
          ? `Most are lost between “${before}” and “${after}”: ${describeNumber(worst.lost)}.`
          : undefined
      }
    >
      <ol className={barList}>
        {steps.map((step, index) => {
          const count = counts[index] ?? 0;
          const share = all === 0 ? 0 : count / all;
          const text = writeFigure("count", count);
          const href = count > 0 ? findBehind(behind, step)?.href : undefined;
          return (
            <li key={step}>
              <span>
                {measureOf(step).title}
                <MeasureHint measure={measureOf(step)} />
              </span>
              <span>
                {href ? <Link href={href}>{text}</Link> : text}
                <small>{writeFigure("share", share)}</small>
              </span>
              <b aria-hidden>
                <i style={{ inlineSize: `${share * 100}%`, background: "var(--ph-accent)" }} />
              </b>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
