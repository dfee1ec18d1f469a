import type { ReactNode } from "react";
import { formatMinutes } from "../../format/minutes.ts";
import { css } from "../style/css.ts";
import { mostLevels } from "./useRecorder.ts";

/** How long a recording is by now, with the sign that it runs. */
export function RecordingTime({ ms, isRunning }: { ms: number; isRunning: boolean }): ReactNode {
  return (
    <span role="timer" className={time} data-runs={isRunning ? "" : undefined}>
      {formatMinutes(ms)}
    </span>
  );
}

/** How loud it was lately. The newest is at the end; what is not there yet is silence. */
export function RecordingWave({ levels }: { levels: readonly number[] }): ReactNode {
  const path = levels
    .map((level, index) => {
      const x = (mostLevels - levels.length + index) * 4 + 2;
      const half = Math.max(0.5, Math.sqrt(level) * 11);
      return `M${x} ${12 - half}V${12 + half}`;
    })
    .join("");
  return (
    <svg className={wave} viewBox={`0 0 ${mostLevels * 4} 24`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

const time = css`
  flex: none;
  min-width: 4ch;
  font-variant-numeric: tabular-nums;
  font-weight: 550;
  &::before {
    content: "";
    display: inline-block;
    width: 8px;
    height: 8px;
    margin-inline-end: 8px;
    border-radius: 50%;
    background: var(--ph-text-3);
  }
  &[data-runs]::before {
    background: var(--ph-danger-text);
    animation: ph-recording 1.2s ease-in-out infinite alternate;
  }
  @keyframes ph-recording {
    to {
      opacity: 0.35;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    &[data-runs]::before {
      animation: none;
    }
  }
`;
const wave = css`
  flex: 1;
  min-width: 0;
  height: 24px;
  fill: none;
  stroke: var(--ph-accent-text);
  stroke-width: 2;
  stroke-linecap: round;
`;
