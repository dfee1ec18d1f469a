import { useId, useState } from "react";
import type { FormEvent, KeyboardEvent, ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { altName } from "../../state/shell/keyNames.ts";
import { readKeys } from "../../state/shell/keySequence.ts";
import { findConflictingShortcut, setKeys } from "../../state/shell/shortcutKeys.ts";
import type { KnownShortcut } from "../../state/shell/shortcutKeys.ts";
import { describeKeys } from "./Keys.tsx";

interface KeyEditorProps {
  shortcut: KnownShortcut;
  onClose: () => void;
}

/** Hears the keys that a shortcut shall have from now on; says where they are another's already. */
export function KeyEditor({ shortcut, onClose }: KeyEditorProps): ReactNode {
  const { standardKeys, label } = shortcut;
  const id = useId();
  const [typed, setTyped] = useState("");
  const conflicting = typed ? findConflictingShortcut(standardKeys, typed) : undefined;
  const choose = (keys: string | null) => {
    setKeys(standardKeys, keys);
    onClose();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (typed && !conflicting) choose(typed);
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Escape") {
      // The dialog around stays open.
      event.preventDefault();
      event.stopPropagation();
      return onClose();
    }
    const next = event.key === "Backspace" ? "" : addKey(typed, readKeys(event.nativeEvent));
    if (next === null) return;
    event.preventDefault();
    setTyped(next);
  };
  return (
    <form className={editor} onSubmit={handleSubmit}>
      <label htmlFor={id}>New key for {label}</label>
      <input
        id={id}
        readOnly
        autoFocus
        value={typed && describeKeys(typed)}
        placeholder="Press a key"
        aria-describedby={`${id}-hint`}
        aria-invalid={conflicting ? true : undefined}
        onKeyDown={handleKey}
      />
      <p id={`${id}-hint`} role="status">
        {conflicting
          ? `${describeKeys(conflicting.keys)} is used for “${conflicting.label}”. Press another key.`
          : `Press one key, two in a row, or ${altName} with a letter. Backspace starts over.`}
      </p>
      <div>
        <Button kind="primary" size="small" type="submit" disabled={!typed || conflicting !== undefined}>
          Save
        </Button>
        {shortcut.keys !== "" && (
          <Button size="small" onClick={() => choose("")}>
            No key
          </Button>
        )}
        {shortcut.keys !== standardKeys && !findConflictingShortcut(standardKeys, standardKeys) && (
          <Button size="small" onClick={() => choose(null)}>
            Back to {describeKeys(standardKeys)}
          </Button>
        )}
        <Button kind="quiet" size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Gives what is typed after a pressed key; null for one that no shortcut may have. */
function addKey(typed: string, pressed: string | null): string | null {
  if (pressed === null || pressed === " " || pressed.startsWith("mod+")) return null;
  if (pressed.startsWith("alt+")) return pressed;
  if (pressed.length > 1) return null; // named keys work the page itself: Tab, Enter, the arrows
  return typed.length === 1 ? `${typed} ${pressed}` : pressed;
}

const editor = css`
  display: grid;
  gap: 6px;
  margin-block: 4px 12px;
  padding: 12px;
  border: 1px solid var(--ph-line-2);
  border-radius: var(--ph-radius-s);
  background: var(--ph-sunken);
  font-size: var(--ph-text-s);
  & label {
    font-weight: 550;
  }
  & input {
    min-height: 36px;
    padding: 4px 10px;
    border: 1px solid var(--ph-line-2);
    border-radius: var(--ph-radius-s);
    background: var(--ph-surface);
    color: var(--ph-text);
    font: inherit;
  }
  & input[aria-invalid] {
    border-color: var(--ph-danger-text);
  }
  & p {
    color: var(--ph-text-2);
  }
  & input[aria-invalid] + p {
    color: var(--ph-danger-text);
  }
  & > div {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    padding-top: 4px;
  }
`;
