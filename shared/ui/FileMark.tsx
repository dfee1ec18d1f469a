import type { ReactNode } from "react";
import { css } from "./style/css.ts";

/** A file's picture: what its name ends with. */
export function FileMark({ name }: { name: string }): ReactNode {
  const ending = /\.([a-z0-9]{1,4})$/i.exec(name)?.[1] ?? "file";
  return (
    <span className={mark} aria-hidden="true">
      {ending}
    </span>
  );
}

const mark = css`
  display: grid;
  flex: none;
  place-items: center;
  width: 2.125rem;
  height: 2.125rem;
  border-radius: min(var(--ph-radius-s), 9px);
  background: var(--ph-accent-soft);
  color: var(--ph-accent-text);
  font-size: 0.625rem;
  font-weight: 700;
  letter-spacing: 0.02em;
  text-transform: uppercase;
`;
