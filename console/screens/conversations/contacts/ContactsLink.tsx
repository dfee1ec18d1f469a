import type { ReactNode } from "react";
import { Link } from "wouter";
import { Users } from "lucide-react";
import { isSupportOnly } from "../../../../shared/domain/access.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { organization } from "../../../state/organization.ts";
import { agentTabPath } from "../../../state/paths.ts";
import type { AgentPlace } from "../../../state/paths.ts";

/** The way from the conversations to the people; not out of the page without the console bar, nor where the guard sends back. */
export function ContactsLink({ place }: { place: AgentPlace }): ReactNode {
  if (isSupportOnly(organization.roles) || !location.pathname.startsWith("/accounts/")) return null;
  return (
    <Link
      href={agentTabPath({ ...place, tab: "inbox/contacts" })}
      className={link}
      aria-label="Contacts"
      title="Contacts"
    >
      <Users size={17} aria-hidden />
    </Link>
  );
}

const link = css`
  display: grid;
  place-items: center;
  flex: none;
  width: 32px;
  height: 32px;
  margin-inline-start: auto;
  border-radius: var(--ph-radius-s);
  color: var(--ph-text-2);
  &:hover {
    background: var(--ph-hover);
  }
  @media (pointer: coarse) {
    width: 44px;
    height: 44px;
  }
`;
