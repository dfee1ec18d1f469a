import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Organization as OrganizationFacts } from "../../../shared/contract/accounts/accounts.ts";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { SettingsPage } from "../../parts/SettingsPage.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { mayDo } from "../../state/accounts/organization.ts";
import { details, loadDetails } from "../../state/accounts/organizationDetails.ts";
import { drawn } from "../../state/platform/resource.ts";
import { AccountsCard } from "./AccountsCard.tsx";
import { OrganizationFacts as FactsCard } from "./OrganizationFacts.tsx";
import { InstallationCard } from "./InstallationCard.tsx";
import { OrganizationForm } from "./OrganizationForm.tsx";

/** Your Organization: what it says of itself, what it is called by in links and calls, and its accounts. */
export default function Organization(): ReactNode {
  const resource = useSnapshot(details);
  useEffect(() => drawn(loadDetails()), []);
  return (
    <SettingsPage part="organization" subtitle="Your organization’s name, place and rules." isNarrow>
      <Loaded
        resource={resource}
        needs="organization.read"
        onRetry={() => drawn(loadDetails())}
        skeleton={<Skeleton height="320px" />}
      >
        {(read) => {
          const organization = read as OrganizationFacts; // a snapshot is only deeply readonly
          const accounts = (
            <>
              <AccountsCard organization={organization} />
              <InstallationCard />
            </>
          );
          if (mayDo("organization.update"))
            return <OrganizationForm organization={organization}>{accounts}</OrganizationForm>;
          return (
            <>
              <FactsCard organization={organization} />
              {accounts}
            </>
          );
        }}
      </Loaded>
    </SettingsPage>
  );
}
