import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { TriedReceipt } from "../../../../shared/contract/playground/playground.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { describeCost, describeMs, describeTokens } from "./describe.ts";

/** Which of an answer's figures no other one beside it betters. */
export interface Best {
  isFastest: boolean;
  isCheapest: boolean;
}

interface FiguresProps {
  receipt: Snapshot<TriedReceipt>;
  best: Best;
}

/** How long an answer took and what it would have cost; said of no budget, because none was charged. */
export function Figures({ receipt, best }: FiguresProps): ReactNode {
  const { ms, tokensIn, tokensOut, credits } = receipt;
  const figures = [
    { name: "First word", value: ms.firstToken === null ? "Never" : describeMs(ms.firstToken) },
    { name: "Total", value: describeMs(ms.total), praise: best.isFastest && "fastest" },
    { name: "Tokens", value: describeTokens(tokensIn, tokensOut) ?? "None" },
    { name: "Would cost", value: describeCost(credits), praise: best.isCheapest && "least" },
  ];
  return (
    <dl className={frame}>
      {figures.map(({ name, value, praise }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {praise && <small>{praise}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const frame = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(118px, 1fr));
  gap: 10px 16px;
  margin: 0;
  padding-block: 10px;
  border-block: 1px solid var(--ph-line);
  & dt {
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
  }
  & dd {
    margin: 0;
    font-size: var(--ph-text-s);
    font-weight: 550;
    font-variant-numeric: tabular-nums;
  }
  & small {
    margin-inline-start: 6px;
    padding: 1px 6px;
    border-radius: 99px;
    background: var(--ph-success-soft);
    color: var(--ph-success-text);
    font-size: var(--ph-text-xs);
  }
`;
