import { useId, useLayoutEffect, useRef, useState } from "react";
import type { MouseEvent, ReactNode } from "react";
import { createPortal } from "react-dom";
import { modalMaxWidth } from "../domain/limits.ts";
import { partWords } from "../words/parts.ts";
import { Icon } from "./Icon.tsx";
import { IconButton } from "./IconButton.tsx";
import { close } from "./firstIconPaths.ts";
import { lockScroll } from "./lockScroll.ts";
import { modalRoot } from "./modalRoot.ts";
import { css } from "./style/css.ts";

export interface DialogProps {
  title: string;
  /** Escape, the cross or a click outside: the owner takes the dialog away. */
  onClose(): void;
  children: ReactNode;
  /** The buttons at the bottom, the most important one last. */
  actions?: ReactNode;
  /** A click beside the dialog closes it; leave it off where typed text would be lost. */
  closesOnOutsideClick?: boolean;
  /** In px, at most 750. */
  width?: number;
}

/**
 * A modal dialog, open as long as it is drawn: "mounted in a modal root, locks page scrolling while open, can close on
 * outside click, fades in, becomes active a moment after becoming visible; maximum width 750px" (specification 2).
 * The platform's `<dialog>` keeps the focus inside and gives it back afterwards.
 */
export function Dialog(props: DialogProps): ReactNode {
  const { title, onClose, children, actions, closesOnOutsideClick = false, width = 520 } = props;
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const { isOpen, isActive } = useOpenDialog(dialog);
  const handlePress = (event: MouseEvent<HTMLDialogElement>): void => {
    pressedOutside.current = event.target === event.currentTarget;
  };
  const handleClick = (event: MouseEvent<HTMLDialogElement>): void => {
    const isOutside = pressedOutside.current && event.target === event.currentTarget;
    if (isOutside && closesOnOutsideClick) onClose();
  };
  return createPortal(
    <dialog
      ref={dialog}
      className={dialogStyle}
      style={{ width: Math.min(width, modalMaxWidth) }}
      data-active={isActive || undefined}
      aria-labelledby={titleId}
      onMouseDown={handlePress}
      onClick={handleClick}
      onCancel={(event) => {
        // A dialog drawn within, and a file field whose chooser is closed, tell of theirs here too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className={box}>
        <div className={head}>
          <h2 id={titleId}>{title}</h2>
          <IconButton label={partWords.close} size="small" onClick={onClose}>
            <Icon path={close} />
          </IconButton>
        </div>
        <div className={body}>{isOpen && children}</div>
        {isOpen && actions && <div className={foot}>{actions}</div>}
      </div>
    </dialog>,
    modalRoot(),
  );
}

/**
 * Opens the dialog when it is drawn; says when it is open and when it has become active. Its body and buttons are drawn
 * once it is open, before the first picture: before that nothing in it can take the focus, and opening gives the focus
 * to the cross.
 */
function useOpenDialog(dialog: { readonly current: HTMLDialogElement | null }): {
  isOpen: boolean;
  isActive: boolean;
} {
  const [isOpen, setIsOpen] = useState(false);
  const [isActive, setIsActive] = useState(false);
  // A layout effect: closing gives the focus back only while the dialog is still in the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    const unlock = lockScroll();
    if (!element?.open) element?.showModal();
    setIsOpen(true);
    const frame = requestAnimationFrame(() => setIsActive(true));
    return () => {
      cancelAnimationFrame(frame);
      element?.close();
      unlock();
    };
  }, [dialog]);
  return { isOpen, isActive };
}

const dialogStyle = css`
  max-width: min(${modalMaxWidth}px, calc(100vw - 32px));
  margin: auto;
  padding: 0;
  /* Its round corners cut the scrollbar of what is within, never its own. */
  overflow: clip;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius-l);
  background: var(--ph-raised);
  color: var(--ph-text);
  box-shadow: var(--ph-shadow-3);
  opacity: 0;
  translate: 0 8px;
  transition:
    opacity var(--ph-slow) var(--ph-ease),
    translate var(--ph-slow) var(--ph-ease);
  &[data-active] {
    opacity: 1;
    translate: 0 0;
  }
  &::backdrop {
    background: var(--ph-scrim);
  }
`;
const box = css`
  display: grid;
  max-height: min(100dvh - 40px, 900px);
  overflow: auto;
  scroll-padding-bottom: 88px;
`;
// No header and footer elements: in a dialog they would be a second banner of the page.
const head = css`
  display: flex;
  align-items: start;
  justify-content: space-between;
  gap: 16px;
  padding-block: 16px 4px;
  padding-inline: 24px 12px;
  & h2 {
    padding-top: 6px;
    font-size: 1.125rem;
    font-weight: 600;
    line-height: 1.35;
  }
`;
const body = css`
  padding: 4px 24px 24px;
  color: var(--ph-text-2);
`;
const foot = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 8px;
  padding: 16px 24px;
  border-top: 1px solid var(--ph-line);
  background: var(--ph-raised);
  /* Stays in sight under what is longer than the window; what is focused scrolls clear of it. */
  position: sticky;
  bottom: 0;
  @media (max-width: 480px) {
    & > button {
      flex: auto;
    }
  }
`;
