import type { ReactNode } from "react";
import { css } from "../../../../shared/ui/style/css.ts";
import { ProgressBar } from "../../../parts/ProgressBar.tsx";
import { describeReading, type Reading } from "./readReading.ts";

/** How far the reading has come, told politely to screen readers by its words only. */
export function ReadingBar({ reading }: { reading: Reading }): ReactNode {
  const text = describeReading(reading);
  return (
    <div className={frame}>
      <p>{text}</p>
      <ProgressBar label="Pages read" value={reading.done} max={reading.found} />
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 6px;
  min-width: 0;
  & > p {
    font-size: var(--ph-text-s);
    font-variant-numeric: tabular-nums;
    color: var(--ph-text-2);
  }
`;
