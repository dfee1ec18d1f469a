import { useEffect, useEffectEvent } from "react";
import type { ReactNode } from "react";
import { plural } from "../../shared/words/language.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { holdUnsaved } from "../state/navigation.ts";

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

  return (
    <div className={place} role="region" aria-label="Unsaved changes" hidden={!isDirty}>
      <div className={bar}>
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

const place = css`
  position: sticky;
  bottom: 16px;
  z-index: 5;
  display: flex;
  justify-content: center;
  pointer-events: none;
`;
const bar = css`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: min(480px, 100%);
  padding-block: 8px;
  padding-inline: 20px 8px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius-l);
  background: var(--ph-raised);
  box-shadow: var(--ph-shadow-2);
  pointer-events: auto;
  & > p {
    flex: 1;
    font-weight: 550;
  }
  @media (max-width: 480px) {
    flex-wrap: wrap;
    width: 100%;
    min-width: 0;
    padding: 8px;
    & > p {
      flex-basis: 100%;
      padding: 4px 8px 0;
    }
    & > button {
      flex: 1;
    }
  }
`;
