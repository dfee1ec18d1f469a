import {
  createSubscription,
  getBillingPortal,
  getSubscription,
  listPlans,
} from "../../shared/contract/billing/billing.ts";
import type { Subscription } from "../../shared/contract/billing/billing.ts";
import type {} from "../accounts/tables.ts";
import type { Store } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { MemberCaller, RequestFacts, Route } from "../requests/handle.ts";
import { refuseUnpaid } from "./plans.ts";
import type { Plans } from "./plans.ts";

interface BillingCallDeps {
  plans: Plans;
  store: Store;
  /** The agents for which a plan has no room. */
  findLocked: (organizationId: string, subscription: Subscription) => Promise<string[]>;
}

/** The calls on an organization's plan. */
export function billingRoutes({ plans, store, findLocked }: BillingCallDeps): Route[] {
  const placeOf = async ({ organizationId, userId }: MemberCaller, request: RequestFacts) => {
    const { paymentProvider } = await plans.findSubscription(organizationId);
    if (paymentProvider !== "card") refuseUnpaid();
    const returnUrl = `${await request.findOrigin()}/accounts/${organizationId}/account/pricing`;
    return { organizationId, email: await findEmail(store, userId), returnUrl };
  };
  return [
    handle(getSubscription, async ({ caller: { organizationId }, query }) => {
      // Who can't reach the provider still sees what is known here.
      if (query.fresh) await plans.refresh(organizationId).catch(() => undefined);
      const subscription = await plans.findSubscription(organizationId);
      const lockedAgentIds = await findLocked(organizationId, subscription);
      return { data: { ...subscription, lockedAgentIds } };
    }),

    handle(listPlans, async () => ({ items: await plans.listPlans() })),

    handle(createSubscription, async ({ caller, body, request }) => {
      const { planId } = body.data;
      const url = await plans.subscribe({ ...(await placeOf(caller, request)), planId });
      return { data: { url } };
    }),

    handle(getBillingPortal, async ({ caller, request }) => {
      const url = await plans.openPortal(await placeOf(caller, request));
      return { data: { url } };
    }),
  ];
}

async function findEmail({ db }: Store, userId: string): Promise<string> {
  const user = db.selectFrom("users").select("email").where("id", "=", userId);
  return (await user.executeTakeFirstOrThrow()).email;
}
