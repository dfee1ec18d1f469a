import { useId } from "react";
import type { ReactNode } from "react";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import { css } from "../../../shared/ui/style/css.ts";

interface SwitchRowProps {
  label: string;
  children: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
}

/** A switch with what it does. */
export function SwitchRow({ label, children, isOn, onChange, isDisabled }: SwitchRowProps): ReactNode {
  const id = useId();
  return (
    <div className={frame}>
      <div>
        <strong id={id}>{label}</strong>
        <p>{children}</p>
      </div>
      <Toggle isOn={isOn} onChange={onChange} labelledBy={id} isDisabled={isDisabled} />
    </div>
  );
}

const frame = css`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: 16px;
  min-width: 0;
  & > div {
    min-width: 0;
  }
  & strong {
    font-size: var(--ph-text-m);
    font-weight: 550;
  }
  & p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & > button {
    margin-top: 2px;
  }
`;
