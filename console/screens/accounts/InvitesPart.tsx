import { useCallback, useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { MailOpen } from "lucide-react";
import { EmptyState } from "../../../shared/ui/EmptyState.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { FilterLinks } from "../../parts/FilterLinks.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { mayDo } from "../../state/organization.ts";
import { drawn } from "../../state/resource.ts";
import { loadGroups, loadInvites, pendingInvites, userGroups } from "../../state/team.ts";
import { InviteTable } from "./InviteTable.tsx";
import { PeopleSkeleton } from "./PeopleSkeleton.tsx";

/** The invitations that nobody has accepted yet: all, or into one group. */
export default function InvitesPart({ orgId }: { orgId: string }): ReactNode {
  const resource = useSnapshot(pendingInvites);
  const groups = useSnapshot(userGroups);
  const query = useQuery();
  const groupId = query.read("group");
  const page = Number(query.read("page")) || 1;
  const mayInvite = mayDo("team.invite");
  const read = useCallback(() => loadInvites({ orgId, groupId, page }), [orgId, groupId, page]);
  useEffect(() => drawn(loadGroups()), []);
  useEffect(() => drawn(read()), [read]);
  return (
    <div className={frame}>
      {groups.data && (
        <FilterLinks
          label="Group"
          value={groupId}
          options={[
            { value: "", label: "All" },
            ...groups.data.map(({ _id, usergroup_name }) => ({ value: _id, label: usergroup_name })),
          ]}
          linkTo={(group) => query.link({ group: group || null, page: null })}
        />
      )}
      <Loaded
        resource={resource}
        needs="team.read"
        onRetry={() => drawn(read())}
        skeleton={<PeopleSkeleton />}
      >
        {({ items, page: shown }) =>
          items.length === 0 ? (
            <EmptyState title="No invitation is waiting" icon={<MailOpen size={20} aria-hidden />}>
              {groupId
                ? "Nobody who was invited into this group has yet to accept."
                : "Who is invited stands here until they accept."}
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
`;
