import type { ReactNode } from "react";
import { Link } from "wouter";
import { css } from "../../shared/ui/style/css.ts";
import type { ProfileItem } from "./profileItems.ts";
import { Sheet } from "./Sheet.tsx";
import { ThemeSwitch } from "./ThemeSwitch.tsx";

interface ProfileSheetProps {
  name: string;
  email: string;
  items: ProfileItem[];
  onClose: () => void;
}

/** The profile menu of a phone. */
export function ProfileSheet({ name, email, items, onClose }: ProfileSheetProps): ReactNode {
  return (
    <Sheet label="Profile menu" from="bottom" onClose={onClose}>
      <div className={sheet}>
        <p>
          <strong>{name}</strong>
          {email}
        </p>
        <ThemeSwitch />
        <ul>
          {items.map((item) => (
            <li key={item.label}>{draw(item)}</li>
          ))}
        </ul>
      </div>
    </Sheet>
  );
}

function draw({ label, icon: Icon, href, isNewTab, isDisabled, run }: ProfileItem): ReactNode {
  const content = (
    <>
      <Icon size={18} aria-hidden />
      {label}
    </>
  );
  if (!href || isDisabled) {
    return (
      <button type="button" disabled={isDisabled} onClick={run}>
        {content}
      </button>
    );
  }
  if (!isNewTab) return <Link href={href}>{content}</Link>;
  return (
    <a href={href} target="_blank" rel="noopener">
      {content}
    </a>
  );
}

const sheet = css`
  display: grid;
  gap: 8px;
  & > p {
    display: grid;
    padding: 12px;
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
  & strong {
    color: var(--ph-text);
    font-weight: 600;
  }
  & > ul {
    display: grid;
    padding: 0;
    list-style: none;
  }
  & > ul a,
  & > ul button {
    display: flex;
    align-items: center;
    gap: 12px;
    width: 100%;
    min-height: 48px;
    padding: 8px 12px;
    border: 0;
    border-radius: var(--ph-radius-s);
    background: none;
    color: var(--ph-text);
    text-decoration: none;
    text-align: start;
    cursor: pointer;
  }
  & button:disabled {
    color: var(--ph-text-3);
    cursor: default;
  }
`;
