import * as v from "valibot";
import { call } from "../call.ts";
import { count, data, time } from "../shapes.ts";

export const subscription = v.object({
  planId: v.string(),
  plan: v.object({
    name: v.string(),
    type: v.string(),
    currentPrice: v.number(),
    /** The feature `app` holds how many agents there may be. */
    features: v.array(v.object({ id: v.string(), units: count })),
  }),
  /** `none` on a self-hosted install, `card` where payments are set up. */
  paymentProvider: v.picklist(["none", "card"]),
  currentEndDate: v.nullable(time),
  status: v.picklist(["active", "trialing", "past_due", "cancelled"]),
});
export type Subscription = v.InferOutput<typeof subscription>;

export const getSubscription = call({
  family: "account",
  method: "GET",
  path: "/v1/org/{orgId}/subscriptions",
  who: { member: "billing.read" },
  summary: "Gives the organization's plan with its limits.",
  answer: data(subscription),
});

/** 404 where the payment provider is not `card`. */
export const getBillingPortal = call({
  family: "account",
  method: "GET",
  path: "/v1/org/{orgId}/subscriptions/portal",
  who: { member: "billing.update" },
  summary: "Gives the payment provider's own page for changing the plan and how it is paid.",
  answer: data(v.object({ url: v.pipe(v.string(), v.regex(/^https:\/\//)) })),
});
