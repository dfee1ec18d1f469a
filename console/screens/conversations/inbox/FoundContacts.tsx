import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { addressOf } from "../../../../shared/domain/contactFields.ts";
import type { Contact } from "../../../../shared/contract/conversations/contacts/contacts.ts";
import { Avatar } from "../../../../shared/ui/Avatar.tsx";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css, cx } from "../../../../shared/ui/style/css.ts";
import { describeCount, describeNumber } from "../../../parts/describeNumber.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useKeptFocus } from "../../../parts/useKeptFocus.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { rowMark } from "../../../parts/walkRows.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import {
  fewPeople,
  findPeople,
  foundPeople,
  manyPeople,
  namePeopleSearch,
} from "../../../state/conversations/contacts/contactSearch.ts";
import { noFilters } from "./noFilters.ts";
import { rowStyle } from "./ThreadRow.tsx";

/** The people whom the words name, above what was said: each leads to all of their conversations. */
export function FoundContacts({ place, search }: { place: AgentPlace; search: string }): ReactNode {
  const { orgId, agentId } = place;
  const { data, error } = useSnapshot(foundPeople);
  const kept = useKeptFocus<HTMLElement>();
  const [limit, setLimit] = useState(fewPeople);
  useEffect(() => void findPeople({ orgId, agentId }, search, limit), [orgId, agentId, search, limit]);
  if (error) return <ErrorNotice error={error} onRetry={() => findPeople(place, search, limit)} />;
  if (data?.of !== namePeopleSearch(place, search) || data.items.length === 0) return null;
  const { items, total } = data;
  const rest = Math.min(total, manyPeople) - items.length;
  return (
    <section {...kept} className={frame} aria-label="Visitors">
      <h3>{describeCount(total, "visitor")}</h3>
      <ul>
        {items.map((contact) => (
          <PersonRow key={contact.id} contact={contact} />
        ))}
      </ul>
      {limit === fewPeople && rest > 0 && (
        <Button kind="quiet" size="small" onClick={() => setLimit(manyPeople)}>
          Show {describeNumber(rest)} more
        </Button>
      )}
      {limit === manyPeople && total > items.length && <p>Add a word of the name or address to narrow it.</p>}
    </section>
  );
}

function PersonRow({ contact }: { contact: Snapshot<Contact> }): ReactNode {
  const query = useQuery();
  const { id, name, conversations } = contact;
  return (
    <li className={cx(rowStyle, person)}>
      <Link
        href={query.link({ ...noFilters, queue: null, view: null, q: null, message: null, contact: id })}
        {...{ [rowMark]: id }}
      >
        <Avatar name={name} size={36} />
        <span>
          <strong dir="auto">{name}</strong>
          <small>{describeCount(conversations, "conversation")}</small>
          <span dir="auto">{addressOf(contact) ?? "No e-mail address"}</span>
        </span>
      </Link>
    </li>
  );
}

const frame = css`
  border-bottom: 1px solid var(--ph-line);
  & > h3 {
    padding: 10px 16px 0;
    font-size: var(--ph-text-s);
    font-weight: 400;
    color: var(--ph-text-2);
  }
  & > button {
    margin: 0 8px 8px;
  }
  & > p {
    padding: 0 16px 10px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
const person = css`
  & small {
    color: var(--ph-text-2);
    font-size: var(--ph-text-xs);
    white-space: nowrap;
  }
`;
