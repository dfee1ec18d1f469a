import type { ReactNode } from "react";
import { useId } from "react";
import { useSnapshot } from "valtio";
import { Monitor, Moon, Sun } from "lucide-react";
import { css } from "../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../shared/ui/style/visuallyHidden.ts";
import { chooseTheme, platformTheme } from "../state/shell/platformTheme.ts";

const choices = [
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
  { value: "system", label: "System", icon: Monitor },
] as const;

/** Light, dark, or as the device has it. */
export function ThemeSwitch(): ReactNode {
  const { choice } = useSnapshot(platformTheme);
  const name = useId();
  return (
    <fieldset className={group}>
      <legend className={visuallyHidden}>Theme</legend>
      {choices.map(({ value, label, icon: Icon }) => (
        <label key={value}>
          <input type="radio" name={name} checked={choice === value} onChange={() => chooseTheme(value)} />
          <Icon size={15} aria-hidden />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

const group = css`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: 1fr;
  gap: 2px;
  margin: 4px;
  padding: 3px;
  border: 0;
  border-radius: var(--ph-radius-s);
  background: var(--ph-sunken);
  & > label {
    position: relative;
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-height: 32px;
    padding-inline: 8px;
    border-radius: calc(var(--ph-radius-s) - 2px);
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    font-weight: 500;
    cursor: pointer;
  }
  & > label:has(:checked) {
    background: var(--ph-surface);
    box-shadow: 0 0 0 1px var(--ph-line);
    color: var(--ph-accent-text);
  }
  & > label:has(:focus-visible) {
    outline: 2px solid var(--ph-focus);
  }
  & input {
    position: absolute;
    inset: 0;
    opacity: 0;
    cursor: pointer;
  }
`;
