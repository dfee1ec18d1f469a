import type { ReactNode } from "react";
import { css, keyframes } from "./style/css.ts";

export interface SkeletonProps {
  /** Any CSS length. */
  width?: string;
  height?: string;
  isRound?: boolean;
}

/** A gray shape in place of what is loading; shows after 150 ms only. Draw the real shape with several of them. */
export function Skeleton({ width = "100%", height = "1em", isRound }: SkeletonProps): ReactNode {
  return (
    <span
      aria-hidden="true"
      className={shape}
      style={{ width, height, borderRadius: isRound ? "50%" : undefined }}
    />
  );
}

const appear = keyframes`
  from {
    opacity: 0;
  }
`;
const breathe = keyframes`
  50% {
    opacity: 0.5;
  }
`;
const shape = css`
  display: block;
  max-width: 100%;
  border-radius: var(--ph-radius-s);
  background: var(--ph-line);
  animation:
    ${appear} 0.2s 0.15s backwards,
    ${breathe} 1.6s 0.35s ease-in-out infinite;
  @media (prefers-reduced-motion: reduce) {
    animation: none;
  }
  @media (forced-colors: active) {
    background: GrayText;
  }
`;
