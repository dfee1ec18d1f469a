import type { ReactNode } from "react";
import { css, keyframes } from "./style/css.ts";

/** Three dots while an answer is awaited; decoration, a live region says it in words. */
export function TypingDots(): ReactNode {
  return (
    <span className={dots} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}

const rise = keyframes`
  30% {
    opacity: 1;
    translate: 0 -3px;
  }
  60% {
    opacity: 0.35;
    translate: 0 0;
  }
`;
const dots = css`
  display: inline-flex;
  gap: 4px;
  align-items: center;
  height: 1.55em;
  & > i {
    width: 6px;
    height: 6px;
    border-radius: 50%;
    background: currentColor;
    opacity: 0.35;
    animation: ${rise} 1.2s infinite;
  }
  & > i:nth-child(2) {
    animation-delay: 0.15s;
  }
  & > i:nth-child(3) {
    animation-delay: 0.3s;
  }
  @media (forced-colors: active) {
    & > i {
      background: CanvasText;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    & > i {
      animation: none;
    }
  }
`;
