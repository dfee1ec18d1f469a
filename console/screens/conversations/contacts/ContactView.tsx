import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { BadgeCheck, SearchX } from "lucide-react";
import { buttonClass } from "../../../../shared/ui/Button.tsx";
import { Notice } from "../../../../shared/ui/Notice.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../../shared/ui/style/visuallyHidden.ts";
import { BackLink } from "../../../parts/BackLink.tsx";
import { Page } from "../../../parts/Page.tsx";
import { useKeptFocus } from "../../../parts/useKeptFocus.ts";
import { contact } from "../../../state/conversations/contacts/contacts.ts";
import type { ContactPlace } from "../../../state/conversations/contacts/contacts.ts";
import { agentTabPath } from "../../../state/shell/paths.ts";
import { FactList } from "../threads/FactList.tsx";
import { ContactLinks } from "./ContactLinks.tsx";
import type { ContactLinksProps } from "./ContactLinks.tsx";
import { ContactPanel } from "./ContactPanel.tsx";

/** One person: who they are, and all that the team knows and did. */
export function ContactView({ place }: { place: ContactPlace }): ReactNode {
  const { data, error } = useSnapshot(contact);
  const kept = useKeptFocus<HTMLDivElement>();
  const detail = data?.of === place.contactId ? data.detail : null;
  const all = agentTabPath({ ...place, tab: "inbox/contacts" });
  const isGone = error?.code === "not_found";
  return (
    <Page
      isNarrow
      title={isGone ? "Contact" : (detail?.name ?? "\u00a0")}
      subtitle={detail && <Who contact={detail} />}
      above={<BackLink href={all}>Contacts</BackLink>}
    >
      {isGone ? (
        <Notice
          title="This visitor no longer exists"
          icon={<SearchX size={20} aria-hidden />}
          action={
            <Link href={all} className={buttonClass("secondary")}>
              See all contacts
            </Link>
          }
        >
          They may have been erased or merged with another contact.
        </Notice>
      ) : (
        // Read here, so that this is drawn again when an undone merge takes its button away: then the focus is kept.
        <div {...kept} data-merges={detail?.merges.length}>
          <h2 className={visuallyHidden}>About this visitor</h2>
          {detail && <FactList title="Attributes" facts={Object.entries(detail.attributes)} />}
          <ContactPanel place={place} />
        </div>
      )}
    </Page>
  );
}

interface WhoProps {
  contact: ContactLinksProps["contact"] & { verified: boolean };
}

function Who({ contact }: WhoProps): ReactNode {
  return (
    <span className={who}>
      <ContactLinks contact={contact} />
      {contact.verified && (
        <span>
          <BadgeCheck size={15} aria-hidden />
          Verified by your site
        </span>
      )}
    </span>
  );
}

const who = css`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 14px;
  overflow-wrap: anywhere;
  & > span {
    display: inline-flex;
    align-items: center;
    gap: 5px;
    color: var(--ph-success-text);
  }
`;
