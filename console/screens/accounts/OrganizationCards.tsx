import { useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import { ChevronRight } from "lucide-react";
import type { Organization } from "../../../shared/contract/accounts/accounts.ts";
import { Avatar } from "../../../shared/ui/Avatar.tsx";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { roleNames } from "../../parts/roleNames.ts";
import { findAccount, readLastUsed } from "../../state/accounts/organization.ts";

interface OrganizationCardsProps {
  organizations: readonly Organization[];
  onOpen: (organization: Organization) => void;
}

/** The organizations as cards; arrow keys move between them, and 1 to 9 open one. */
export function OrganizationCards({ organizations, onOpen }: OrganizationCardsProps): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  const lastUsed = readLastUsed();
  // Before it is painted, so that a key is never pressed at cards that do not hear it yet.
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const isTyping = event.target instanceof HTMLInputElement;
      const chosen = /^[1-9]$/.test(event.key) ? organizations[Number(event.key) - 1] : undefined;
      if (chosen && !isTyping) return onOpen(chosen);
      // Enter in the search opens what it found first.
      const [first] = organizations;
      if (event.key === "Enter" && isTyping && first) return onOpen(first);
      if (moveFocus(list.current, event.key)) event.preventDefault();
    };
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, [organizations, onOpen]);

  if (organizations.length === 0) return null;
  return (
    <ul ref={list} className={cards} aria-label="Organizations">
      {organizations.map((organization) => (
        <li key={organization.org_id}>
          <button type="button" onClick={() => onOpen(organization)}>
            <Avatar name={organization.name} size={40} />
            <span className={words}>
              <strong>{organization.name}</strong>
              <span>{describe(organization)}</span>
            </span>
            {findAccount(organization)?.type === "default" && <Badge>Default</Badge>}
            {organizations.length > 1 && organization.org_id === lastUsed && (
              <Badge tone="accent">Last used</Badge>
            )}
            <ChevronRight size={18} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Arrow keys go from card to card and round, and from anywhere else on the page to the first or the last. */
function moveFocus(list: HTMLElement | null, key: string): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  const buttons = [...(list?.querySelectorAll("button") ?? [])];
  if (!step || buttons.length === 0) return false;
  const at = buttons.findIndex((button) => button === document.activeElement);
  const from = at < 0 && step < 0 ? 0 : at;
  buttons[(from + step + buttons.length) % buttons.length]?.focus();
  return true;
}

function describe({ roles, orgAccounts }: Organization): string {
  const account = orgAccounts.find(({ type }) => type === "default");
  const names = roles.map((role) => roleNames[role]).join(", ");
  return [names, account?.acc_desc].filter(Boolean).join(" · ");
}

const cards = css`
  display: grid;
  gap: 8px;
  padding: 0;
  list-style: none;
  & button {
    display: flex;
    align-items: center;
    gap: 14px;
    width: 100%;
    min-height: 72px;
    padding: 12px 16px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius);
    background: var(--ph-surface);
    text-align: start;
    cursor: pointer;
    transition:
      border-color var(--ph-fast),
      background-color var(--ph-fast);
  }
  & button:hover {
    border-color: var(--ph-accent-text);
    background: var(--ph-hover);
  }
  & button > svg {
    flex: none;
    color: var(--ph-text-3);
  }
`;
const words = css`
  display: grid;
  flex: 1;
  min-width: 0;
  overflow-wrap: anywhere;
  & > strong {
    font-weight: 600;
  }
  & > span {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
