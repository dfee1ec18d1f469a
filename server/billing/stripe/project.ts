import type Stripe from "stripe";
import type { Plan } from "../../../shared/contract/billing/billing.ts";
import { dayMs } from "../../../shared/domain/subscription.ts";
import type { Store, Tx } from "../../database/store.ts";
import type { SubscriptionRow } from "../tables.ts";
import type { StripeClient } from "./client.ts";
import { readPlan } from "./readPlan.ts";
import { chooseSubscription, readState } from "./readState.ts";
import { trialOf } from "./subscriptions.ts";

export interface ProjectDeps {
  store: Store;
  client: StripeClient;
  now: () => number;
}

/** A moment after a period's end, when what became of it is known. */
const afterEndMs = 60_000;
const mostSubscriptions = 100;

/**
 * Asks Stripe what an organization has, and keeps the answer. Events never say it: they come in any order, so each one
 * only has this asked again. Of two that ask at once the one that began later is kept. `also` is done with the writing.
 */
export async function projectSubscription(
  { store, client, now }: ProjectDeps,
  organizationId: string,
  also: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  const row = await store.db
    .updateTable("subscriptions")
    .set((eb) => ({ asked: eb("asked", "+", 1) }))
    .where("organizationId", "=", organizationId)
    .returningAll()
    .executeTakeFirst();
  if (!row?.customerId) return;
  const found = await readCustomer(client, row.customerId);
  const state = found ? stateOf(found) : trialOf(Number(row.trialEndsAt));
  const end = Number(state.currentEndDate);
  const checkAt = end > now() ? Math.min(now() + dayMs, end + afterEndMs) : now() + dayMs;
  await store.transaction(async (tx) => {
    await tx
      .updateTable("subscriptions")
      .set({ ...state, checkAt, applied: row.asked })
      .where("organizationId", "=", organizationId)
      .where("applied", "<", row.asked)
      .execute();
    await also(tx);
  });
}

interface Found {
  subscription: Stripe.Subscription;
  plan: Plan | null;
}

/** Gives what counts of all that a customer ever had; null for nothing. */
async function readCustomer(client: StripeClient, customer: string): Promise<Found | null> {
  const all = await client.ask((stripe) =>
    stripe.subscriptions
      .list({ customer, status: "all", limit: 100 })
      .autoPagingToArray({ limit: mostSubscriptions }),
  );
  const subscription = chooseSubscription(all);
  const [item] = subscription?.items.data ?? [];
  if (!subscription || !item) return null;
  const { product } = item.price;
  // Four levels are all that Stripe expands, and the product would be the fifth.
  const productId = typeof product === "string" ? product : product.id;
  const found = await client.ask((stripe) => stripe.products.retrieve(productId));
  return { subscription, plan: readPlan(item.price, found) };
}

function stateOf({ subscription, plan }: Found): Partial<SubscriptionRow> & { currentEndDate: number } {
  const { isRenewing, ...state } = readState(subscription);
  const [item] = subscription.items.data;
  // A product that lost its numbers allows nothing until the operator writes them again; the end and the status hold.
  const shown = plan ?? { planId: item?.price.id ?? "", name: "Plan", type: "standard", features: [] };
  const { planId, name, type, features } = shown;
  const price = plan && { currentPrice: plan.currentPrice, currency: plan.currency, interval: plan.interval };
  const none = { currentPrice: 0, currency: null, interval: null };
  return {
    ...{ ...state, isRenewing: isRenewing ? 1 : 0, planId },
    plan: JSON.stringify({ name, type, ...(price ?? none), features }),
  };
}
