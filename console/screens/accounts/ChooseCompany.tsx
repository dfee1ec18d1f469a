import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Plus } from "lucide-react";
import type { Organization } from "../../../shared/contract/accounts.ts";
import { buttonClass } from "../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { useFlag } from "../../parts/useFlag.ts";
import { justSignedInFlag } from "../../state/authentication.ts";
import { navigate } from "../../state/navigation.ts";
import { loadOrganizations, openOrganization, organizations } from "../../state/organization.ts";
import { paths } from "../../state/paths.ts";
import { takeRedirect } from "../../state/redirect.ts";
import { EntryCard } from "./EntryCard.tsx";
import { OrganizationCards } from "./OrganizationCards.tsx";

/** From so many organisations on a search field helps. */
const searchFrom = 6;

/** The organisations of the user. With one only it opens by itself, but never after a guard sent somebody here. */
export default function ChooseCompany(): ReactNode {
  const list = useSnapshot(organizations);
  const [search, setSearch] = useState("");
  const hasJustSignedIn = useFlag(justSignedInFlag);

  useEffect(() => void loadOrganizations(), []);
  useEffect(() => {
    if (list.status !== "ready" || !organizations.data) return;
    const [first, second] = organizations.data;
    if (!first) navigate(paths.setupCompany, { replace: true });
    else if (!second && hasJustSignedIn) open(first);
  }, [list, hasJustSignedIn]);

  return (
    <EntryCard
      title="Choose an organization"
      subtitle="Agents, knowledge and conversations belong to one."
      isWide
    >
      <Loaded
        resource={list}
        needs="organization.read"
        onRetry={loadOrganizations}
        skeleton={<Skeleton height="72px" />}
      >
        {(all) => (
          <>
            {all.length >= searchFrom && (
              <TextField label="Search" type="search" value={search} onChange={setSearch} autoFocus />
            )}
            <OrganizationCards organizations={filter(all as Organization[], search)} onOpen={open} />
          </>
        )}
      </Loaded>
      <Link href={paths.setupCompany} className={buttonClass("quiet")}>
        <Plus size={17} aria-hidden />
        Create organization
      </Link>
    </EntryCard>
  );
}

function open(organization: Organization): void {
  openOrganization(organization, takeRedirect("redirectUrlBeforeOrg") ?? undefined);
}

function filter(all: Organization[], search: string): Organization[] {
  const wanted = search.trim().toLowerCase();
  return all.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(wanted));
}
