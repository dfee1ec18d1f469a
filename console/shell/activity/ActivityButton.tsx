import type { ReactNode } from "react";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import { breakpoints } from "../../../shared/domain/limits.ts";
import { css } from "../../../shared/ui/style/css.ts";

/** How wide the question is that a click brings. */
export const questionWidth = 178;

/** The toggle with the word for what it shows; it changes nothing before that is confirmed. */
export function ActivityButton({ isOnline, onPress }: { isOnline: boolean; onPress: () => void }): ReactNode {
  return (
    <span className={frame} data-online={isOnline ? "" : undefined}>
      <span aria-hidden>{isOnline ? "Online" : "Offline"}</span>
      <Toggle isOn={isOnline} onChange={onPress} label="Online" size="medium" />
    </span>
  );
}

const frame = css`
  display: inline-flex;
  align-items: center;
  justify-content: flex-end;
  gap: 10px;
  flex: none;
  min-width: 108px;
  /* The room of the question that takes its place, so that nothing beside it moves. */
  @media (min-width: ${breakpoints.mobile + 1}px) {
    min-width: ${questionWidth}px;
  }
  min-height: 40px;
  padding-inline: 8px;
  color: var(--ph-text-2);
  font-size: var(--ph-text-s);
  font-weight: 550;
  &[data-online] {
    color: var(--ph-success-text);
  }
  @media (pointer: coarse) {
    min-height: 44px;
    & [role="switch"]::after {
      inset: -12px -10px;
    }
  }
`;
