import { Suspense, useCallback, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Download } from "lucide-react";
import type { ContactFilter } from "../../../../shared/contract/conversations/contacts/contactFilter.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { describeNumber } from "../../../parts/describeNumber.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { framedList } from "../../../parts/framedList.ts";
import { Loaded } from "../../../parts/Loaded.tsx";
import { Page } from "../../../parts/Page.tsx";
import { SelectionBar } from "../../../parts/SelectionBar.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { useSelection } from "../../../parts/useSelection.ts";
import {
  contacts,
  loadContacts,
  loadMoreContacts,
} from "../../../state/conversations/contacts/contactList.ts";
import { watchContacts } from "../../../state/conversations/contacts/contactsWatch.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { ContactFilters } from "./ContactFilters.tsx";
import { readContactFilter } from "./contactFilters.ts";
import { ContactRow } from "./ContactRow.tsx";
import { ContactsEmpty } from "./ContactsEmpty.tsx";
import { ExportContacts } from "./overlays.ts";

/** The people who wrote to an agent, who was there last first. */
export function ContactList({ place }: { place: AgentPlace }): ReactNode {
  const resource = useSnapshot(contacts);
  const query = useQuery();
  const filter = useContacts(place, readContactFilter(query.read));
  const [exported, setExported] = useState<"all" | "chosen" | null>(null);
  const selection = useSelection(resource.data?.items.map(({ id }) => id) ?? []);
  const more = useAction(() => loadMoreContacts(place, filter));
  const mayExport = mayDo("conversations.export");
  const total = resource.data?.total ?? 0;
  return (
    <Page
      title="Contacts"
      subtitle="Everyone who wrote to this agent."
      actions={
        mayExport &&
        total > 0 && (
          <Button icon={<Download size={16} aria-hidden />} onClick={() => setExported("all")}>
            Export…
          </Button>
        )
      }
    >
      <div className={frame}>
        <ContactFilters />
        <Loaded
          resource={resource}
          needs="conversations.read"
          onRetry={() => void loadContacts(place, filter)}
          skeleton={<Skeleton height="320px" />}
        >
          {({ items, next }) =>
            items.length === 0 ? (
              <ContactsEmpty filter={filter} />
            ) : (
              <>
                <ul className={framedList}>
                  {items.map((contact) => (
                    <ContactRow
                      key={contact.id}
                      place={place}
                      contact={contact}
                      selection={mayExport ? selection : null}
                    />
                  ))}
                </ul>
                <p role="status">
                  {describeNumber(items.length)} of {describeNumber(total)}
                </p>
                {next !== null && (
                  <Button isBusy={more.isBusy} onClick={() => void more.run()}>
                    Show more
                  </Button>
                )}
                {more.error && <ErrorNotice error={more.error} />}
              </>
            )
          }
        </Loaded>
      </div>
      {mayExport && (
        <SelectionBar selection={selection}>
          <Button icon={<Download size={16} aria-hidden />} onClick={() => setExported("chosen")}>
            Export selected…
          </Button>
        </SelectionBar>
      )}
      {exported && (
        <Suspense fallback={null}>
          <ExportContacts
            place={place}
            {...(exported === "all" ? { filter, total } : { filter: {}, contactIds: selection.chosen })}
            onClose={() => setExported(null)}
          />
        </Suspense>
      )}
    </Page>
  );
}

/** Reads the list and keeps it as it is; gives the filter, the same as long as it says the same. */
function useContacts({ orgId, agentId }: AgentPlace, asked: ContactFilter): ContactFilter {
  const text = JSON.stringify(asked);
  const read = useCallback(
    () => loadContacts({ orgId, agentId }, JSON.parse(text) as ContactFilter), // written just before
    [orgId, agentId, text],
  );
  useEffect(() => {
    void read();
    return watchContacts(agentId, read);
  }, [agentId, read]);
  return asked;
}

const frame = css`
  display: grid;
  gap: 16px;
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    font-variant-numeric: tabular-nums;
  }
  & > button {
    justify-self: start;
  }
`;
