import { useCallback, useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Search } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../shared/ui/EmptyState.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { SearchField } from "../../parts/SearchField.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { drawn } from "../../state/platform/resource.ts";
import { loadTeam, team } from "../../state/accounts/team.ts";
import { MemberTable } from "./MemberTable.tsx";
import { PeopleSkeleton } from "./PeopleSkeleton.tsx";

/** The members: searched, a page at a time. */
export function MembersPart({ orgId }: { orgId: string }): ReactNode {
  const resource = useSnapshot(team);
  const query = useQuery();
  const search = query.read("search");
  const page = Number(query.read("page")) || 1;
  const read = useCallback(() => loadTeam({ search, page }), [search, page]);
  useEffect(() => drawn(read()), [read]);
  return (
    <div className={frame}>
      <SearchField
        label="Search by name or e-mail"
        value={search}
        onChange={(typed) => query.set({ search: typed || null, page: null }, { replace: true })}
      />
      <Loaded
        resource={resource}
        needs="team.read"
        onRetry={() => drawn(read())}
        skeleton={<PeopleSkeleton />}
      >
        {({ members, searchResults, page: shown }) => (
          <>
            {searchResults.length === 0 ? (
              <EmptyState
                title={search ? "No members found" : "This page is empty"}
                icon={<Search size={20} aria-hidden />}
                action={
                  <Button onClick={() => query.set({ search: null, page: null })}>Show all members</Button>
                }
              >
                {search && `No member’s name or e-mail matches “${search}”.`}
              </EmptyState>
            ) : (
              <MemberTable
                orgId={orgId}
                members={searchResults.flatMap((email) => members[email] ?? [])}
                onChanged={() => drawn(read())}
              />
            )}
            <Pager page={shown} linkTo={(to) => query.link({ page: to > 1 ? String(to) : null })} />
          </>
        )}
      </Loaded>
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
  justify-items: stretch;
  & > span:first-child {
    width: min(100%, 340px);
  }
`;
