import { getBillingPortal, getSubscription } from "../../shared/contract/billing/billing.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";
import type { Plans } from "./plans.ts";

/** The calls on an organization's plan. */
export function billingRoutes(plans: Plans): Route[] {
  return [
    handle(getSubscription, async ({ caller }) => ({
      data: await plans.findSubscription(caller.organizationId),
    })),

    handle(getBillingPortal, async ({ caller }) => {
      const url = await plans.openPortal(caller.organizationId);
      if (url === null) throw new AppError("not_found", { message: "Nothing is paid on this installation." });
      return { data: { url } };
    }),
  ];
}
