import { useEffect, useId, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { MoreHorizontal } from "lucide-react";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { css, cx } from "../../shared/ui/style/css.ts";

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

/** The button with three dots and the actions behind it. The platform's popover closes it and gives the focus back. */
export function RowMenu({ label, actions, autoFocus }: RowMenuProps): ReactNode {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const element = menu.current;
    const handleToggle = (event: Event) => {
      if ((event as ToggleEvent).newState !== "open" || !element || !button.current) return; // what toggle events are
      place(element, button.current);
      element.querySelector("button")?.focus();
    };
    element?.addEventListener("toggle", handleToggle);
    return () => element?.removeEventListener("toggle", handleToggle);
  }, []);

  return (
    <>
      <span ref={button} className={anchor}>
        <IconButton label={label} size="small" aria-haspopup="menu" popoverTarget={id} autoFocus={autoFocus}>
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
      >
        {actions.map(({ label: text, icon, onChoose, isDanger }) => (
          <button
            key={text}
            type="button"
            role="menuitem"
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

function handleKey(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll("button")];
  const at = items.findIndex((one) => one === document.activeElement);
  items[(at + step + items.length) % items.length]?.focus();
}

/** Below the button and in line with its end; above it where there is no room below. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const around = button.getBoundingClientRect();
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
