import { useId } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { closeOverlay } from "../../state/menu.ts";
import { listShortcuts, setSingleKeys, shortcutSettings } from "../../state/shortcuts.ts";
import { Keys } from "./Keys.tsx";

/** All keys that do something where somebody is, and the switch that turns the single ones off. */
export default function ShortcutSheet(): ReactNode {
  const { hasSingleKeys } = useSnapshot(shortcutSettings);
  const switchId = useId();
  return (
    <Dialog title="Keyboard shortcuts" onClose={closeOverlay} width={680} closesOnOutsideClick>
      <div className={sheet}>
        {listShortcuts().map(({ title, shortcuts }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map(({ keys, label }) => (
                <div key={keys} data-off={!hasSingleKeys && isSingle(keys) ? "" : undefined}>
                  <dt>{label}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className={choice}>
        <span id={switchId}>
          <strong>Single keys</strong>
          Keys without Cmd or Ctrl. Turn them off where you dictate, or press them by accident; kept in this
          browser.
        </span>
        <Toggle isOn={hasSingleKeys} onChange={setSingleKeys} labelledBy={switchId} />
      </div>
    </Dialog>
  );
}

/** Escape and Enter are the browser's own and stay. */
function isSingle(keys: string): boolean {
  return !keys.startsWith("mod+") && keys !== "escape" && keys !== "enter";
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
  & dl > div {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 16px;
    min-height: 34px;
    color: var(--ph-text);
  }
  & [data-off] {
    color: var(--ph-text-3);
    text-decoration: line-through;
  }
  & dd {
    margin: 0;
  }
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
