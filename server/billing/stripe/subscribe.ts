import { dayMs } from "../../../shared/domain/subscription.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { PlanWanted } from "../plans.ts";
import type { SubscriptionRow } from "../tables.ts";
import type { PricedPlan } from "./catalogue.ts";
import type { ProjectDeps } from "./project.ts";
import { findSubscriptionRow } from "./subscriptions.ts";
import type { StripeSettings } from "./settings.ts";

export interface SubscribeDeps extends ProjectDeps {
  settings: StripeSettings;
  listPlans(): Promise<PricedPlan[]>;
}

/** Within this time the same wish leads to the same page, however often it is pressed. */
const sameWishMs = 10 * 60_000;

/**
 * Gives the page on which somebody pays for a plan, or agrees to the change of one. The plan's price is looked up here:
 * what comes from a browser names a plan of the list and nothing else.
 */
export async function subscribe(deps: SubscribeDeps, wanted: PlanWanted): Promise<string> {
  const plan = (await deps.listPlans()).find(({ planId }) => planId === wanted.planId);
  if (!plan) throw new AppError("not_found", { message: "There is no such plan. Reload the list of plans." });
  const row = await findCustomer(deps, wanted);
  return hasRunning(row)
    ? changePlan(deps, { ...wanted, row, plan })
    : beginPlan(deps, { ...wanted, row, plan });
}

/** Gives Stripe's own page on how an organization pays. */
export async function openPortal(
  deps: SubscribeDeps,
  wanted: Pick<PlanWanted, "organizationId" | "email" | "returnUrl">,
): Promise<string> {
  const { customerId: customer } = await findCustomer(deps, wanted);
  const session = await deps.client.ask((stripe) =>
    stripe.billingPortal.sessions.create({ customer, return_url: wanted.returnUrl }),
  );
  return session.url;
}

type Customer = SubscriptionRow & { customerId: string };

interface Change extends PlanWanted {
  row: Customer;
  plan: PricedPlan;
}

function hasRunning({ subscriptionId, status }: SubscriptionRow): boolean {
  return subscriptionId !== null && status !== "cancelled";
}

async function beginPlan(
  { client, now }: SubscribeDeps,
  { organizationId, row, plan, returnUrl }: Change,
): Promise<string> {
  const wish = Math.floor(now() / sameWishMs);
  const metadata = { organizationId };
  const session = await client.ask((stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: "subscription",
        customer: row.customerId,
        client_reference_id: organizationId,
        line_items: [{ price: plan.priceId, quantity: 1 }],
        // A plan that costs nothing asks for no card.
        payment_method_collection: "if_required",
        ...{ metadata, subscription_data: { metadata } },
        success_url: `${returnUrl}?checkout=done`,
        cancel_url: returnUrl,
      },
      { idempotencyKey: `checkout-${organizationId}-${plan.priceId}-${row.applied}-${wish}` },
    ),
  );
  if (!session.url) throw new AppError("unavailable");
  return session.url;
}

/** A second subscription would be paid beside the first, so the one that runs is changed, on a page that names the sum. */
async function changePlan({ client }: SubscribeDeps, { row, plan, returnUrl }: Change): Promise<string> {
  const id = row.subscriptionId ?? "";
  const { items } = await client.ask((stripe) => stripe.subscriptions.retrieve(id));
  const [item] = items.data;
  if (!item) throw new AppError("unavailable");
  if (item.price.id === plan.priceId)
    throw new AppError("conflict", { message: "Your organization already has this plan." });
  const session = await client.ask((stripe) =>
    stripe.billingPortal.sessions.create({
      customer: row.customerId,
      return_url: returnUrl,
      flow_data: {
        type: "subscription_update_confirm",
        subscription_update_confirm: {
          subscription: id,
          items: [{ id: item.id, price: plan.priceId, quantity: 1 }],
        },
        after_completion: {
          type: "redirect",
          redirect: { return_url: `${returnUrl}?checkout=done` },
        },
      },
    }),
  );
  return session.url;
}

/** Gives the organization's row with its customer at Stripe, who is made only for it the first time. */
async function findCustomer(
  { store, client, settings, now }: SubscribeDeps,
  { organizationId, email }: Pick<PlanWanted, "organizationId" | "email">,
): Promise<Customer> {
  const find = () => findSubscriptionRow(store.db, organizationId, { ...settings, now: now() });
  const row = await find();
  if (row.customerId === null) {
    const customer = await client.ask((stripe) =>
      stripe.customers.create(
        { email, metadata: { organizationId } },
        { idempotencyKey: `customer-${organizationId}-${email}` },
      ),
    );
    await store.db
      .updateTable("subscriptions")
      .set({ customerId: customer.id, checkAt: now() + dayMs })
      .where("organizationId", "=", organizationId)
      .where("customerId", "is", null)
      .execute();
  }
  const { customerId, ...rest } = row.customerId === null ? await find() : row;
  if (customerId === null) throw new Error("A customer was not kept.");
  return { ...rest, customerId };
}
