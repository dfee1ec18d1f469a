import { useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { Icon } from "../../shared/ui/Icon.tsx";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { more } from "../../shared/ui/firstIconPaths.ts";
import { css } from "../../shared/ui/style/css.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { createLater } from "./later.ts";

const menu = createLater(() => import("./MoreMenu.tsx").then(({ MoreMenu }) => MoreMenu));

/** Opens the menu of what concerns the whole conversation; the menu comes when the pointer or the focus is near. */
export function MoreButton(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const [startsAtEnd, setStartsAtEnd] = useState(false);
  const button = useRef<HTMLDivElement>(null);
  const Menu = menu.usePart(isOpen);
  const open = (atEnd: boolean): void => {
    setStartsAtEnd(atEnd);
    setIsOpen(true);
  };
  const close = (goesBack: boolean): void => {
    setIsOpen(false);
    if (goesBack) button.current?.querySelector("button")?.focus();
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (isOpen || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    open(event.key === "ArrowUp");
  };
  const loadAhead = (): void => void menu.load();
  return (
    <div ref={button} className={place} onKeyDown={handleKey} onPointerEnter={loadAhead} onFocus={loadAhead}>
      <IconButton
        label={widgetWords.more}
        size="small"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close(true) : open(false))}
      >
        <Icon path={more} />
      </IconButton>
      {isOpen && Menu && <Menu startsAtEnd={startsAtEnd} onClose={close} />}
    </div>
  );
}

const place = css`
  position: relative;
  & svg {
    stroke-width: 2.5;
  }
`;
