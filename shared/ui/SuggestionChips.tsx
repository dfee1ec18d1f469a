import type { ReactNode } from "react";
import { partWords } from "../words/parts.ts";
import { css } from "./style/css.ts";

export interface SuggestionChipsProps {
  suggestions: readonly string[];
  onChoose(suggestion: string): void;
  isDisabled?: boolean;
}

/** What somebody may ask with one click. In a frame that is not high (700 × 360) they are in one scrolling row. */
export function SuggestionChips({ suggestions, onChoose, isDisabled }: SuggestionChipsProps): ReactNode {
  if (suggestions.length === 0) return null;
  return (
    <ul className={chips} aria-label={partWords.suggestions}>
      {suggestions.map((suggestion) => (
        <li key={suggestion}>
          <button type="button" dir="auto" disabled={isDisabled} onClick={() => onChoose(suggestion)}>
            {suggestion}
          </button>
        </li>
      ))}
    </ul>
  );
}

const chips = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  padding: 0;
  list-style: none;
  & > li {
    max-width: 100%;
  }
  & button {
    max-width: 100%;
    min-height: 36px;
    padding: 7px 14px;
    border: 1px solid var(--ph-line-2);
    border-radius: 18px;
    background: var(--ph-surface);
    color: var(--ph-accent-text);
    font-size: var(--ph-text-m);
    font-weight: 500;
    line-height: 1.4;
    text-align: start;
    overflow-wrap: anywhere;
    cursor: pointer;
    transition:
      background-color var(--ph-fast),
      border-color var(--ph-fast);
  }
  & button:hover:not(:disabled) {
    border-color: var(--ph-accent-text);
    background: var(--ph-accent-soft);
  }
  & button:disabled {
    opacity: 0.6;
    cursor: default;
  }
  @media (pointer: coarse) {
    & button {
      min-height: 44px;
      border-radius: 22px;
    }
  }
  @media (max-height: 420px) {
    flex-wrap: nowrap;
    overflow-x: auto;
    /* Only mouse users need something to pull. */
    scrollbar-width: thin;
    scrollbar-color: transparent transparent;
    &:hover {
      scrollbar-color: var(--ph-line-2) transparent;
    }
    & > li {
      flex: none;
    }
    & button {
      white-space: nowrap;
    }
  }
`;
