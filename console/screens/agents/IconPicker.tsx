import { useId } from "react";
import type { ReactNode } from "react";
import { css } from "../../../shared/ui/style/css.ts";
import { agentIcons } from "../../parts/agentIcons.ts";

/** One of the bundled icons; a radio group, so the arrow keys move through them. */
export function IconPicker({
  value,
  onChange,
}: {
  value: string;
  onChange: (icon: string) => void;
}): ReactNode {
  const name = useId();
  return (
    <fieldset className={picker}>
      <legend>Icon</legend>
      <div>
        {Object.entries(agentIcons).map(([icon, Icon]) => (
          <label key={icon} title={readable(icon)}>
            <input
              type="radio"
              name={name}
              aria-label={readable(icon)}
              checked={value === icon}
              onChange={() => onChange(icon)}
            />
            <Icon size={20} strokeWidth={1.8} aria-hidden />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function readable(icon: string): string {
  const words = icon.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const picker = css`
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  & > legend {
    padding: 0 0 6px;
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & > div {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  & label {
    position: relative;
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius);
    color: var(--ph-text-2);
    cursor: pointer;
  }
  & label:hover {
    border-color: var(--ph-line-strong);
    color: var(--ph-text);
  }
  & label:has(:checked) {
    border-color: var(--ph-accent-text);
    box-shadow: 0 0 0 1px var(--ph-accent-text);
    background: var(--ph-accent-soft);
    color: var(--ph-accent-text);
  }
  & label:has(:focus-visible) {
    outline: 2px solid var(--ph-focus);
    outline-offset: 3px;
  }
  & input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
`;
