import { useLayoutEffect, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { ChevronRight } from "lucide-react";
import type { Organization } from "../../../shared/contract/accounts.ts";
import { Avatar } from "../../../shared/ui/Avatar.tsx";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { roleNames } from "../../parts/roleNames.ts";
import { readLastUsed } from "../../state/organization.ts";

interface OrganizationCardsProps {
  organizations: readonly Organization[];
  onOpen: (organization: Organization) => void;
}

/** The organisations as cards; arrow keys move between them, and 1 to 9 open one. */
export function OrganizationCards({ organizations, onOpen }: OrganizationCardsProps): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  const lastUsed = readLastUsed();
  // Before it is painted, so that a key is never pressed at cards that do not hear it yet.
  useLayoutEffect(() => {
    const openByNumber = (event: globalThis.KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement;
      const chosen = /^[1-9]$/.test(event.key) ? organizations[Number(event.key) - 1] : undefined;
      if (chosen && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) onOpen(chosen);
    };
    addEventListener("keydown", openByNumber);
    return () => removeEventListener("keydown", openByNumber);
  }, [organizations, onOpen]);

  const moveByArrow = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  if (organizations.length === 0) return <p>No organization is called so.</p>;
  return (
    <ul ref={list} className={cards} onKeyDown={moveByArrow}>
      {organizations.map((organization) => (
        <li key={organization.org_id}>
          <button type="button" onClick={() => onOpen(organization)}>
            <Avatar name={organization.name} size={40} />
            <span className={words}>
              <strong>{organization.name}</strong>
              <span>{describe(organization)}</span>
            </span>
            {organizations.length > 1 && organization.org_id === lastUsed && <Badge>Last used</Badge>}
            <ChevronRight size={18} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
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
