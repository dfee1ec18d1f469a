import type { ReactNode } from "react";
import { css, cx, keyframes } from "./style/css.ts";

export interface SpinnerProps {
  /** In em. */
  size?: number;
  /** Said by a screen reader; without it the spinner is decoration beside a label. */
  label?: string;
}

/** A turning ring. It shows after 150 ms only: what is quick should not flash. */
export function Spinner({ size = 1.15, label }: SpinnerProps): ReactNode {
  return (
    <span
      className={cx(ring)}
      style={{ fontSize: `${size}em` }}
      role={label ? "img" : undefined}
      aria-label={label}
    />
  );
}

const turn = keyframes`
  to {
    transform: rotate(1turn);
  }
`;
const appear = keyframes`
  from {
    opacity: 0;
  }
`;
const ring = css`
  display: inline-block;
  flex: none;
  width: 1em;
  height: 1em;
  border: 0.14em solid currentColor;
  border-inline-end-color: transparent;
  border-radius: 50%;
  animation:
    ${turn} 0.7s linear infinite,
    ${appear} 0.15s 0.15s backwards;
  @media (prefers-reduced-motion: reduce) {
    animation-duration: 3s, 0.01s;
  }
  /* Its gap stays one. */
  @media (forced-colors: active) {
    forced-color-adjust: none;
  }
`;
