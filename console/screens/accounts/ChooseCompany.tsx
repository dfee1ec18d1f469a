import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Plus } from "lucide-react";
import type { Organization } from "../../../shared/contract/accounts/accounts.ts";
import { isSupportAgent, isSupportOnly } from "../../../shared/domain/access.ts";
import { buttonClass } from "../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { useFlag } from "../../parts/useFlag.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { authentication, justSignedInFlag } from "../../state/accounts/authentication.ts";
import { navigate } from "../../state/shell/navigation.ts";
import {
  creation,
  loadOrganizations,
  openOrganization,
  organizations,
} from "../../state/accounts/organization.ts";
import { loadOwnInvites, ownInvites } from "../../state/accounts/ownInvites.ts";
import { paths, readAccountId } from "../../state/shell/paths.ts";
import { findClaimPath } from "../../state/trial/ownTrial.ts";
import { takeRedirect } from "../../state/accounts/redirect.ts";
import { drawn } from "../../state/platform/resource.ts";
import { EntryCard } from "../../parts/EntryCard.tsx";
import { OrganizationCards } from "./OrganizationCards.tsx";
import { OwnInvites } from "./OwnInvites.tsx";
import { RequiredFactor } from "./RequiredFactor.tsx";

/** With this many organizations a search field helps. */
const searchFrom = 6;

/** The organizations of the user. With one only it opens by itself, but never after a guard sent somebody here. */
export default function ChooseCompany(): ReactNode {
  const list = useSnapshot(organizations);
  const { status: inviteStatus, data: invites } = useSnapshot(ownInvites);
  const [search, setSearch] = useState("");
  const hasJustSignedIn = useFlag(justSignedInFlag);
  const requiringId = useQuery().read("requiredBy");
  // The role guard keeps support agents from setting one up (specification 4).
  const isAgent = isSupportAgent(list.data?.flatMap(({ roles }) => roles) ?? []);
  const { isClosed } = useSnapshot(creation);
  const mayCreate = !isClosed && (!isAgent || authentication.user?.isSuperAdmin);

  useEffect(() => {
    drawn(loadOrganizations());
    drawn(loadOwnInvites());
  }, []);
  useEffect(() => {
    const areInvitesRead = inviteStatus === "ready" || inviteStatus === "failed";
    if (list.status !== "ready" || !organizations.data || !areInvitesRead || invites?.length) return;
    const [first, second] = organizations.data;
    if (!first && !creation.isClosed) navigate(paths.setupCompany, { replace: true });
    else if (first && !second && hasJustSignedIn && !requiringId) open(first);
  }, [list, inviteStatus, invites, hasJustSignedIn, requiringId]);

  return (
    <EntryCard
      title="Choose an organization"
      subtitle="Each has its own agents, knowledge and conversations."
      isWide
    >
      <OwnInvites onAccepted={() => drawn(loadOrganizations())} />
      <Loaded
        resource={list}
        needs="organization.read"
        onRetry={() => drawn(loadOrganizations())}
        skeleton={<Skeleton height="72px" />}
      >
        {(all) => (
          <>
            {(all as Organization[])
              .filter(({ org_id }) => org_id === requiringId)
              .map((one) => (
                <RequiredFactor key={one.org_id} organization={one} onOpen={open} />
              ))}
            {all.length >= searchFrom && (
              <TextField label="Search" type="search" value={search} onChange={setSearch} autoFocus />
            )}
            <OrganizationCards organizations={filter(all as Organization[], search)} onOpen={open} />
            {all.length === 0 && isClosed && (
              <p role="status">You’re not in an organization yet. Ask an owner or admin for an invitation.</p>
            )}
            {all.length > 0 && search && filter(all as Organization[], search).length === 0 && (
              <p role="status">No organizations found.</p>
            )}
          </>
        )}
      </Loaded>
      {mayCreate && (
        <Link href={paths.setupCompany} className={buttonClass("quiet")}>
          <Plus size={17} aria-hidden />
          Create organization
        </Link>
      )}
    </EntryCard>
  );
}

/** Where somebody wanted to go is followed, unless it lies in another organization than the chosen one. */
function open(organization: Organization): void {
  const wanted = takeRedirect("redirectUrlBeforeOrg");
  const wantedId = wanted && readAccountId(wanted);
  const isElsewhere = !wanted || (wantedId !== null && wantedId !== organization.org_id);
  // Members who only answer visitors start in the conversations.
  const first = isSupportOnly(organization.roles) ? paths.inbox(organization.org_id) : undefined;
  openOrganization(organization, findClaimPath(organization.org_id) ?? (isElsewhere ? first : wanted));
}

function filter(all: Organization[], search: string): Organization[] {
  const wanted = search.trim().toLowerCase();
  return all.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(wanted));
}
