import type { ReactElement, ReactNode } from "react";
import { Menu, MenuButton, MenuItem, MenuProvider, MenuSeparator } from "@ariakit/react";
import { Link } from "wouter";
import { css } from "../../shared/ui/style/css.ts";
import type { ProfileItem } from "./profileItems.ts";
import { ThemeItems } from "./ThemeItems.tsx";

interface ProfileDropdownProps {
  name: string;
  email: string;
  /** The avatar. */
  face: ReactNode;
  items: ProfileItem[];
}

/** The profile menu under the avatar. */
export function ProfileDropdown({ name, email, face, items }: ProfileDropdownProps): ReactNode {
  return (
    <MenuProvider placement="bottom-end">
      <MenuButton className={button} aria-label="Profile menu">
        {face}
      </MenuButton>
      <Menu gutter={6} portal className={menu} unmountOnHide>
        <div className={person}>
          <strong>{name}</strong>
          <span>{email}</span>
        </div>
        <MenuSeparator />
        <ThemeItems />
        <MenuSeparator />
        {items.map((item) => (
          <MenuItem key={item.label} disabled={item.isDisabled} onClick={item.run} render={drawLink(item)}>
            <item.icon size={16} aria-hidden />
            {item.label}
          </MenuItem>
        ))}
      </Menu>
    </MenuProvider>
  );
}

function drawLink({ href, isNewTab, isDisabled }: ProfileItem): ReactElement | undefined {
  if (!href || isDisabled) return undefined;
  return isNewTab ? <a href={href} target="_blank" rel="noopener" /> : <Link href={href} />;
}

const button = css`
  display: grid;
  place-items: center;
  width: 40px;
  height: 40px;
  padding: 0;
  border: 0;
  border-radius: 50%;
  background: none;
  cursor: pointer;
  &:hover,
  &[aria-expanded="true"] {
    background: var(--ph-hover);
  }
`;
const menu = css`
  z-index: 20;
  display: grid;
  min-width: 240px;
  max-width: 320px;
  padding: 6px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-raised);
  box-shadow: var(--ph-shadow-2);
  outline: none;
  & [role="menuitem"],
  & [role="menuitemradio"] {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 34px;
    padding: 4px 10px;
    border-radius: var(--ph-radius-s);
    color: var(--ph-text);
    text-decoration: none;
    outline: none;
    cursor: pointer;
  }
  & [data-active-item] {
    background: var(--ph-hover);
  }
  & [data-focus-visible] {
    box-shadow: inset 0 0 0 2px var(--ph-focus);
  }
  & [aria-disabled="true"] {
    color: var(--ph-text-3);
    cursor: default;
  }
  & svg {
    flex: none;
    color: var(--ph-text-3);
  }
  & hr {
    width: calc(100% + 12px);
    margin: 6px -6px;
    border: 0;
    border-top: 1px solid var(--ph-line);
  }
`;
const person = css`
  display: grid;
  padding: 6px 10px;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
  overflow-wrap: anywhere;
  & > strong {
    font-size: var(--ph-text-m);
    font-weight: 600;
    color: var(--ph-text);
  }
`;
