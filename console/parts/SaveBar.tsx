import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import type { FocusEvent, ReactNode } from "react";
import { plural } from "../../shared/words/language.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { barPlace, floatingBar } from "./floatingBar.ts";
import { holdUnsaved } from "../state/shell/navigation.ts";

interface SaveBarProps {
  /** How many fields differ from what is saved; with none the bar is not there. */
  changedCount: number;
  isSaving: boolean;
  /** Gives whether it worked. */
  onSave: () => Promise<boolean>;
  onDiscard: () => void;
  /** Leads to the list of what differs, where the page has one. */
  onReview?: () => void;
}

/**
 * The bar of a page whose changes reach visitors: how much changed, Discard and Save (Cmd or Ctrl with S). While it
 * shows, leaving the page is asked about.
 */
export function SaveBar({ changedCount, isSaving, onSave, onDiscard, onReview }: SaveBarProps): ReactNode {
  const isDirty = changedCount > 0;
  const save = useEffectEvent(onSave);
  const discard = useEffectEvent(onDiscard);

  useEffect(() => {
    if (!isDirty) return;
    holdUnsaved({ save: () => save(), discard: () => discard() });
    const handleKey = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      void save();
    };
    addEventListener("keydown", handleKey);
    return () => {
      holdUnsaved(null);
      removeEventListener("keydown", handleKey);
    };
  }, [isDirty]);

  const bar = useRef<HTMLDivElement>(null);
  /** What had the focus before the bar. */
  const before = useRef<HTMLElement | null>(null);
  const handleFocus = ({ relatedTarget: from, currentTarget }: FocusEvent) => {
    if (from instanceof HTMLElement && !currentTarget.contains(from)) before.current = from;
  };
  useLayoutEffect(() => {
    // By keys one continues where one was; a click on a phone does not open its keyboard again.
    if (!isDirty && bar.current?.querySelector(":focus-visible")) before.current?.focus();
  }, [isDirty]);

  return (
    <div
      ref={bar}
      className={barPlace}
      role="region"
      aria-label="Unsaved changes"
      hidden={!isDirty}
      onFocus={handleFocus}
    >
      <div className={floatingBar}>
        <p role="status">
          {isDirty &&
            plural(changedCount, { one: "{count} unsaved change", other: "{count} unsaved changes" })}
        </p>
        {onReview && (
          <Button kind="quiet" onClick={onReview}>
            Review
          </Button>
        )}
        <Button kind="quiet" onClick={onDiscard} disabled={isSaving}>
          Discard
        </Button>
        <Button kind="primary" isBusy={isSaving} onClick={onSave} aria-keyshortcuts="Control+S Meta+S">
          Save
        </Button>
      </div>
    </div>
  );
}
