import type { ComponentProps, ReactNode } from "react";
import { css, cx } from "./style/css.ts";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "className" | "children" | "size"> {
  /** What the button does; its name for a screen reader and its tooltip. */
  label: string;
  children: ReactNode;
  mode?: "unfilled" | "filled" | "outlined";
  /** "Sizes small 40px, default 48px, large 56px" (specification 2). */
  size?: "small" | "default" | "large";
  className?: string;
}

/** A round button with an icon only. */
export function IconButton(props: IconButtonProps): ReactNode {
  const { label, children, mode = "unfilled", size = "default", className, ...rest } = props;
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={cx(base, modes[mode], sizes[size], className)}
    >
      {children}
    </button>
  );
}

const base = css`
  display: inline-flex;
  flex: none;
  align-items: center;
  justify-content: center;
  padding: 0;
  border: 1px solid transparent;
  border-radius: 50%;
  background: transparent;
  color: var(--ph-text-2);
  font-size: 16px;
  cursor: pointer;
  transition:
    background-color var(--ph-fast),
    color var(--ph-fast);
  &:hover:not(:disabled) {
    background: var(--ph-hover);
    color: var(--ph-text);
  }
  &:disabled {
    opacity: 0.45;
    cursor: default;
  }
`;
const modes = {
  unfilled: "",
  filled: css`
    background: var(--ph-accent);
    color: var(--ph-on-accent);
    &:hover:not(:disabled) {
      background: var(--ph-accent-hover);
      color: var(--ph-on-accent);
    }
  `,
  outlined: css`
    border-color: var(--ph-line-2);
    background: var(--ph-surface);
  `,
};
const sizes = {
  small: css`
    width: 40px;
    height: 40px;
  `,
  default: css`
    width: 48px;
    height: 48px;
    font-size: 18px;
  `,
  large: css`
    width: 56px;
    height: 56px;
    font-size: 20px;
  `,
};
