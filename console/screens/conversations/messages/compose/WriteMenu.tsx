import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { css } from "../../../../../shared/ui/style/css.ts";

export interface MenuOption {
  id: string;
  label: string;
  /** What it stands for. */
  hint?: string;
  icon?: ReactNode;
}

interface WriteMenuProps {
  /** The list's; the options' ids begin with it. */
  id: string;
  label: string;
  options: readonly MenuOption[];
  current: number;
  onPoint: (at: number) => void;
  onChoose: (option: MenuOption) => void;
}

/** The list above the field in which somebody writes; the focus stays there. */
export function WriteMenu({ id, label, options, current, onPoint, onChoose }: WriteMenuProps): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView?.({ block: "nearest" });
  }, [current]);
  return (
    <ul ref={list} id={id} role="listbox" aria-label={label} className={menu}>
      {options.map((option, at) => (
        <li
          key={option.id}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === current}
          onPointerMove={() => at !== current && onPoint(at)}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option.icon}
          <span>
            <b>{option.label}</b>
            {option.hint && <small>{option.hint}</small>}
          </span>
        </li>
      ))}
    </ul>
  );
}

const menu = css`
  position: absolute;
  z-index: 3;
  inset-inline: 0;
  bottom: calc(100% + 6px);
  max-width: 460px;
  max-height: min(280px, 40vh);
  margin: 0;
  padding: 6px;
  overflow-y: auto;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-raised);
  box-shadow: var(--ph-shadow-2);
  list-style: none;
  & > li {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 38px;
    padding: 4px 10px;
    border-radius: var(--ph-radius-s);
    cursor: pointer;
  }
  & > li > svg {
    flex: none;
    color: var(--ph-text-3);
  }
  & > li > span {
    display: grid;
    min-width: 0;
  }
  & b,
  & small {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & b {
    font-weight: 550;
  }
  & small {
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
  }
  & > [aria-selected="true"] {
    background: var(--ph-accent-soft);
    outline: 2px solid transparent;
  }
  @media (pointer: coarse) {
    & > li {
      min-height: 46px;
    }
  }
`;
