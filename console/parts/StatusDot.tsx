import type { ReactNode } from "react";
import { css, cx } from "../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../shared/ui/style/visuallyHidden.ts";

const words = { live: "Live", paused: "Paused", locked: "Locked by your plan" };

/** Whether an agent answers visitors, as a dot with the word for those who do not see it. */
export function StatusDot({ status }: { status: keyof typeof words }): ReactNode {
  const word = words[status];
  return (
    <span className={cx(dot, status === "live" && live, status === "locked" && locked)} title={word}>
      <span className={visuallyHidden}>{word}</span>
    </span>
  );
}

const dot = css`
  position: relative;
  flex: none;
  width: 8px;
  height: 8px;
  border: 1.5px solid var(--ph-text-3);
  border-radius: 50%;
`;
const locked = css`
  border-color: transparent;
  background: var(--ph-danger-text);
`;
const live = css`
  border-color: transparent;
  background: var(--ph-success-text);
`;
