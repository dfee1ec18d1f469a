import { useCallback, useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Search, Users } from "lucide-react";
import { Button } from "../../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../../shared/ui/EmptyState.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { framedList } from "../../../parts/framedList.ts";
import { Loaded } from "../../../parts/Loaded.tsx";
import { Page } from "../../../parts/Page.tsx";
import { Pager } from "../../../parts/Pager.tsx";
import { SearchField } from "../../../parts/SearchField.tsx";
import { useQuery } from "../../../parts/useQuery.ts";
import { contacts, loadContacts } from "../../../state/contacts.ts";
import { watchContacts } from "../../../state/contactsWatch.ts";
import type { AgentPlace } from "../../../state/paths.ts";
import { ContactRow } from "./ContactRow.tsx";

/** The people who wrote to an agent, who was there last first. */
export function ContactList({ place }: { place: AgentPlace }): ReactNode {
  const { orgId, agentId } = place;
  const resource = useSnapshot(contacts);
  const query = useQuery();
  const search = query.read("search");
  const blocked = query.read("blocked") === "true";
  const page = Number(query.read("page")) || 1;
  const read = useCallback(
    () => loadContacts({ orgId, agentId }, { search, blocked, page }),
    [orgId, agentId, search, blocked, page],
  );
  useEffect(() => {
    void read();
    return watchContacts(agentId, read);
  }, [agentId, read]);
  return (
    <Page
      title="Contacts"
      subtitle="Everybody who wrote to this agent, with what your team knows about them."
    >
      <div className={frame}>
        <div>
          <SearchField
            label="Search by name, e-mail or attribute"
            value={search}
            onChange={(text) => query.set({ search: text || null, page: null })}
          />
          <label>
            <input
              type="checkbox"
              checked={blocked}
              onChange={() => query.set({ blocked: blocked ? null : "true", page: null })}
            />
            Blocked only
          </label>
        </div>
        <Loaded
          resource={resource}
          needs="conversations.read"
          onRetry={() => void read()}
          skeleton={<Skeleton height="320px" />}
        >
          {({ items, page: shown }) =>
            items.length > 0 ? (
              <>
                <ul className={framedList}>
                  {items.map((contact) => (
                    <ContactRow key={contact.id} place={place} contact={contact} />
                  ))}
                </ul>
                <Pager page={shown} linkTo={(to) => query.link({ page: to > 1 ? String(to) : null })} />
              </>
            ) : search || blocked || page > 1 ? (
              <EmptyState
                title="Nobody is found by this"
                icon={<Search size={20} aria-hidden />}
                action={
                  <Button onClick={() => query.set({ search: null, blocked: null, page: null })}>
                    Show everybody
                  </Button>
                }
              >
                Every word has to stand in the name, the e-mail address, your site’s ID or an attribute.
              </EmptyState>
            ) : (
              <EmptyState title="Nobody has written yet" icon={<Users size={20} aria-hidden />}>
                Whoever writes to this agent stands here from their first message on.
              </EmptyState>
            )
          }
        </Loaded>
      </div>
    </Page>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
  & > div:first-child {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
  }
  /* What it searches by is read whole. */
  & > div:first-child > span {
    flex: 0 1 340px;
  }
  & label {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 36px;
    cursor: pointer;
  }
  & input[type="checkbox"] {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--ph-accent);
  }
`;
