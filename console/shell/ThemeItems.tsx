import type { ReactNode } from "react";
import { MenuGroup, MenuGroupLabel, MenuItemCheck, MenuItemRadio } from "@ariakit/react";
import { useSnapshot } from "valtio";
import { css } from "../../shared/ui/style/css.ts";
import type { ThemeChoice } from "../state/platformTheme.ts";
import { chooseTheme, platformTheme } from "../state/platformTheme.ts";

const labels: Record<ThemeChoice, string> = { light: "Light", dark: "Dark", system: "System" };
const choices: ThemeChoice[] = ["light", "dark", "system"];

/** The theme as items of a menu, one of three. */
export function ThemeItems(): ReactNode {
  const { choice } = useSnapshot(platformTheme);
  return (
    <MenuGroup>
      <MenuGroupLabel className={heading}>Theme</MenuGroupLabel>
      {choices.map((value) => (
        <MenuItemRadio
          key={value}
          name="theme"
          value={value}
          checked={choice === value}
          onChange={() => chooseTheme(value)}
        >
          <span className={label}>{labels[value]}</span>
          <MenuItemCheck checked={choice === value} />
        </MenuItemRadio>
      ))}
    </MenuGroup>
  );
}

const heading = css`
  padding: 4px 10px;
  font-size: var(--ph-text-xs);
  font-weight: 600;
  color: var(--ph-text-3);
`;
const label = css`
  flex: 1;
`;
