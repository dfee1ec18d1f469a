import type { ReactNode } from "react";
import { CopyButton } from "../../../../shared/ui/CopyButton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";

/** An address to be entered elsewhere, with a button that copies it. */
export function CopyLine({ label, text }: { label: string; text: string }): ReactNode {
  return (
    <div className={line}>
      <code aria-label={label}>{text}</code>
      <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
    </div>
  );
}

const line = css`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
  padding: 6px 6px 6px 12px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius-s);
  background: var(--ph-raised);
  & > code {
    flex: 1;
    min-width: 0;
    font: var(--ph-text-s) / 1.5 var(--ph-mono);
    overflow-wrap: anywhere;
  }
`;
