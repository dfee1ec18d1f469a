import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { CalendarClock } from "lucide-react";
import { readExpiry } from "../../shared/domain/subscription.ts";
import { useNow } from "../parts/useNow.ts";
import { mayDo, organization } from "../state/accounts/organization.ts";
import { paths } from "../state/shell/paths.ts";
import { subscription } from "../state/billing/subscription.ts";
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
  const { state, daysLeft } = readExpiry({ subscription: data, isFetched: true, now });
  if (state !== "expired" && state !== "expiring") return null;
  // "An upgrade is offered only when the payment provider is the card payment provider" (specification 1).
  const mayUpgrade = data.paymentProvider === "card" && mayDo("billing.update");
  const days = daysLeft === 1 ? "1 day" : `${daysLeft} days`;
  return (
    <aside
      aria-label="Your plan"
      className={linkBanner}
      data-tone={state === "expired" ? "urgent" : undefined}
    >
      <CalendarClock size={16} aria-hidden />
      <span>{state === "expired" ? "Your plan has expired." : `Your plan expires in ${days}.`}</span>
      {mayUpgrade && <Link href={paths.pricing(orgId)}>Upgrade</Link>}
    </aside>
  );
}
