import type { ReactNode } from "react";
import { ChevronRight } from "lucide-react";
import type { Pickable } from "../../../../shared/contract/knowledge/connections.ts";
import { formatRelativeTime } from "../../../../shared/format/relativeTime.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { useNow } from "../../../parts/useNow.ts";
import { pickIcons } from "./pickIcons.ts";

/** The mark of what the arrow keys go to, one in each row. */
export const rowKey = "data-pick";

interface PickRowProps {
  item: Pickable;
  isChosen: boolean;
  /** What was chosen that it lies in. */
  chosenWith: string | undefined;
  onToggle: () => void;
  /** Missing for what holds nothing. */
  onOpen: (() => void) | undefined;
}

/** Something to choose, to open, or both. */
export function PickRow({ item, isChosen, chosenWith, onToggle, onOpen }: PickRowProps): ReactNode {
  const now = useNow();
  const { name, type, what, modifiedAt } = item;
  const Icon = pickIcons[type];
  const about = [
    chosenWith ? `With ${chosenWith}` : what,
    modifiedAt !== null && formatRelativeTime(modifiedAt, now),
  ].filter(Boolean);
  const words = (
    <>
      <Icon size={17} aria-hidden />
      <span>
        {name}
        {about.length > 0 && <small>{about.join(" · ")}</small>}
      </span>
    </>
  );
  if (type === "place") {
    return (
      <li className={row}>
        <button type="button" {...{ [rowKey]: "" }} onClick={onOpen}>
          {words}
          <ChevronRight size={16} aria-hidden />
        </button>
      </li>
    );
  }
  return (
    <li className={row}>
      <label>
        <input
          type="checkbox"
          checked={isChosen || chosenWith !== undefined}
          // It stays within reach of the arrow keys.
          aria-disabled={chosenWith !== undefined}
          onChange={() => chosenWith === undefined && onToggle()}
          {...{ [rowKey]: "" }}
        />
        {words}
      </label>
      {onOpen && (
        <button type="button" aria-label={`Open ${name}`} className={opener} onClick={onOpen}>
          <ChevronRight size={16} aria-hidden />
        </button>
      )}
    </li>
  );
}

const row = css`
  display: flex;
  align-items: stretch;
  border-radius: var(--ph-radius-s);
  & > label,
  & > button:first-child {
    display: flex;
    flex: 1;
    align-items: center;
    gap: 10px;
    min-width: 0;
    min-height: 44px;
    padding: 4px 10px;
    border: 0;
    border-radius: var(--ph-radius-s);
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    cursor: pointer;
  }
  & input {
    flex: none;
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--ph-accent);
  }
  & svg {
    flex: none;
    color: var(--ph-text-3);
  }
  & span {
    display: grid;
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & small {
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
  }
  &:hover {
    background: var(--ph-hover);
  }
  & :focus-visible {
    outline: 2px solid var(--ph-focus);
    outline-offset: -2px;
  }
`;
const opener = css`
  display: grid;
  place-items: center;
  flex: none;
  width: 44px;
  padding: 0;
  border: 0;
  background: none;
  cursor: pointer;
`;
