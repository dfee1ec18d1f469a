import { useState } from "react";
import type { ReactNode } from "react";
import { css } from "../../../../shared/ui/style/css.ts";

/** What a field gets so that a "?" at its label shows its help, one of the form at a time. */
export function useHelp(): (label: string, text: ReactNode) => { aside: ReactNode; hint: ReactNode } {
  const [open, setOpen] = useState<string | null>(null);
  return (label, text) => ({
    aside: (
      <button
        type="button"
        className={mark}
        title={`Help: ${label}`}
        aria-label={`Help: ${label}`}
        aria-expanded={open === label}
        onClick={() => setOpen(open === label ? null : label)}
      >
        ?
      </button>
    ),
    hint: open === label ? text : undefined,
  });
}

const mark = css`
  position: relative;
  width: 18px;
  height: 18px;
  padding: 0;
  border: 1px solid var(--ph-line-strong);
  border-radius: 50%;
  background: none;
  color: var(--ph-text-2);
  font-size: 11px;
  line-height: 1;
  cursor: pointer;
  &:hover,
  &[aria-expanded="true"] {
    background: var(--ph-hover);
    color: var(--ph-text);
  }
  &::after {
    content: "";
    position: absolute;
    inset: -4px;
  }
`;
