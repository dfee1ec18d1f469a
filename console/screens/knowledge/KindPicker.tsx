import { useId } from "react";
import type { ReactNode } from "react";
import { sourceKindList, sourceKinds, type SourceKind } from "../../../shared/domain/sourceKinds.ts";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { choiceCards } from "../../parts/choiceCards.ts";
import { screenOf } from "./kinds/kinds.ts";

interface KindPickerProps {
  value: SourceKind;
  onChange: (kind: SourceKind) => void;
  /** For the kind that has no field to begin with. */
  autoFocus: boolean;
}

/** Which kind of source to add. */
export function KindPicker({ value, onChange, autoFocus }: KindPickerProps): ReactNode {
  const name = useId();
  return (
    <fieldset className={cx(choiceCards, picker)}>
      <legend>Kind</legend>
      {sourceKindList.map((kind) => {
        const Icon = screenOf(kind).icon;
        return (
          <label key={kind}>
            <input
              type="radio"
              name={name}
              checked={value === kind}
              autoFocus={autoFocus && value === kind}
              onChange={() => onChange(kind)}
            />
            <Icon size={18} aria-hidden />
            {sourceKinds[kind].label}
          </label>
        );
      })}
    </fieldset>
  );
}

const picker = css`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 8px;
  @media (max-width: 480px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  & > legend {
    position: absolute;
    clip-path: inset(50%);
  }
  & label {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 44px;
    padding: 8px 12px;
    font-weight: 550;
  }
  & label > svg {
    flex: none;
    color: var(--ph-text-3);
  }
`;
