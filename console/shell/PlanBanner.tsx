import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { CalendarClock } from "lucide-react";
import { readExpiry } from "../../shared/domain/subscription.ts";
import type { SubscriptionFacts } from "../../shared/domain/subscription.ts";
import { useNow } from "../parts/useNow.ts";
import { mayDo, organization } from "../state/accounts/organization.ts";
import { paths } from "../state/shell/paths.ts";
import { subscription } from "../state/billing/subscription.ts";
import type { ShownSubscription } from "../../shared/contract/billing/billing.ts";
import { linkBanner } from "./linkBanner.ts";

const hourMs = 3_600_000;

/**
 * Says over every screen that the plan has expired, or ends within days, with the way to billing. A fetch that failed is
 * no word on the plan, so it says nothing here; billing itself shows the failure with Retry.
 */
export function PlanBanner(): ReactNode {
  const { data } = useSnapshot(subscription);
  const { _id: orgId } = useSnapshot(organization);
  const now = useNow(hourMs);
  if (!data || !orgId) return null;
  const text = describe(data, now);
  if (text === null) return null;
  const isExpired = readExpiry({ subscription: data, isFetched: true, now }).state === "expired";
  // "An upgrade is offered only when the payment provider is the card payment provider" (specification 1).
  const mayUpgrade = data.paymentProvider === "card" && mayDo("billing.update");
  return (
    <aside aria-label="Your plan" className={linkBanner} data-tone={isExpired ? "urgent" : undefined}>
      <CalendarClock size={16} aria-hidden />
      <span>{text}</span>
      {mayUpgrade && <Link href={paths.pricing(orgId)}>Upgrade</Link>}
    </aside>
  );
}

type Told = Pick<ShownSubscription, "currentEndDate" | "status" | "graceEndsAt" | "isRenewing"> & {
  plan: SubscriptionFacts["plan"];
  lockedAgentIds: readonly string[];
};

/** Says the one thing about a plan that matters most; null where there is nothing to do. */
function describe(data: Told, now: number): string | null {
  const { state, daysLeft } = readExpiry({ subscription: data, isFetched: true, now });
  const days = daysLeft === 1 ? "1 day" : `${daysLeft} days`;
  if (state === "expired") return "Your plan has expired.";
  if (data.graceEndsAt !== null) return `Your last payment failed. Your agents stop in ${days}.`;
  const locked = data.lockedAgentIds.length;
  if (locked > 0) return `Your plan doesn’t cover ${locked === 1 ? "1 agent" : `${locked} agents`}.`;
  return state === "expiring" && !data.isRenewing ? `Your plan expires in ${days}.` : null;
}
