import { useEffect, useLayoutEffect, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { Icon } from "../../shared/ui/Icon.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { walkMenu } from "../../shared/ui/walkMenu.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { useMenuItems } from "./useMenuItems.ts";

export interface MoreMenuProps {
  /** Opened by the arrow up: the last item has the focus. */
  startsAtEnd: boolean;
  /** `goesBack`: the focus returns to the button. */
  onClose(goesBack: boolean): void;
}

/** The menu: arrows, Home, End and letters move, Escape closes, Tab continues. */
export function MoreMenu({ startsAtEnd, onClose }: MoreMenuProps): ReactNode {
  const items = useMenuItems();
  const list = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    buttonsOf(list.current)
      .at(startsAtEnd ? -1 : 0)
      ?.focus({ preventScroll: true });
  }, [startsAtEnd]);

  useEffect(() => {
    const handlePress = ({ target }: Event): void => {
      if (target instanceof Node && !list.current?.parentElement?.contains(target)) onClose(false);
    };
    // A press on the page around the frame is not heard here; the window losing the focus is.
    const handleBlur = (): void => onClose(false);
    document.addEventListener("pointerdown", handlePress);
    addEventListener("blur", handleBlur);
    return () => {
      document.removeEventListener("pointerdown", handlePress);
      removeEventListener("blur", handleBlur);
    };
  }, [onClose]);

  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === "Tab") return onClose(true);
    const next = walkMenu(event.key, buttonsOf(list.current));
    if (event.key !== "Escape" && !next) return;
    event.preventDefault();
    event.stopPropagation();
    if (next) next.focus();
    else onClose(true);
  };

  return (
    <div ref={list} className={menu} role="menu" aria-label={widgetWords.more} onKeyDown={handleKey}>
      {items.map(({ icon, label, isLast, run }) => (
        <button
          key={icon}
          type="button"
          role="menuitem"
          tabIndex={-1}
          data-parted={isLast || undefined}
          onClick={() => {
            onClose(true);
            run();
          }}
        >
          <Icon path={icon} />
          {label}
        </button>
      ))}
    </div>
  );
}

function buttonsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll("button") ?? [])];
}

const menu = css`
  position: absolute;
  top: calc(100% + 2px);
  inset-inline-end: 0;
  z-index: 3;
  display: grid;
  min-width: 220px;
  width: max-content;
  max-width: calc(100vw - 64px);
  max-height: calc(var(--ph-viewport, 100dvh) - 60px);
  overflow-y: auto;
  scrollbar-width: thin;
  scrollbar-color: var(--ph-line-2) transparent;
  padding: 6px;
  border: 1px solid var(--ph-line);
  border-radius: min(var(--ph-radius), 14px);
  background: var(--ph-raised);
  box-shadow: var(--ph-shadow-3);
  header & > button {
    display: flex;
    align-items: center;
    gap: 12px;
    width: auto;
    height: auto;
    min-height: 38px;
    padding: 6px 12px;
    border: 0;
    border-radius: min(var(--ph-radius-s), 9px);
    background: none;
    font-size: var(--ph-text-m);
    text-align: start;
    cursor: pointer;
  }
  header & > button:hover,
  header & > button:focus-visible {
    background: var(--ph-hover);
  }
  header & > button:focus-visible {
    outline-offset: -2px;
  }
  & svg {
    flex: none;
    color: var(--ph-text-3);
    stroke-width: 1.75;
  }
  & > [data-parted] {
    position: relative;
    margin-top: 13px;
  }
  & > [data-parted]::before {
    content: "";
    position: absolute;
    inset: -7px 0 auto;
    border-top: 1px solid var(--ph-line);
  }
  @media (pointer: coarse) {
    header & > button {
      min-height: 46px;
    }
  }
`;
