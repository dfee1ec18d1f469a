import type { ReactNode } from "react";
import { css } from "../../../shared/ui/style/css.ts";
import { Choices } from "../../parts/Choices.tsx";

interface ChoiceFieldProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  onChange: (value: Value) => void;
}

/** A few values side by side, with their label above as the other fields have it. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>): ReactNode {
  return (
    <div className={frame}>
      <span aria-hidden="true">{props.label}</span>
      <Choices {...props} />
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 6px;
  min-width: 0;
  & > span {
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & > fieldset {
    max-width: 100%;
    flex-wrap: wrap;
  }
  /* One row on a phone too: the icon above its name. */
  @media (max-width: 480px) {
    & > fieldset:has(svg) {
      display: grid;
      grid-auto-flow: column;
      grid-auto-columns: minmax(0, 1fr);
      width: 100%;
      & > label {
        flex-direction: column;
        gap: 3px;
        padding: 6px 2px;
      }
    }
  }
`;
