import type { ReactNode } from "react";
import { css } from "../../../../shared/ui/style/css.ts";

interface CheckRowProps {
  label: string;
  hint: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
}

/** One thing to take along or leave. */
export function CheckRow({ label, hint, isOn, onChange, isDisabled }: CheckRowProps): ReactNode {
  return (
    <label className={row}>
      <input
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        <strong>{label}</strong>
        <span>{hint}</span>
      </span>
    </label>
  );
}

const row = css`
  display: flex;
  gap: 12px;
  min-height: 44px;
  padding: 4px 0;
  cursor: pointer;
  & > input {
    flex: none;
    width: 18px;
    height: 18px;
    margin: 2px 0 0;
    accent-color: var(--ph-accent);
  }
  & > span {
    display: grid;
    font-size: var(--ph-text-s);
    line-height: 1.45;
    color: var(--ph-text-2);
  }
  & strong {
    font-size: var(--ph-text-m);
    font-weight: 550;
    color: var(--ph-text);
  }
`;
