import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useParams } from "wouter";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { accentNotice } from "../../parts/accentNotice.ts";
import { SettingsPage } from "../../parts/SettingsPage.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { useQuery } from "../../parts/useQuery.ts";
import { mayDo, organization } from "../../state/accounts/organization.ts";
import { loadPlans } from "../../state/billing/plans.ts";
import { loadSubscription, subscription } from "../../state/billing/subscription.ts";
import { loadUsage, usage } from "../../state/billing/usage.ts";
import { CreditUse, usageDays } from "./CreditUse.tsx";
import { LockedAgents } from "./LockedAgents.tsx";
import { PlanCard } from "./PlanCard.tsx";
import { PlanList } from "./PlanList.tsx";
import { PlanUse } from "./PlanUse.tsx";
import { UpgradeRequests } from "./UpgradeRequests.tsx";

/** Billing: the plan of the organization, the plans that it can have, and how much of it is used. */
export default function Pricing(): ReactNode {
  const { orgId = "" } = useParams();
  const { name } = useSnapshot(organization);
  const resource = useSnapshot(subscription);
  const used = useSnapshot(usage);
  const query = useQuery();
  const isBack = query.read("checkout") === "done";
  const days = usageDays.find((each) => String(each) === query.read("days")) ?? 30;
  // A failure is in the slice, where Loaded reads it.
  const read = () => void loadSubscription(orgId, isBack).catch(() => undefined);
  const readUsage = () => void loadUsage(orgId, days);
  useEffect(read, [orgId, isBack]);
  useEffect(readUsage, [orgId, days]);
  const isCard = resource.data?.paymentProvider === "card";
  useEffect(() => {
    if (isCard) void loadPlans(orgId);
  }, [orgId, isCard]);
  return (
    <SettingsPage part="billing" subtitle={`Plan and usage of ${name}.`} isNarrow>
      <Loaded resource={resource} needs="billing.read" onRetry={read} skeleton={<Skeleton height="320px" />}>
        {(data) => (
          <>
            {isBack && resource.status === "ready" && (
              <p className={accentNotice} role="status">
                Thank you. Your plan is {data.plan.name}.
              </p>
            )}
            <LockedAgents ids={data.lockedAgentIds} />
            <PlanCard subscription={data} orgId={orgId} />
            {isCard && <PlanList orgId={orgId} current={data.planId} />}
            {isCard && mayDo("billing.update") && <UpgradeRequests orgId={orgId} />}
          </>
        )}
      </Loaded>
      <Loaded resource={used} needs="billing.read" onRetry={readUsage} skeleton={<Skeleton height="240px" />}>
        {(data) => (
          <>
            <PlanUse usage={data} />
            <CreditUse usage={data} days={days} />
          </>
        )}
      </Loaded>
    </SettingsPage>
  );
}
