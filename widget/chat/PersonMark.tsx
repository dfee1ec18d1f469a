import type { ReactNode } from "react";
import { Avatar } from "../../shared/ui/Avatar.tsx";
import { css } from "../../shared/ui/style/css.ts";

/** The person who answers, as somebody who is there. It stays still for a screen reader: the name is beside it. */
export function PersonMark({ name }: { name: string }): ReactNode {
  return (
    <span className={presence} aria-hidden="true">
      <Avatar name={name} size={36} />
    </span>
  );
}

const presence = css`
  position: relative;
  display: grid;
  &::after {
    content: "";
    position: absolute;
    inset-block-end: -1px;
    inset-inline-end: -1px;
    width: 11px;
    height: 11px;
    border: 2px solid var(--ph-surface);
    border-radius: 50%;
    background: var(--ph-success-text);
  }
  @media (max-height: 420px) {
    zoom: 0.78;
  }
`;
