import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import type { ContactAtOtherAgents } from "../../../../shared/contract/conversations/contacts/contactAtOtherAgents.ts";
import { css, cx } from "../../../../shared/ui/style/css.ts";
import { describeCount } from "../../../parts/describeNumber.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import {
  elsewhere,
  loadContactAtOtherAgents,
} from "../../../state/conversations/contacts/contactAtOtherAgents.ts";
import type { ContactPlace } from "../../../state/conversations/contacts/contacts.ts";
import { isInboxOnly } from "../../../state/conversations/inbox/isInboxOnly.ts";
import { agentTabPath } from "../../../state/shell/paths.ts";
import { detailsPart } from "../threads/detailsPart.ts";
import { ThreadLinks } from "./ThreadLinks.tsx";

/** With which other agents the same verified person talks, and their conversations there; nothing where there is none. */
export function AlsoKnownTo({ place }: { place: ContactPlace }): ReactNode {
  const { data, error } = useSnapshot(elsewhere);
  const { orgId, agentId, contactId } = place;
  useEffect(() => void loadContactAtOtherAgents({ orgId, agentId, contactId }), [orgId, agentId, contactId]);
  const items = data?.of === contactId ? data.items : [];
  if (items.length === 0 && !error) return null;
  return (
    <section className={cx(detailsPart, list)} aria-label="Also known to">
      <h3>Also known to</h3>
      {error && <ErrorNotice error={error} onRetry={() => loadContactAtOtherAgents(place)} />}
      {items.map((one) => (
        <AtAgent key={one.contact.id} orgId={orgId} elsewhere={one} />
      ))}
    </section>
  );
}

interface AtAgentProps {
  orgId: string;
  elsewhere: Snapshot<ContactAtOtherAgents>;
}

const reasons = { id: "your site’s ID", address: "your site’s signed address" };

function AtAgent({
  orgId,
  elsewhere: { agent, contact, by, conversations, threads },
}: AtAgentProps): ReactNode {
  const place = { orgId, agentId: agent.id };
  const name = <bdi>{agent.name}</bdi>;
  return (
    <div>
      <h4>
        {isInboxOnly() ? (
          name
        ) : (
          <Link href={agentTabPath({ ...place, tab: `inbox/contacts/${encodeURIComponent(contact.id)}` })}>
            {name}
          </Link>
        )}
      </h4>
      <small>
        {/* Another name there is worth a look: it is the site that says they are one. */}
        As <bdi>{contact.name}</bdi>, by {reasons[by]}
        {conversations > threads.length && <> · {describeCount(conversations, "conversation")}</>}
      </small>
      <ThreadLinks place={place} threads={threads} />
    </div>
  );
}

const list = css`
  gap: 12px;
  & h4 {
    margin: 0;
    font-size: inherit;
    font-weight: 550;
    overflow-wrap: anywhere;
  }
  & > div > small {
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
`;
