import type { ComponentProps, ReactNode } from "react";
import { Spinner } from "./Spinner.tsx";
import { css, cx } from "./style/css.ts";

export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";

export interface ButtonProps extends Omit<
  ComponentProps<"button">,
  "className" | "children" | "size" | "icon"
> {
  children: ReactNode;
  kind?: ButtonKind;
  size?: "small" | "medium";
  /** Stands before the label. */
  icon?: ReactNode;
  /** Work is in flight: the label stays, a spinner comes beside it, and clicks do nothing. */
  isBusy?: boolean;
  className?: string;
}

/** A button with a label. While busy it keeps its focus, so a keyboard doesn't lose its place. */
export function Button(props: ButtonProps): ReactNode {
  const {
    children,
    kind = "secondary",
    size = "medium",
    icon,
    isBusy = false,
    className,
    onClick,
    ...rest
  } = props;
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(kind, size, className)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

/** The looks of a button, for a link that leads somewhere and should look like one. */
export function buttonClass(
  kind: ButtonKind,
  size: "small" | "medium" = "medium",
  className?: string,
): string {
  return cx(base, kinds[kind], size === "small" && small, className);
}

const base = css`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-height: var(--ph-control);
  padding: 6px 16px;
  border: 1px solid transparent;
  border-radius: var(--ph-radius-s);
  font-weight: 550;
  font-size: var(--ph-text-m);
  line-height: 1.25;
  text-decoration: none;
  text-align: center;
  cursor: pointer;
  transition:
    background-color var(--ph-fast),
    border-color var(--ph-fast),
    color var(--ph-fast);
  &:disabled {
    opacity: 0.6;
    cursor: default;
  }
  &[aria-busy="true"] {
    cursor: progress;
  }
`;
const small = css`
  min-height: 32px;
  padding: 4px 12px;
  font-size: var(--ph-text-s);
`;
const kinds: Record<ButtonKind, string> = {
  primary: css`
    background: var(--ph-accent);
    color: var(--ph-on-accent);
    &:hover:not(:disabled) {
      background: var(--ph-accent-hover);
    }
  `,
  secondary: css`
    background: var(--ph-surface);
    border-color: var(--ph-line-2);
    box-shadow: var(--ph-shadow-1);
    color: var(--ph-text);
    &:hover:not(:disabled) {
      background: var(--ph-sunken);
    }
  `,
  quiet: css`
    background: transparent;
    color: var(--ph-text-2);
    &:hover:not(:disabled) {
      background: var(--ph-hover);
      color: var(--ph-text);
    }
  `,
  danger: css`
    background: var(--ph-danger);
    color: #fff;
    &:hover:not(:disabled) {
      background: var(--ph-danger-hover);
    }
  `,
};
