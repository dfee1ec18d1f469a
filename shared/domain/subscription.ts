/** "Expiring soon when the end date falls within the next 5 days by default" (specification 4, 9). */
export const expiringSoonDays = 5;

export const dayMs = 86_400_000;

/** A plan with this many units of a feature, as the self-hosted one has, sets no limit. */
export const unlimitedFrom = 1_000_000;

/** What the rules ask of a subscription. */
export interface SubscriptionFacts {
  readonly currentEndDate: number | null;
  readonly status: string;
  readonly plan: PlanFacts;
}

export interface PlanFacts {
  readonly type: string;
  readonly currentPrice: number;
  /** The feature `app` is the number of agents. */
  readonly features: readonly { readonly id: string; readonly units: number }[];
}

export interface ExpiryFacts {
  subscription: SubscriptionFacts | null;
  /** The server was asked for it; a fetch that failed leaves it "as just fetched with no data". */
  isFetched: boolean;
  now: number;
  /** The window of `expiring`. */
  soonDays?: number;
}

export interface Expiry {
  /** `unknown` until it was fetched. */
  state: "unknown" | "active" | "expiring" | "expired";
  /** The days until the end, rounded, 1 at least; 0 unless it is `active` or `expiring`. */
  daysLeft: number;
  /** What the console's log says of it, in the words of the specification. */
  message: "Invalid subscription end date" | "Subscription is Expired" | null;
}

/**
 * Gives where a subscription stands: "expired when the end date is in the past or status is not active; also expired
 * when fetched and no end date" (specification 4).
 */
export function readExpiry({
  subscription,
  isFetched,
  now,
  soonDays = expiringSoonDays,
}: ExpiryFacts): Expiry {
  const end = subscription?.currentEndDate ?? null;
  const hasEnded = end === null ? isFetched : end < now;
  if (hasEnded || (subscription && subscription.status !== "active")) {
    return { state: "expired", daysLeft: 0, message: "Subscription is Expired" };
  }
  if (end === null) return { state: "unknown", daysLeft: 0, message: null };
  if (Number.isNaN(new Date(end).getTime())) {
    return { state: "unknown", daysLeft: 0, message: "Invalid subscription end date" };
  }
  const daysLeft = Math.max(1, Math.round((end - now) / dayMs));
  return { state: end - now <= soonDays * dayMs ? "expiring" : "active", daysLeft, message: null };
}

/** "First free plan: no plan, or type trial or standard with currentPrice of 1 or less" (specification 9). */
export function isFirstFreePlan(plan: PlanFacts | null | undefined): boolean {
  if (!plan) return true;
  return (plan.type === "trial" || plan.type === "standard") && plan.currentPrice <= 1;
}

/**
 * Whether sources may be synced on a schedule: "auto-syncing of data sources on a schedule" is among what an upgrade
 * brings (specification 2), so neither the first free plan nor one that has ended has it.
 */
export function mayAutoSync(subscription: SubscriptionFacts, now: number): boolean {
  const { state } = readExpiry({ subscription, isFetched: true, now });
  return state !== "expired" && !isFirstFreePlan(subscription.plan);
}

/** Gives how many agents a plan allows: "plan feature app units"; null where the plan does not say. */
export function readAgentLimit(plan: PlanFacts | null | undefined): number | null {
  return plan?.features.find(({ id }) => id === "app")?.units ?? null;
}

/** Gives how many characters of knowledge a plan allows, by its feature `characters`; null where it has no limit. */
export function readCharacterLimit(plan: PlanFacts | null | undefined): number | null {
  return plan?.features.find(({ id }) => id === "characters")?.units ?? null;
}

/** Gives how many credits a plan allows in a calendar month, by its feature `credits`; null where it has no limit. */
export function readCreditLimit(plan: PlanFacts | null | undefined): number | null {
  return plan?.features.find(({ id }) => id === "credits")?.units ?? null;
}

/** The shares of the month's credits, in percent, at which owners and admins are told. */
export const creditAlerts = [50, 80, 100] as const;

/** Gives the highest share that `used` credits reach; 0 for none. */
export function readCreditAlert(used: number, limit: number): number {
  return creditAlerts.findLast((percent) => used * 100 >= limit * percent) ?? 0;
}

/**
 * "Create AI Agent is permitted only while the agent count is below the plan's app units limit" (specification 5). While
 * the plan is not known it is; the server decides.
 */
export function mayCreateMore(plan: PlanFacts | null | undefined, agentCount: number): boolean {
  const limit = readAgentLimit(plan);
  return limit === null || agentCount < limit;
}
