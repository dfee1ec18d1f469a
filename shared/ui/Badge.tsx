import type { ReactNode } from "react";
import { css, cx } from "./style/css.ts";

export type BadgeTone = "neutral" | "accent" | "success" | "warning" | "danger";

export interface BadgeProps {
  children: ReactNode;
  tone?: BadgeTone;
  /** A dot before the text, for a state that lasts. */
  hasDot?: boolean;
}

/** A word about a state or a kind. The tone repeats what the word says, it never stands for it. */
export function Badge({ children, tone = "neutral", hasDot }: BadgeProps): ReactNode {
  return <span className={cx(badge, tones[tone], hasDot && dot)}>{children}</span>;
}

const badge = css`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  padding: 2px 8px;
  border: 1px solid transparent;
  border-radius: 99px;
  font-size: var(--ph-text-xs);
  font-weight: 550;
  line-height: 1.4;
  white-space: nowrap;
  & > svg,
  &::before {
    flex: none;
  }
`;
const dot = css`
  &::before {
    content: "";
    width: 6px;
    height: 6px;
    border-radius: 50%;
    background: currentColor;
  }
`;
const tones: Record<BadgeTone, string> = {
  neutral: css`
    background: var(--ph-sunken);
    border-color: var(--ph-line);
    color: var(--ph-text-2);
  `,
  accent: css`
    background: var(--ph-accent-soft);
    color: var(--ph-accent-text);
  `,
  success: css`
    background: var(--ph-success-soft);
    color: var(--ph-success-text);
  `,
  warning: css`
    background: var(--ph-warning-soft);
    color: var(--ph-warning-text);
  `,
  danger: css`
    background: var(--ph-danger-soft);
    color: var(--ph-danger-text);
  `,
};
