import { useId, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { closeOverlay } from "../../state/shell/menu.ts";
import { listShortcuts, resetKeys, setSingleKeys } from "../../state/shell/shortcutKeys.ts";
import { shortcutSettings } from "../../state/shell/shortcuts.ts";
import { ShortcutRow } from "./ShortcutRow.tsx";

/**
 * All keys that do something where somebody is, each to be chosen again, and the switch that turns the single ones off.
 */
export function ShortcutSheet(): ReactNode {
  const { hasSingleKeys, ownKeys } = useSnapshot(shortcutSettings);
  const [editing, setEditing] = useState<string | null>(null);
  const switchId = useId();
  const hasOwn = Object.keys(ownKeys).length > 0;
  return (
    <Dialog title="Keyboard shortcuts" onClose={closeOverlay} width={680}>
      <p className={intro}>Choose a key to change it. Saved in this browser.</p>
      <div className={sheet}>
        {listShortcuts().map(({ title, shortcuts }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map((shortcut) => (
                <ShortcutRow
                  key={shortcut.standardKeys}
                  shortcut={shortcut}
                  hasSingleKeys={hasSingleKeys}
                  isEditing={editing === shortcut.standardKeys}
                  onEdit={(isEditing) => setEditing(isEditing ? shortcut.standardKeys : null)}
                />
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className={choice}>
        <span id={switchId}>
          <strong>Single keys</strong>
          Keys without Cmd, Ctrl or Alt. Turn them off if you dictate or press them by accident.
        </span>
        <Toggle isOn={hasSingleKeys} onChange={setSingleKeys} labelledBy={switchId} />
      </div>
      {hasOwn && (
        <div className={reset}>
          <Button size="small" onClick={resetKeys}>
            Use the standard keys
          </Button>
        </div>
      )}
    </Dialog>
  );
}

const sheet = css`
  columns: 2 240px;
  column-gap: 32px;
  & > section {
    break-inside: avoid;
    padding-bottom: 20px;
  }
  & h3 {
    padding-bottom: 4px;
    border-bottom: 1px solid var(--ph-line);
    font-size: var(--ph-text-xs);
    font-weight: 600;
    color: var(--ph-text-3);
  }
`;
const intro = css`
  padding-bottom: 16px;
`;
const reset = css`
  padding-top: 12px;
`;
const choice = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 24px;
  padding: 12px 16px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius-s);
  background: var(--ph-sunken);
  font-size: var(--ph-text-s);
  & strong {
    display: block;
    color: var(--ph-text);
    font-size: var(--ph-text-m);
    font-weight: 600;
  }
`;
