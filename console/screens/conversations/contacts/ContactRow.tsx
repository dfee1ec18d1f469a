import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import { BadgeCheck } from "lucide-react";
import { addressOf } from "../../../../shared/domain/contactFields.ts";
import type { Contact } from "../../../../shared/contract/conversations/contacts/contacts.ts";
import { Avatar } from "../../../../shared/ui/Avatar.tsx";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../../shared/ui/style/visuallyHidden.ts";
import { describeDateTime, describeMoment } from "../../../parts/describeMoment.ts";
import { describeCount } from "../../../parts/describeNumber.ts";
import { SelectBox } from "../../../parts/SelectBox.tsx";
import type { Selection } from "../../../parts/useSelection.ts";
import { agentTabPath } from "../../../state/shell/paths.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";

interface ContactRowProps {
  place: AgentPlace;
  contact: Snapshot<Contact>;
  /** Null where nothing can be done with several. */
  selection: Selection | null;
}

/** A person in the list. */
export function ContactRow({ place, contact, selection }: ContactRowProps): ReactNode {
  const { id, name, verified, blockedAt, eraseAskedAt, conversations, lastSeenAt } = contact;
  return (
    <li className={row}>
      {selection && <SelectBox id={id} name={name} selection={selection} />}
      <Link href={agentTabPath({ ...place, tab: `inbox/contacts/${encodeURIComponent(id)}` })}>
        <Avatar name={name} size={36} />
        <span>
          <span>
            <bdi>{name}</bdi>
            {verified && <BadgeCheck size={15} role="img" aria-label="Verified by your site" />}
            {eraseAskedAt !== null && <Badge tone="danger">Being erased</Badge>}
            {eraseAskedAt === null && blockedAt !== null && <Badge tone="danger">Blocked</Badge>}
          </span>
          <small>{addressOf(contact) ?? "No e-mail address"}</small>
        </span>
        <small>
          {describeCount(conversations, "conversation")}
          <br />
          <time
            dateTime={new Date(lastSeenAt).toISOString()}
            title={`Last seen ${describeDateTime(lastSeenAt)}`}
          >
            <span className={visuallyHidden}>last seen </span>
            {describeMoment(lastSeenAt)}
          </time>
        </small>
      </Link>
    </li>
  );
}

const row = css`
  display: flex;
  align-items: center;
  & > label {
    margin-inline: 10px -6px;
  }
  & > a {
    flex: 1;
    min-width: 0;
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: 12px;
    padding: 10px 16px;
    color: inherit;
    text-decoration: none;
  }
  & > a:hover {
    background: var(--ph-hover);
  }
  & a > span {
    display: grid;
    min-width: 0;
  }
  & a > span > span {
    display: flex;
    align-items: center;
    gap: 6px;
    min-width: 0;
  }
  & bdi,
  & a > span > small {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & bdi {
    font-weight: 550;
  }
  & svg {
    flex: none;
    color: var(--ph-success-text);
  }
  & small {
    color: var(--ph-text-2);
  }
  & a > small {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
`;
