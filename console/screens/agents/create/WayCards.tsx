import { useId } from "react";
import type { ReactNode } from "react";
import { css, cx } from "../../../../shared/ui/style/css.ts";
import { choiceCards } from "../../../parts/choiceCards.ts";
import { ways, wayWords, type Way } from "./ways.ts";

/** The three ways to begin, as cards of which one is chosen. */
export function WayCards({
  value,
  onChange,
}: {
  value: Way | null;
  onChange: (way: Way) => void;
}): ReactNode {
  const name = useId();
  return (
    <fieldset className={cx(choiceCards, cards)} aria-label="Way to begin">
      <div>
        {ways.map((way) => {
          const { title, text, icon: Icon } = wayWords[way];
          return (
            <label key={way}>
              <input type="radio" name={name} checked={value === way} onChange={() => onChange(way)} />
              <i aria-hidden="true">
                <Icon size={20} strokeWidth={1.8} />
              </i>
              <strong>{title}</strong>
              <span>{text}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

const cards = css`
  & > div {
    display: grid;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: 12px;
  }
  & label {
    display: grid;
    align-content: start;
    gap: 4px;
    padding: 16px;
    background: var(--ph-surface);
    transition: border-color var(--ph-fast);
  }
  & i {
    display: grid;
    place-items: center;
    width: 36px;
    height: 36px;
    margin-bottom: 8px;
    border-radius: 10px;
    background: var(--ph-accent-soft);
    color: var(--ph-accent-text);
  }
  & label:has(:checked) {
    & i {
      background: var(--ph-surface);
    }
  }
  & strong {
    font-weight: 600;
  }
  & span {
    font-size: var(--ph-text-s);
    line-height: 1.45;
    color: var(--ph-text-2);
  }
  @media (max-width: 720px) {
    & > div {
      grid-template-columns: minmax(0, 1fr);
      gap: 8px;
    }
    & label {
      grid-template-columns: auto minmax(0, 1fr);
      gap: 0 12px;
      padding: 12px;
    }
    & i {
      grid-row: span 2;
      margin: 0;
    }
  }
`;
