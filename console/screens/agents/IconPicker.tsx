import { useId, useState } from "react";
import type { ReactNode } from "react";
import { agentIcons } from "../../../shared/ui/agentIcons.ts";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { AgentIcon } from "../../parts/AgentIcon.tsx";
import { choiceCards } from "../../parts/choiceCards.ts";

/** One of the bundled icons; a radio group, so the arrow keys move through them. */
export function IconPicker({
  value,
  onChange,
}: {
  value: string;
  onChange: (icon: string) => void;
}): ReactNode {
  const name = useId();
  // A picture that was there stays among the choices, so that trying an icon does not lose it.
  const [picture, setPicture] = useState(isPicture(value) ? value : null);
  if (isPicture(value) && value !== picture) setPicture(value);
  return (
    <fieldset className={cx(choiceCards, picker)}>
      <legend>Icon</legend>
      <div>
        {picture !== null && (
          <label title="Own picture">
            <input
              type="radio"
              name={name}
              aria-label="Own picture"
              checked={value === picture}
              onChange={() => onChange(picture)}
            />
            <AgentIcon icon={picture} size={26} />
          </label>
        )}
        {[...agentIcons].map(([icon, Icon]) => (
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

function isPicture(icon: string): boolean {
  return icon.startsWith("data:image/");
}

function readable(icon: string): string {
  const words = icon.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const picker = css`
  & > div {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  & label {
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    color: var(--ph-text-2);
  }
  & label:hover {
    color: var(--ph-text);
  }
`;
