import { getSubscription } from "../../shared/contract/billing.ts";
import { handle } from "../door/handle.ts";
import type { Route } from "../door/handle.ts";
import { selfHostedPlan } from "./selfHosted.ts";

/** The calls on an organisation's plan. */
export function billingRoutes(): Route[] {
  return [handle(getSubscription, async () => ({ data: selfHostedPlan }))];
}
