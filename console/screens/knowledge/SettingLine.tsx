import type { ReactNode } from "react";
import { css } from "../../../shared/ui/style/css.ts";
import { useKeptFocus } from "../../parts/useKeptFocus.ts";

interface SettingLineProps {
  label: string;
  title: string;
  /** Below the title, in short. */
  note: string;
  /** Buttons; null for those who may only look. */
  actions: ReactNode;
  /** What went wrong, and dialogs. */
  children?: ReactNode;
}

/** A setting in one line: how it stands, and what can be done with it. */
export function SettingLine({ label, title, note, actions, children }: SettingLineProps): ReactNode {
  const kept = useKeptFocus<HTMLElement>();
  return (
    <section {...kept} className={line} aria-label={label}>
      <p>
        <strong>{title}</strong>
        <small>{note}</small>
      </p>
      {actions && <div className={buttons}>{actions}</div>}
      {children}
    </section>
  );
}

const line = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 10px 16px;
  padding: 12px 16px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  & > p {
    display: grid;
    flex: 1 1 260px;
    gap: 2px;
    min-width: 0;
  }
  & strong {
    font-weight: 550;
    overflow-wrap: anywhere;
  }
  & small {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    font-variant-numeric: tabular-nums;
  }
`;
const buttons = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`;
