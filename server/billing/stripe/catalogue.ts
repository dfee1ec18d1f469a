import type { Plan } from "../../../shared/contract/billing/billing.ts";
import type { StripeClient } from "./client.ts";
import { readPlan } from "./readPlan.ts";

/** A plan, and the price of it at Stripe, which nobody outside of the server names. */
export interface PricedPlan extends Plan {
  priceId: string;
}

const keptMs = 5 * 60_000;
const mostPrices = 500;

/** Makes what lists the plans that can be had, as the operator keeps them at Stripe; asked again after some minutes. */
export function createCatalogue(client: StripeClient, now: () => number): () => Promise<PricedPlan[]> {
  let kept: { plans: PricedPlan[]; at: number } | undefined;
  return async () => {
    if (kept && now() - kept.at < keptMs) return kept.plans;
    try {
      const plans = await readPlans(client);
      kept = { plans, at: now() };
      return plans;
    } catch (error) {
      // What was on the list is still for sale while Stripe is away for a moment.
      if (kept) return kept.plans;
      throw error;
    }
  };
}

async function readPlans(client: StripeClient): Promise<PricedPlan[]> {
  const prices = await client.ask((stripe) =>
    stripe.prices
      .list({ active: true, type: "recurring", limit: 100, expand: ["data.product"] })
      .autoPagingToArray({ limit: mostPrices }),
  );
  const plans = prices.flatMap((price) => {
    const { product } = price;
    if (typeof product === "string" || product.deleted || !product.active) return [];
    const plan = readPlan(price, product);
    return plan ? [{ ...plan, priceId: price.id }] : [];
  });
  return plans.toSorted((one, other) => one.currentPrice - other.currentPrice);
}
