import { useEffect, useRef, useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";
import { alert, check } from "./firstIconPaths.ts";
import { css, cx, keyframes } from "./style/css.ts";
import { currentToasts, watchToasts } from "./toasts.ts";

/**
 * The place top-right where toasts show. Draw it once, from the start: a screen reader only hears a region that was
 * there before. As a popover it stands above open dialogs too; each new toast lifts it again.
 */
export function Toasts(): ReactNode {
  const toasts = useSyncExternalStore(watchToasts, currentToasts);
  const region = useRef<HTMLDivElement>(null);
  const newest = toasts.at(-1)?.id;
  useEffect(() => {
    const element = region.current;
    if (!element?.showPopover) return;
    if (element.matches(":popover-open")) element.hidePopover();
    element.showPopover();
  }, [newest]);
  return (
    <div ref={region} className={place} role="status" {...{ popover: "manual" }}>
      {toasts.map(({ id, text, tone }) => (
        <div key={id} className={cx(toastStyle, tone === "danger" && danger)}>
          <Icon path={tone === "danger" ? alert : check} />
          {text}
        </div>
      ))}
    </div>
  );
}

const slideIn = keyframes`
  from {
    opacity: 0;
    translate: 0 -8px;
  }
`;
const place = css`
  position: fixed;
  inset: 16px 16px auto auto;
  display: grid;
  justify-items: end;
  gap: 8px;
  max-width: min(380px, calc(100vw - 32px));
  margin: 0;
  padding: 0;
  border: 0;
  background: none;
  overflow: visible;
  pointer-events: none;
`;
const toastStyle = css`
  display: flex;
  align-items: center;
  gap: 10px;
  padding: 12px 16px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-raised);
  color: var(--ph-text);
  box-shadow: var(--ph-shadow-2);
  font-size: var(--ph-text-m);
  font-weight: 500;
  overflow-wrap: anywhere;
  animation: ${slideIn} var(--ph-slow) var(--ph-ease);
  & > svg {
    flex: none;
    color: var(--ph-success-text);
  }
`;
const danger = css`
  & > svg {
    color: var(--ph-danger-text);
  }
`;
