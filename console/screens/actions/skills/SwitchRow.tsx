import { useId } from "react";
import type { ReactNode } from "react";
import { Toggle } from "../../../../shared/ui/Toggle.tsx";
import { css } from "../../../../shared/ui/style/css.ts";

interface SwitchRowProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
  aside?: ReactNode;
  hint?: ReactNode;
}

/** A switch among rows of fields. */
export function SwitchRow({ label, isOn, onChange, isDisabled, aside, hint }: SwitchRowProps): ReactNode {
  const id = useId();
  return (
    <div className={row}>
      <div>
        <span id={id}>{label}</span>
        {aside}
      </div>
      <span>
        <Toggle labelledBy={id} isOn={isOn} onChange={onChange} isDisabled={isDisabled} />
      </span>
      {hint && <p>{hint}</p>}
    </div>
  );
}

const row = css`
  display: grid;
  gap: 6px;
  & > div {
    display: flex;
    align-items: center;
    gap: 8px;
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & > span {
    display: flex;
    align-items: center;
    min-height: 28px;
    /* Beside its label, as high as the label. */
    @media (min-width: 768px) {
      min-height: var(--ph-control);
    }
  }
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-3);
  }
`;
