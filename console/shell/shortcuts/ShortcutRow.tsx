import { useRef } from "react";
import type { ReactNode } from "react";
import { css } from "../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../shared/ui/style/visuallyHidden.ts";
import { isSingle } from "../../state/shell/shortcuts.ts";
import type { KnownShortcut } from "../../state/shell/shortcutKeys.ts";
import { KeyEditor } from "./KeyEditor.tsx";
import { Keys } from "./Keys.tsx";

interface ShortcutRowProps {
  shortcut: KnownShortcut;
  hasSingleKeys: boolean;
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
}

/** One line of the sheet: what is done, and its keys, which can be chosen again where they are ours to choose. */
export function ShortcutRow({ shortcut, hasSingleKeys, isEditing, onEdit }: ShortcutRowProps): ReactNode {
  const { keys, label } = shortcut;
  const button = useRef<HTMLButtonElement>(null);
  const handleClose = () => {
    onEdit(false);
    button.current?.focus();
  };
  const isOff = keys === "" || (!hasSingleKeys && isOurs(shortcut) && isSingle(keys));
  const shown = keys ? <Keys keys={keys} /> : <span>No key</span>;
  return (
    <div className={row} data-off={isOff ? "" : undefined}>
      <dt>{label}</dt>
      <dd>
        {isOurs(shortcut) ? (
          <button ref={button} type="button" aria-expanded={isEditing} onClick={() => onEdit(!isEditing)}>
            <span className={visuallyHidden}>Change the key of {label}, now </span>
            {shown}
          </button>
        ) : (
          shown
        )}
      </dd>
      {isEditing && (
        <dd>
          <KeyEditor shortcut={shortcut} onClose={handleClose} />
        </dd>
      )}
    </div>
  );
}

/** Escape and Enter are the browser's, and keys with Cmd or Ctrl are what other programs have too. */
function isOurs({ standardKeys, run }: KnownShortcut): boolean {
  return run !== undefined && isSingle(standardKeys);
}

const row = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: 0 16px;
  min-height: 34px;
  color: var(--ph-text);
  break-inside: avoid;
  &[data-off] > dt,
  &[data-off] kbd {
    color: var(--ph-text-3);
    text-decoration: line-through;
  }
  & > dd {
    margin: 0;
  }
  & > dd + dd {
    grid-column: 1 / -1;
  }
  & > dd > button {
    display: inline-flex;
    justify-content: end;
    align-items: center;
    min-width: 36px;
    min-height: 30px;
    margin-inline-end: -2px;
    padding: 2px;
    border: 0;
    border-radius: 8px;
    background: none;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    cursor: pointer;
  }
  & > dd > button:hover {
    background: var(--ph-hover);
  }
  & > dd > button:hover kbd {
    border-color: var(--ph-text-3);
  }
  @media (pointer: coarse) {
    & > dd > button {
      min-height: 44px;
    }
  }
`;
