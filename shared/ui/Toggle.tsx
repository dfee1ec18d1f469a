import type { ReactNode } from "react";
import { css, cx } from "./style/css.ts";

export interface ToggleProps {
  isOn: boolean;
  onChange(isOn: boolean): void;
  /** Its name; leave it out where `labelledBy` names the element that says it. */
  label?: string;
  labelledBy?: string;
  /** "Small 26x16, medium 33x20, large 40x24" (specification 2). */
  size?: "small" | "medium" | "large";
  isDisabled?: boolean;
}

/** A switch. The smaller sizes take clicks a little around them, so that 24 px are met (WCAG 2.5.8). */
export function Toggle(props: ToggleProps): ReactNode {
  const { isOn, onChange, label, labelledBy, size = "medium", isDisabled } = props;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      aria-labelledby={labelledBy}
      disabled={isDisabled}
      className={cx(track, sizes[size])}
      onClick={() => onChange(!isOn)}
    />
  );
}

const track = css`
  position: relative;
  flex: none;
  padding: 0;
  border: 1px solid transparent;
  border-radius: 99px;
  background: var(--ph-line-strong);
  cursor: pointer;
  transition: background-color var(--ph-fast);
  &::before {
    content: "";
    position: absolute;
    inset-block: 1px;
    inset-inline-start: 1px;
    aspect-ratio: 1;
    border-radius: 50%;
    background: var(--ph-surface);
    box-shadow: var(--ph-shadow-1);
    transition: inset-inline-start var(--ph-fast) var(--ph-ease);
  }
  &::after {
    content: "";
    position: absolute;
    inset: -5px;
  }
  &[aria-checked="true"] {
    background: var(--ph-accent-text);
  }
  &:disabled {
    opacity: 0.5;
    cursor: default;
  }
  @media (forced-colors: active) {
    border-color: ButtonText;
    &::before {
      background: ButtonText;
    }
  }
`;
/** The knob goes to the far end: the width less the height. */
const sizes = {
  small: css`
    width: 26px;
    height: 16px;
    &[aria-checked="true"]::before {
      inset-inline-start: 11px;
    }
  `,
  medium: css`
    width: 33px;
    height: 20px;
    &[aria-checked="true"]::before {
      inset-inline-start: 14px;
    }
  `,
  large: css`
    width: 40px;
    height: 24px;
    &[aria-checked="true"]::before {
      inset-inline-start: 17px;
    }
  `,
};
