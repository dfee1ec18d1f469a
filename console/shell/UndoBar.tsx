import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import type { FocusEvent, ReactNode } from "react";
import { createPortal } from "react-dom";
import { useSnapshot } from "valtio";
import { X } from "lucide-react";
import { Button } from "../../shared/ui/Button.tsx";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { showToast } from "../../shared/ui/toasts.ts";
import { css } from "../../shared/ui/style/css.ts";
import { useAction } from "../parts/useAction.ts";
import { addShortcuts } from "../state/shell/shortcuts.ts";
import { endUndo, keepUndo, undo } from "../state/shell/undo.ts";
import { useTopDialog } from "./useTopDialog.ts";

/**
 * What was just done, with the way to take it back; it stays while the pointer is on it. It is within the dialog on
 * top, as a popover, and gives the focus back to where it came from.
 */
export function UndoBar(): ReactNode {
  const { offer } = useSnapshot(undo);
  const dialog = useTopDialog();
  const region = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<EventTarget | null>(null);
  const taking = useAction(async () => {
    if (!offer) return;
    const isDone = (await offer.undo()) !== false;
    endUndo();
    if (isDone) showToast("Undone");
  });
  const takeBack = useEffectEvent(() => void taking.run());
  useEffect(() => {
    const keys = { keys: "alt+z", label: "Undo last action", run: () => takeBack() };
    return addShortcuts({ title: "Undo", shortcuts: [keys] });
  }, []);
  useLayoutEffect(() => {
    const element = region.current;
    if (dialog) element?.showPopover?.();
    return () => {
      if (element?.contains(document.activeElement) && cameFrom.current instanceof HTMLElement)
        cameFrom.current.focus();
    };
  }, [dialog, offer]);
  const handleFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    keepUndo(true);
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)))
      cameFrom.current = relatedTarget;
  };
  if (!offer) return null;
  const { edit } = offer;
  const drawn = (
    <div
      ref={region}
      className={place}
      popover={dialog ? "manual" : undefined}
      role="region"
      aria-label="Undo"
      onPointerEnter={() => keepUndo(true)}
      onPointerLeave={() => keepUndo(false)}
      onFocus={handleFocus}
      onBlur={() => keepUndo(false)}
    >
      <div className={bar}>
        <p role="status">{taking.error ? taking.error.message : offer.text}</p>
        {edit && (
          <Button
            size="small"
            onClick={() => {
              // What opens gives the focus back to where it is now.
              if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
              endUndo();
              edit();
            }}
          >
            Edit
          </Button>
        )}
        <Button size="small" kind="primary" isBusy={taking.isBusy} onClick={() => taking.run()}>
          Undo
        </Button>
        <IconButton label="Close" size="small" onClick={endUndo}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
    </div>
  );
  return dialog ? createPortal(drawn, dialog) : drawn;
}

/** Above what a screen has at its foot and over it, and in the middle of that, where it says that something is needed there. */
const place = css`
  position: fixed;
  inset: auto 16px 16px;
  right: anchor(--ph-foot right, 16px);
  bottom: calc(max(anchor(--ph-foot top, 0px), anchor(--ph-over-foot top, 0px)) + 16px);
  left: anchor(--ph-foot left, 16px);
  z-index: 20;
  display: flex;
  justify-content: center;
  width: auto;
  margin: 0;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  overflow: visible;
  pointer-events: none;
  /* The screen's foot is none of the dialog's. */
  &[popover] {
    inset: auto 16px 16px;
  }
`;
const bar = css`
  display: flex;
  align-items: center;
  gap: 12px;
  max-width: 560px;
  padding-block: 8px;
  padding-inline: 20px 8px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius-l);
  background: var(--ph-raised);
  box-shadow: var(--ph-shadow-2);
  pointer-events: auto;
  & > p {
    flex: 1;
    overflow-wrap: anywhere;
  }
`;
