import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useParams } from "wouter";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { agents } from "../../state/agents/agents.ts";
import { organization } from "../../state/accounts/organization.ts";
import { loadSubscription, subscription } from "../../state/billing/subscription.ts";
import { AccountPage } from "../../parts/AccountPage.tsx";
import { AccountTabs } from "../../parts/AccountTabs.tsx";
import { AgentUse } from "./AgentUse.tsx";
import { PlanCard } from "./PlanCard.tsx";

/** Billing: the plan of the organization, when it ends, and how much of it is used. */
export default function Pricing(): ReactNode {
  const { orgId = "" } = useParams();
  const { name } = useSnapshot(organization);
  const { page } = useSnapshot(agents);
  const resource = useSnapshot(subscription);
  // A failure stands in the slice, where Loaded reads it.
  const read = () => void loadSubscription(orgId).catch(() => undefined);
  useEffect(read, [orgId]);
  return (
    <AccountPage title="Billing" subtitle={`The plan of ${name}, and how much of it is used.`} isNarrow>
      <AccountTabs current="billing" />
      <Loaded resource={resource} needs="billing.read" onRetry={read} skeleton={<Skeleton height="320px" />}>
        {(data) => (
          <>
            <PlanCard subscription={data} orgId={orgId} />
            <AgentUse plan={data.plan} used={page?.total ?? 0} />
          </>
        )}
      </Loaded>
    </AccountPage>
  );
}
