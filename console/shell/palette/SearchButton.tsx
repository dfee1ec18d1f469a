import type { ReactNode } from "react";
import { Search } from "lucide-react";
import { css } from "../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../shared/ui/style/visuallyHidden.ts";
import { modName } from "../../state/shell/keyNames.ts";
import { openOverlay } from "../../state/shell/menu.ts";

/** The way to the command palette without its keys: a field in looks, on phones an icon. */
export function SearchButton(): ReactNode {
  return (
    <button
      type="button"
      className={button}
      aria-keyshortcuts="Meta+K Control+K"
      aria-haspopup="dialog"
      onClick={() => openOverlay("palette")}
    >
      <Search size={17} aria-hidden />
      <span className={visuallyHidden}>Search, command palette</span>
      <span className={label} aria-hidden="true">
        Search
      </span>
      {/* Drawn by its style: the button is called by what it does, and the keys are said by aria-keyshortcuts. */}
      <kbd aria-hidden="true" data-keys={`${modName} K`} />
    </button>
  );
}

const label = css`
  flex: 1;
  text-align: start;
`;
const button = css`
  position: relative;
  display: flex;
  align-items: center;
  flex: none;
  gap: 8px;
  width: 196px;
  min-height: 36px;
  padding: 4px 8px 4px 10px;
  border: 1px solid var(--ph-line-2);
  border-radius: var(--ph-radius-s);
  background: var(--ph-surface);
  color: var(--ph-text-2);
  font-size: var(--ph-text-s);
  cursor: pointer;
  &:hover {
    border-color: var(--ph-line-strong);
    color: var(--ph-text);
  }
  & > kbd::before {
    content: attr(data-keys);
  }
  & > kbd {
    padding: 0 6px;
    border-radius: 5px;
    background: var(--ph-sunken);
    font: 500 var(--ph-text-xs) / 20px var(--ph-font);
  }
  @media (max-width: 1024px) {
    justify-content: center;
    width: 40px;
    min-height: 40px;
    padding: 0;
    border-color: transparent;
    border-radius: 50%;
    & > [aria-hidden="true"]:not(svg) {
      display: none;
    }
  }
`;
