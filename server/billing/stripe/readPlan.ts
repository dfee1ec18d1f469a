import type Stripe from "stripe";
import type { Plan } from "../../../shared/contract/billing/billing.ts";
import { readAmount } from "./amounts.ts";

/** What an operator writes into a product's metadata, and the feature that it becomes. */
const featureNames = { agents: "app", characters: "characters", credits: "credits" };

/**
 * Gives a price of a product as a plan; null for one that is none: a plan costs a fixed sum a month or a year, and its
 * product says in its metadata how many `agents` it allows.
 */
export function readPlan(price: Stripe.Price, product: Stripe.Product): Plan | null {
  const { recurring, unit_amount: amount, currency } = price;
  const interval = recurring?.interval;
  if (!isInterval(interval)) return null;
  if (recurring?.interval_count !== 1 || recurring.usage_type !== "licensed" || amount === null) return null;
  const features = Object.entries(featureNames).flatMap(([name, id]) => {
    const text = product.metadata[name] ?? "";
    return /^\d{1,9}$/.test(text) ? [{ id, units: Number(text) }] : [];
  });
  if (!features.some(({ id }) => id === "app")) return null;
  return {
    planId: price.lookup_key ?? price.id,
    name: product.name,
    description: product.description ?? "",
    type: product.metadata["type"] ?? "standard",
    currentPrice: readAmount(amount, currency),
    ...{ currency, interval, features },
  };
}

function isInterval(text: string | undefined): text is Plan["interval"] {
  return text === "month" || text === "year";
}
