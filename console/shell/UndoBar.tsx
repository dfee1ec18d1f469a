import { useEffect, useEffectEvent } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { X } from "lucide-react";
import { Button } from "../../shared/ui/Button.tsx";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { showToast } from "../../shared/ui/toasts.ts";
import { css } from "../../shared/ui/style/css.ts";
import { useAction } from "../parts/useAction.ts";
import { addShortcuts } from "../state/shortcuts.ts";
import { endUndo, keepUndo, undo } from "../state/undo.ts";

/** What was just done, with the way to take it back; it waits for whoever points at it. */
export default function UndoBar(): ReactNode {
  const { offer } = useSnapshot(undo);
  const taking = useAction(async () => {
    if (!offer) return;
    const isDone = (await offer.undo()) !== false;
    endUndo();
    if (isDone) showToast("Taken back");
  });
  const takeBack = useEffectEvent(() => void taking.run());
  useEffect(() => {
    const keys = { keys: "alt+z", label: "Undo what was just done", run: () => takeBack() };
    return addShortcuts({ title: "Undo", shortcuts: [keys] });
  }, []);
  if (!offer) return null;
  return (
    <div
      className={place}
      role="region"
      aria-label="Undo"
      onPointerEnter={() => keepUndo(true)}
      onPointerLeave={() => keepUndo(false)}
      onFocus={() => keepUndo(true)}
      onBlur={() => keepUndo(false)}
    >
      <div className={bar}>
        <p role="status">{taking.error ? taking.error.message : offer.text}</p>
        <Button size="small" kind="primary" isBusy={taking.isBusy} onClick={() => taking.run()}>
          Undo
        </Button>
        <IconButton label="Close" size="small" onClick={endUndo}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}

/** Above what a screen has at its foot, where it says that something is needed there. */
const place = css`
  position: fixed;
  inset-inline: 16px;
  bottom: calc(anchor(--ph-foot top, 0px) + 16px);
  z-index: 20;
  display: flex;
  justify-content: center;
  pointer-events: none;
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
