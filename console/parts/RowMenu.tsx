import { useEffect, useId, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode, SyntheticEvent } from "react";
import { MoreHorizontal } from "lucide-react";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { css, cx } from "../../shared/ui/style/css.ts";
import { walkMenu } from "../../shared/ui/walkMenu.ts";

export interface RowAction {
  label: string;
  icon: ReactNode;
  onChoose: () => void;
  isDanger?: boolean;
}

interface RowMenuProps {
  /** Whose actions they are: "Actions for Help centre". */
  label: string;
  actions: readonly RowAction[];
  /** Its button takes the focus when it comes. */
  autoFocus?: boolean;
}

/**
 * The button with three dots and the actions behind it: an arrow opens it too, Tab continues from the button. The
 * platform's popover closes it and gives the focus back.
 */
export function RowMenu({ label, actions, autoFocus }: RowMenuProps): ReactNode {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLSpanElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const follow = () => menu.current && button.current && place(menu.current, button.current);
    addEventListener("resize", follow);
    addEventListener("scroll", follow, true);
    return () => {
      removeEventListener("resize", follow);
      removeEventListener("scroll", follow, true);
    };
  }, [isOpen]);

  // Not left to the platform, which tells of it too late: the next key is for the menu already.
  const open = (event: SyntheticEvent, at: number) => {
    event.preventDefault();
    if (!menu.current || !button.current) return;
    menu.current.togglePopover?.();
    place(menu.current, button.current);
    itemsOf(menu.current).at(at)?.focus();
  };
  const handleOpener = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") open(event, 0);
    if (event.key === "ArrowUp") open(event, -1);
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Tab") return menu.current?.hidePopover();
    const next = !event.ctrlKey && !event.metaKey && walkMenu(event.key, itemsOf(event.currentTarget));
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <>
      <span ref={button} className={anchor}>
        <IconButton
          label={label}
          size="small"
          aria-haspopup="menu"
          popoverTarget={id}
          autoFocus={autoFocus}
          onClick={(event) => open(event, 0)}
          onKeyDown={handleOpener}
        >
          <MoreHorizontal size={18} aria-hidden />
        </IconButton>
      </span>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className={list}
        onKeyDown={handleKey}
        onToggle={({ newState }) => setIsOpen(newState === "open")}
      >
        {actions.map(({ label: text, icon, onChoose, isDanger }) => (
          <button
            key={text}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={cx(item, isDanger && danger)}
            onClick={() => {
              menu.current?.hidePopover?.();
              onChoose();
            }}
          >
            {icon}
            {text}
          </button>
        ))}
      </div>
    </>
  );
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll("button")];
}

/** Below the button and in line with its end; above it where there is no room below. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const around = button.getBoundingClientRect();
  // Where it stood before may leave it less room than it has.
  menu.style.left = "0";
  const { width, height } = menu.getBoundingClientRect();
  const hasRoom = around.bottom + 4 + height <= innerHeight - 8;
  menu.style.left = `${Math.max(8, around.right - width)}px`;
  menu.style.top = `${hasRoom ? around.bottom + 4 : Math.max(8, around.top - height - 4)}px`;
}

const anchor = css`
  display: inline-flex;
`;
const list = css`
  position: fixed;
  inset: auto;
  min-width: 190px;
  margin: 0;
  padding: 6px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-raised);
  color: var(--ph-text);
  box-shadow: var(--ph-shadow-2);
`;
const item = css`
  display: flex;
  align-items: center;
  gap: 10px;
  width: 100%;
  min-height: 36px;
  padding: 4px 10px;
  border: 0;
  border-radius: var(--ph-radius-s);
  background: none;
  text-align: start;
  cursor: pointer;
  & > svg {
    flex: none;
    color: var(--ph-text-3);
  }
  &:hover,
  &:focus-visible {
    background: var(--ph-hover);
    outline-offset: -2px;
  }
  @media (pointer: coarse) {
    min-height: 44px;
  }
`;
const danger = css`
  color: var(--ph-danger-text);
  & > svg {
    color: inherit;
  }
`;
