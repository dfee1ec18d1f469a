import { useLayoutEffect, useRef } from "react";
import type { MouseEvent, ReactNode } from "react";
import { lockScroll } from "../../shared/ui/lockScroll.ts";
import { css, cx, keyframes } from "../../shared/ui/style/css.ts";

interface SheetProps {
  label: string;
  from: "start" | "bottom" | "top";
  onClose: () => void;
  children: ReactNode;
}

/** A panel that comes in from an edge of the screen; modal, open as long as it is drawn. */
export function Sheet({ label, from, onClose, children }: SheetProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect: closing gives the focus back only while the dialog is still in the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    const unlock = lockScroll();
    if (!element?.open) element?.showModal();
    return () => {
      element?.close();
      unlock();
    };
  }, []);

  const handleClick = (event: MouseEvent) => {
    const isOutside = event.target === event.currentTarget;
    const isLink = event.target instanceof Element && event.target.closest("a[href]");
    if (isOutside || isLink) onClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      className={cx(sheet, edges[from])}
      onClick={handleClick}
      // What closes a dialog over it closes only that dialog.
      onCancel={(event) => event.target === event.currentTarget && onClose()}
    >
      {children}
    </dialog>
  );
}

const slideStart = keyframes`
  from {
    translate: -24px 0;
    opacity: 0;
  }
`;
const slideUp = keyframes`
  from {
    translate: 0 24px;
    opacity: 0;
  }
`;
const sheet = css`
  position: fixed;
  margin: 0;
  padding: 0;
  border: 0;
  max-width: none;
  max-height: none;
  background: var(--ph-canvas);
  color: var(--ph-text);
  box-shadow: var(--ph-shadow-3);
  &::backdrop {
    background: var(--ph-scrim);
  }
`;
const slideDown = keyframes`
  from {
    translate: 0 -12px;
    opacity: 0;
  }
`;
const fromStart = css`
  inset: 0 auto 0 0;
  width: min(320px, 86vw);
  height: 100dvh;
  animation: ${slideStart} var(--ph-slow) var(--ph-ease);
`;
const fromBottom = css`
  inset: auto 0 0 0;
  width: 100%;
  max-height: 85dvh;
  padding: 8px 12px calc(16px + env(safe-area-inset-bottom));
  border-radius: var(--ph-radius-l) var(--ph-radius-l) 0 0;
  background: var(--ph-raised);
  animation: ${slideUp} var(--ph-slow) var(--ph-ease);
`;
/** Under the top edge, over the middle of the page; on a phone from side to side. */
const fromTop = css`
  inset: max(12px, min(12vh, 110px)) 0 auto;
  width: min(640px, calc(100vw - 24px));
  max-height: min(560px, calc(100dvh - 24px - max(12px, min(12vh, 110px))));
  margin-inline: auto;
  overflow: hidden;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius-l);
  background: var(--ph-raised);
  animation: ${slideDown} var(--ph-fast) var(--ph-ease);
  @media (max-width: 768px) {
    inset: 12px 0 auto;
    max-height: calc(100dvh - 24px);
  }
`;
const edges = { start: fromStart, bottom: fromBottom, top: fromTop };
