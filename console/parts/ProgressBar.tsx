import type { ReactNode } from "react";
import { css } from "../../shared/ui/style/css.ts";

interface ProgressBarProps {
  /** What comes on, for screen readers. */
  label: string;
  value: number;
  max: number;
}

/** How far something has come. It is as wide as its place. */
export function ProgressBar({ label, value, max }: ProgressBarProps): ReactNode {
  return <progress className={bar} aria-label={label} value={value} max={Math.max(1, max)} />;
}

const bar = css`
  display: block;
  width: 100%;
  height: 8px;
  appearance: none;
  border: 0;
  border-radius: 99px;
  background: var(--ph-hover);
  overflow: hidden;
  &::-webkit-progress-bar {
    background: var(--ph-hover);
  }
  &::-webkit-progress-value {
    border-radius: 99px;
    background: var(--ph-accent);
  }
  &::-moz-progress-bar {
    background: var(--ph-accent);
  }
`;
