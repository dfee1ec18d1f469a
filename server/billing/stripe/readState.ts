import type Stripe from "stripe";
import type { SubscriptionRow } from "../tables.ts";

/** What a subscription at Stripe comes to. */
export interface ReadState {
  subscriptionId: string;
  status: SubscriptionRow["status"];
  currentEndDate: number;
  isRenewing: boolean;
  unpaidSince: number | null;
}

/** Those that were never paid for once are none. */
const begun = ["active", "trialing", "past_due", "unpaid", "paused", "canceled"] as const;
type Begun = (typeof begun)[number];

/** Gives the subscription that counts among all that a customer ever had: one that runs, and of those the newest. */
export function chooseSubscription(
  subscriptions: readonly Stripe.Subscription[],
): Stripe.Subscription | undefined {
  const rankOf = ({ status }: Stripe.Subscription) => begun.indexOf(status as Begun); // -1 for others
  return subscriptions
    .filter((one) => rankOf(one) >= 0 && one.items.data.length > 0)
    .toSorted((one, other) => rank(one.status) - rank(other.status) || other.created - one.created)[0];
}

/** One that is paid comes before one that waits for its payment, and that before one that has ended. */
function rank(status: Stripe.Subscription.Status): number {
  if (status === "active" || status === "trialing") return 0;
  return status === "canceled" ? 2 : 1;
}

/** Reads what a subscription means here; its period is at its items. */
export function readState(subscription: Stripe.Subscription): ReadState {
  const { id, status, cancel_at: cancelAt, cancel_at_period_end: endsThen, ended_at: endedAt } = subscription;
  const [item] = subscription.items.data;
  const periodEnd = (item?.current_period_end ?? 0) * 1000;
  const periodStart = (item?.current_period_start ?? 0) * 1000;
  const isPaid = status === "active" || status === "trialing";
  if (status === "canceled") {
    const currentEndDate = endedAt === null ? periodEnd : endedAt * 1000;
    return { subscriptionId: id, status: "cancelled", currentEndDate, isRenewing: false, unpaidSince: null };
  }
  return {
    subscriptionId: id,
    status: isPaid ? "active" : "past_due",
    currentEndDate: cancelAt === null ? periodEnd : Math.min(cancelAt * 1000, periodEnd),
    isRenewing: !endsThen && cancelAt === null,
    // The payment that failed is the one of the period that has begun.
    unpaidSince: isPaid ? null : periodStart,
  };
}
