import type { ReactNode } from "react";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { checkboxList } from "../checkboxList.ts";
import type { Offer } from "./offers.ts";

interface OfferListProps {
  offers: readonly Offer[];
  /** The labels of those that are not wanted. */
  left: ReadonlySet<string>;
  onChange: (left: ReadonlySet<string>) => void;
}

/** What a draft would change, each to be ticked or left. */
export function OfferList({ offers, left, onChange }: OfferListProps): ReactNode {
  if (offers.length === 0) return <p>The draft matches the current settings.</p>;
  const toggle = (label: string) => {
    const next = new Set(left);
    if (!next.delete(label)) next.add(label);
    onChange(next);
  };
  return (
    <fieldset className={cx(checkboxList, list)}>
      <legend>Fields to fill in</legend>
      {offers.map(({ label, lines, colour }, index) => (
        <label key={label}>
          <input
            type="checkbox"
            autoFocus={index === 0}
            checked={!left.has(label)}
            onChange={() => toggle(label)}
          />
          <span>
            <strong>{label}</strong>
            {lines.map((line) => (
              <span key={line}>
                {colour && <i aria-hidden="true" style={{ background: colour }} />}
                {line}
              </span>
            ))}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const list = css`
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  & > label > span {
    display: grid;
    gap: 2px;
    min-width: 0;
  }
  & strong {
    font-weight: 550;
  }
  & label > span > span {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    white-space: pre-line;
  }
  & i {
    display: inline-block;
    width: 14px;
    height: 14px;
    margin-inline-end: 8px;
    border: 1px solid var(--ph-line-2);
    border-radius: 4px;
    vertical-align: -2px;
  }
`;
