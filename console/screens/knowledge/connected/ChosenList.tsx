import type { ReactNode } from "react";
import { X } from "lucide-react";
import type { ChosenItem } from "../../../../shared/contract/knowledge/sourceConfigs.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { describeNumber } from "../../../parts/describeNumber.ts";
import { pickIcons } from "./pickIcons.ts";

interface ChosenListProps {
  items: readonly ChosenItem[];
  onChange: (items: ChosenItem[]) => void;
}

/** What was chosen, each with a way to leave it out again. */
export function ChosenList({ items, onChange }: ChosenListProps): ReactNode {
  return (
    <div className={frame}>
      <p role="status">
        {items.length === 0 ? "Nothing chosen yet." : `${describeNumber(items.length)} chosen:`}
      </p>
      {items.length > 0 && (
        <ul aria-label="Chosen">
          {items.map((item) => {
            const Icon = pickIcons[item.type];
            return (
              <li key={item.id}>
                <Icon size={14} aria-hidden />
                <span>{item.name}</span>
                <button
                  type="button"
                  aria-label={`Leave out ${item.name}`}
                  onClick={() => onChange(items.filter(({ id }) => id !== item.id))}
                >
                  <X size={14} aria-hidden />
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 8px;
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & > ul {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    max-height: 120px;
    margin: 0;
    padding: 0;
    overflow-y: auto;
    list-style: none;
  }
  & li {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    max-width: 100%;
    padding-inline-start: 10px;
    border: 1px solid var(--ph-line);
    border-radius: 99px;
    font-size: var(--ph-text-s);
  }
  & li > svg {
    flex: none;
    color: var(--ph-text-3);
  }
  & li > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & button {
    display: grid;
    place-items: center;
    flex: none;
    width: 28px;
    height: 28px;
    padding: 0;
    border: 0;
    border-radius: 50%;
    background: none;
    color: var(--ph-text-2);
    cursor: pointer;
  }
  & button:hover {
    color: var(--ph-text);
  }
  & button:focus-visible {
    outline: 2px solid var(--ph-focus);
    outline-offset: -2px;
  }
`;
