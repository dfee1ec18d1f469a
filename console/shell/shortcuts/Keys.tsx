import type { ReactNode } from "react";
import { css } from "../../../shared/ui/style/css.ts";
import { altName, modName } from "../../state/shell/keyNames.ts";
import { isSingle } from "../../state/shell/shortcuts.ts";

/** Keys as they are printed on a keyboard: `Ctrl` `K`, or `g` then `d`. */
export function Keys({ keys }: { keys: string }): ReactNode {
  const isHeld = !isSingle(keys);
  return (
    <span className={frame}>
      {keys.split(/[ +]/).map((key, index) => (
        <kbd key={index}>{isHeld ? nameHeld(key) : nameKey(key)}</kbd>
      ))}
    </span>
  );
}

/** The same in words, for a name or a sentence. */
export function describeKeys(keys: string): string {
  return keys
    .split(" ")
    .map((key) => (isSingle(key) ? nameKey(key) : key.split("+").map(nameHeld).join("+")))
    .join(" then ");
}

function nameHeld(key: string): string {
  return key.length === 1 ? key.toUpperCase() : nameKey(key);
}

function nameKey(key: string): string {
  return { mod: modName, alt: altName, shift: "Shift", escape: "Esc", enter: "Enter" }[key] ?? key;
}

const frame = css`
  display: inline-flex;
  gap: 4px;
  & > kbd {
    min-width: 24px;
    padding: 1px 6px;
    border: 1px solid var(--ph-line-2);
    border-radius: 6px;
    background: var(--ph-surface);
    color: var(--ph-text-2);
    font: 500 var(--ph-text-xs) / 20px var(--ph-font);
    text-align: center;
    white-space: nowrap;
  }
`;
