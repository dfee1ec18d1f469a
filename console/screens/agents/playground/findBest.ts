import type { Snapshot } from "valtio";
import type { TriedReceipt } from "../../../../shared/contract/playground/playground.ts";
import type { Best } from "./Figures.tsx";

type Receipt = Snapshot<TriedReceipt> | null;

/** Says of each of several answers whether it was the fastest and the cheapest; of none where all are alike. */
export function findBest(receipts: readonly Receipt[]): (receipt: Receipt) => Best {
  const whole = receipts.filter((receipt) => receipt !== null && receipt.ms.firstToken !== null);
  const times = whole.map((receipt) => receipt?.ms.total ?? Infinity);
  const costs = whole.map((receipt) => receipt?.credits ?? Infinity);
  return (receipt) => ({
    isFastest: isLeast(receipt?.ms.total, times),
    isCheapest: isLeast(receipt?.credits, costs),
  });
}

function isLeast(value: number | undefined, all: readonly number[]): boolean {
  const least = Math.min(...all);
  return value === least && all.some((other) => other > least);
}
