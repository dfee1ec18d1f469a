import type { Subscription } from "../../../shared/contract/billing/billing.ts";
import { dayMs } from "../../../shared/domain/subscription.ts";
import { statement } from "../../database/statement.ts";
import type { Db } from "../../database/store.ts";
import type { SubscriptionRow } from "../tables.ts";
import type { StripeSettings } from "./settings.ts";

/** A period that continues by itself has this long to do so: the word of it may be late. */
const lateMs = dayMs;

/** The last moment of a calendar: Stripe knows nothing of who has no customer there. */
const never = 8.64e15;

/** What an organization has that never chose a plan: one agent, for some days. */
export const trialPlan: Subscription["plan"] = {
  name: "Trial",
  type: "trial",
  currentPrice: 0,
  currency: null,
  interval: null,
  features: [{ id: "app", units: 1 }],
};

/** Gives an organization's row, and makes it with a trial that begins now where it has none. */
export async function findSubscriptionRow(
  db: Db,
  organizationId: string,
  { now, trialDays }: { now: number } & Pick<StripeSettings, "trialDays">,
): Promise<SubscriptionRow> {
  const [known] = await findRow(db, { organizationId });
  if (known) return known;
  const trialEndsAt = now + trialDays * dayMs;
  const nobodyYet = { customerId: null, asked: 0, applied: 0, checkAt: never };
  await db
    .insertInto("subscriptions")
    .values({ ...trialOf(trialEndsAt), ...nobodyYet, organizationId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const [made] = await findRow(db, { organizationId });
  if (!made) throw new Error("A subscription was removed while it was made.");
  return made;
}

const findRow = statement((db, { organizationId }: { organizationId: string }) =>
  db.selectFrom("subscriptions").selectAll().where("organizationId", "=", organizationId),
);

/** What is in the row of who has a trial only. */
export function trialOf(trialEndsAt: number) {
  return {
    ...{ subscriptionId: null, planId: "trial", plan: JSON.stringify(trialPlan) },
    ...{
      status: "active" as const,
      currentEndDate: trialEndsAt,
      isRenewing: 0,
      unpaidSince: null,
      trialEndsAt,
    },
  };
}

/** Gives a row as people and rules read it at this moment. */
export function presentSubscription(
  row: SubscriptionRow,
  { now, graceDays }: { now: number } & Pick<StripeSettings, "graceDays">,
): Subscription {
  const plan = JSON.parse(row.plan) as Subscription["plan"]; // written by this folder
  const base = { planId: row.planId, plan, paymentProvider: "card" as const };
  const isRenewing = row.isRenewing === 1;
  if (row.status === "past_due") {
    // After a payment that failed the agents continue for some days, with an end that everybody sees.
    const graceEndsAt = Number(row.unpaidSince) + graceDays * dayMs;
    const status = now < graceEndsAt ? "active" : "past_due";
    return { ...base, status, currentEndDate: graceEndsAt, isRenewing: false, graceEndsAt };
  }
  const end = row.currentEndDate === null ? null : Number(row.currentEndDate);
  const isLate = isRenewing && row.status === "active" && end !== null && now >= end;
  const currentEndDate = isLate ? end + lateMs : end;
  return { ...base, status: row.status, currentEndDate, isRenewing, graceEndsAt: null };
}
