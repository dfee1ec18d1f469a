import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { partWords } from "../../shared/words/parts.ts";
import { css } from "../../shared/ui/style/css.ts";
import { readMember } from "../guards/runGuards.ts";
import { organization, organizations } from "../state/accounts/organization.ts";
import { listProfileItems } from "./profileItems.ts";
import type { ProfileItem } from "./profileItems.ts";
import { ThemeSwitch } from "./ThemeSwitch.tsx";
import { toAddress } from "../../shared/client/basePath.ts";

export interface ProfileListProps {
  name: string;
  email: string;
  isMobile: boolean;
  changeAccount: () => void;
  openProfile: () => void;
  /** Closes what the list is in. */
  onChoose: () => void;
}

/** The signed-in user, the theme, and the items of the profile menu. */
export function ProfileList({ name, email, onChoose, ...facts }: ProfileListProps): ReactNode {
  const { data } = useSnapshot(organizations);
  const { _id: orgId } = useSnapshot(organization);
  const items = listProfileItems({
    ...facts,
    ...{ orgId, member: readMember(), organizationCount: data?.length ?? 0 },
  });
  return (
    <div className={list}>
      <p>
        <strong>{name || partWords.anonymous}</strong>
        {email}
      </p>
      <ThemeSwitch />
      <ul>
        {items.map((item) => (
          <li key={item.label}>
            <Item item={item} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Item({ item, onChoose }: { item: ProfileItem; onChoose: () => void }): ReactNode {
  const { label, icon: Icon, href, isNewTab, isDisabled, run } = item;
  const handleChoose = () => {
    onChoose();
    run?.();
  };
  const content = (
    <>
      <Icon size={17} aria-hidden />
      {label}
    </>
  );
  if (!href || isDisabled) {
    return (
      <button type="button" disabled={isDisabled} onClick={handleChoose}>
        {content}
      </button>
    );
  }
  if (isNewTab) {
    return (
      <a href={toAddress(href)} target="_blank" rel="noopener" onClick={handleChoose}>
        {content}
      </a>
    );
  }
  return (
    <Link href={href} onClick={handleChoose}>
      {content}
    </Link>
  );
}

const list = css`
  display: grid;
  & > p {
    display: grid;
    padding: 8px 10px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
  & strong {
    font-size: var(--ph-text-m);
    font-weight: 600;
    color: var(--ph-text);
  }
  & > ul {
    display: grid;
    margin-top: 6px;
    padding: 6px 0 0;
    border-top: 1px solid var(--ph-line);
    list-style: none;
  }
  & li > * {
    display: flex;
    align-items: center;
    gap: 10px;
    width: 100%;
    min-height: 36px;
    padding: 4px 10px;
    border: 0;
    border-radius: var(--ph-radius-s);
    background: none;
    color: var(--ph-text);
    text-align: start;
    text-decoration: none;
    cursor: pointer;
  }
  & li > *:hover:not(:disabled) {
    background: var(--ph-hover);
  }
  & li svg {
    flex: none;
    color: var(--ph-text-3);
  }
  & button:disabled {
    color: var(--ph-text-3);
    cursor: default;
  }
  @media (pointer: coarse) {
    & li > * {
      min-height: 48px;
    }
  }
`;
