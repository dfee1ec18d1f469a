import { useCallback, useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { MailOpen, Search } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../shared/ui/EmptyState.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { FilterLinks } from "../../parts/FilterLinks.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { SearchField } from "../../parts/SearchField.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { drawn } from "../../state/platform/resource.ts";
import { loadGroups, loadInvites, pendingInvites, userGroups } from "../../state/accounts/team.ts";
import { InviteTable } from "./InviteTable.tsx";
import { PeopleSkeleton } from "./PeopleSkeleton.tsx";

/** The invitations that nobody has accepted yet: all, searched by address, or those into one group. */
export function InvitesPart({ orgId }: { orgId: string }): ReactNode {
  const resource = useSnapshot(pendingInvites);
  const groups = useSnapshot(userGroups);
  const query = useQuery();
  const groupId = query.read("group");
  const search = query.read("search");
  const page = Number(query.read("page")) || 1;
  const mayInvite = mayDo("team.invite");
  const read = useCallback(
    () => loadInvites({ orgId, groupId, search, page }),
    [orgId, groupId, search, page],
  );
  useEffect(() => drawn(loadGroups()), []);
  useEffect(() => drawn(read()), [read]);
  return (
    <div className={frame}>
      <SearchField
        label="Search by e-mail"
        value={search}
        onChange={(typed) => query.set({ search: typed || null, group: null, page: null }, { replace: true })}
      />
      {groups.data && (
        <FilterLinks
          label="Group"
          value={groupId}
          options={[
            { value: "", label: "All" },
            ...groups.data.map(({ _id, usergroup_name }) => ({ value: _id, label: usergroup_name })),
          ]}
          linkTo={(group) => query.link({ group: group || null, search: null, page: null })}
        />
      )}
      <Loaded
        resource={resource}
        needs="team.read"
        onRetry={() => drawn(read())}
        skeleton={<PeopleSkeleton />}
      >
        {({ items, page: shown }) =>
          items.length === 0 && search ? (
            <EmptyState
              title="No invitations found"
              icon={<Search size={20} aria-hidden />}
              action={
                <Button onClick={() => query.set({ search: null, page: null })}>Show all invitations</Button>
              }
            >
              {`No pending invitation matches “${search}”.`}
            </EmptyState>
          ) : items.length === 0 ? (
            <EmptyState title="No pending invitations" icon={<MailOpen size={20} aria-hidden />}>
              {groupId
                ? "No pending invitations for this group."
                : "Invitations appear here until people accept them."}
            </EmptyState>
          ) : (
            <>
              <InviteTable
                orgId={orgId}
                invites={items}
                mayInvite={mayInvite}
                onChanged={() => drawn(read())}
              />
              <Pager page={shown} linkTo={(to) => query.link({ page: to > 1 ? String(to) : null })} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
  & > span:first-child {
    width: min(100%, 340px);
  }
`;
