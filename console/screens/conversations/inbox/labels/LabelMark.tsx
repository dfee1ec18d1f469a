import type { ReactNode } from "react";
import type { Label } from "../../../../../shared/contract/conversations/conversations.ts";
import { css } from "../../../../../shared/ui/style/css.ts";

/** Colors that new labels get in turn: each is told apart on light and on dark. */
export const labelColors = [
  "#2f6fed",
  "#d9822b",
  "#2e9e5b",
  "#c2417c",
  "#7a5af5",
  "#0f9aa8",
  "#b0483a",
] as const;

/** A label: its name after a dot of its color, so that color alone says nothing. */
export function LabelMark({ label }: { label: Pick<Label, "name" | "colour"> }): ReactNode {
  return (
    <span className={mark}>
      <svg width="9" height="9" viewBox="0 0 9 9" aria-hidden>
        <circle cx="4.5" cy="4.5" r="4.5" fill={label.colour} />
      </svg>
      <bdi>{label.name}</bdi>
    </span>
  );
}

const mark = css`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-width: 0;
  max-width: 100%;
  font-size: var(--ph-text-s);
  & > svg {
    flex: none;
  }
  & > bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
