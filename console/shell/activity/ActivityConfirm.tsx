import { useEffect, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { Check, X } from "lucide-react";
import { IconButton } from "../../../shared/ui/IconButton.tsx";
import { Spinner } from "../../../shared/ui/Spinner.tsx";
import { questionWidth } from "./ActivityButton.tsx";
import { css } from "../../../shared/ui/style/css.ts";

/** What is asked before the status changes. */
export interface ActivityQuestion {
  /** "Go Online" or "Go Offline". */
  label: string;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** The question in place of the toggle, with a tick and a cross. */
export function ActivityConfirm({ label, isBusy, onConfirm, onCancel }: ActivityQuestion): ReactNode {
  const group = useRef<HTMLSpanElement>(null);
  // The toggle that had the focus is gone: keyboard users continue here.
  useEffect(() => group.current?.querySelector("button")?.focus(), []);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onCancel();
  };
  return (
    <span ref={group} role="group" aria-label={label} className={frame} onKeyDown={handleKey}>
      <span>{label}</span>
      <IconButton label={`Confirm: ${label}`} className={button} disabled={isBusy} onClick={onConfirm}>
        {isBusy ? <Spinner /> : <Check size={17} aria-hidden />}
      </IconButton>
      <IconButton label="Cancel" className={button} disabled={isBusy} onClick={onCancel}>
        <X size={17} aria-hidden />
      </IconButton>
    </span>
  );
}

const frame = css`
  display: inline-flex;
  align-items: center;
  justify-content: flex-end;
  gap: 2px;
  flex: none;
  min-width: ${questionWidth}px;
  min-height: 40px;
  padding-inline-start: 12px;
  border-radius: 99px;
  background: var(--ph-sunken);
  font-size: var(--ph-text-s);
  font-weight: 550;
  & > span {
    margin-inline-end: 4px;
    white-space: nowrap;
  }
  & > button:nth-of-type(1) {
    color: var(--ph-success-text);
  }
  & > button:nth-of-type(2) {
    color: var(--ph-danger-text);
  }
`;
const button = css`
  width: 36px;
  height: 36px;
`;
