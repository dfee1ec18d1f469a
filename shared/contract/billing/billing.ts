import * as v from "valibot";
import { call } from "../call.ts";
import { count, data, id, text, time } from "../shapes.ts";

const intervals = ["month", "year"] as const;

/** What a plan allows. `app` is the number of agents, `characters` of knowledge, `credits` what models may cost a month. */
const features = v.array(v.object({ id: v.string(), units: count }));

export const subscription = v.object({
  planId: v.string(),
  plan: v.object({
    name: v.string(),
    type: v.string(),
    /** In the currency's own unit, such as dollars. */
    currentPrice: v.number(),
    /** `usd`; null where nothing is paid. */
    currency: v.nullable(v.string()),
    interval: v.nullable(v.picklist(intervals)),
    features,
  }),
  /** `none` on a self-hosted install, `card` where payments are set up. */
  paymentProvider: v.picklist(["none", "card"]),
  currentEndDate: v.nullable(time),
  status: v.picklist(["active", "trialing", "past_due", "cancelled"]),
  /** Whether it continues by itself at its end. */
  isRenewing: v.boolean(),
  /** Until when the agents continue though the last payment failed; null where none did. */
  graceEndsAt: v.nullable(time),
});
export type Subscription = v.InferOutput<typeof subscription>;

/** A subscription, and the agents that it has no room for: they meet no visitors, and nothing of them is deleted. */
export const shownSubscription = v.object({ ...subscription.entries, lockedAgentIds: v.array(id) });
export type ShownSubscription = v.InferOutput<typeof shownSubscription>;

export const plan = v.object({
  planId: v.string(),
  name: v.string(),
  description: v.string(),
  type: v.string(),
  currentPrice: v.number(),
  currency: v.string(),
  interval: v.picklist(intervals),
  features,
});
export type Plan = v.InferOutput<typeof plan>;

const path = "/v1/org/{orgId}/subscriptions" as const;
const reads = { member: "billing.read" } as const;
const changes = { member: "billing.update" } as const;

/** An address of the payment provider. */
const paymentUrl = v.pipe(v.string(), v.regex(/^https:\/\//));

export const getSubscription = call({
  family: "account",
  method: "GET",
  path,
  who: reads,
  summary: "Returns the organization's plan with its limits.",
  query: v.object({
    /** Asks the payment provider first, for who comes back from its page. */
    fresh: v.optional(v.literal("true")),
  }),
  answer: data(shownSubscription),
});

export const listPlans = call({
  family: "account",
  method: "GET",
  path: `${path}/plans`,
  who: reads,
  summary: "Lists the available plans with their prices. Empty if billing is off.",
  answer: v.object({ items: v.array(plan) }),
});

/** 404 where the payment provider is not `card`, and for a plan that is not on the list. Prices are the server's own. */
export const createSubscription = call({
  family: "account",
  method: "POST",
  path,
  who: changes,
  summary: "Starts or changes the organization's plan, and returns the payment page to continue at.",
  audit: "Chose a plan",
  body: data(v.strictObject({ planId: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) })),
  answer: data(v.object({ url: paymentUrl })),
});

/** 404 where the payment provider is not `card`. */
export const getBillingPortal = call({
  family: "account",
  method: "GET",
  path: `${path}/portal`,
  who: changes,
  summary: "Returns the payment provider's page for changing plan and payment.",
  answer: data(v.object({ url: paymentUrl })),
});

const upgradePath = "/v1/org/{orgId}/request-subscription-upgrade" as const;

/** 404 where the payment provider is not `card`. */
export const requestUpgrade = call({
  family: "account",
  method: "POST",
  path: upgradePath,
  who: reads,
  forKeys: "never",
  summary: "Asks the owners and admins for a larger plan, by e-mail, once a day per member.",
  audit: "Asked for a larger plan",
  limit: "invite",
  body: data(v.strictObject({ message: v.optional(text(500), "") })),
  answer: data(v.object({ askedAt: time })),
});

export const upgradeRequest = v.object({
  userId: id,
  name: v.string(),
  message: v.string(),
  askedAt: time,
});
export type UpgradeRequest = v.InferOutput<typeof upgradeRequest>;

export const listUpgradeRequests = call({
  family: "account",
  method: "GET",
  path: upgradePath,
  who: changes,
  summary: "Lists members' requests for a larger plan, newest first.",
  answer: v.object({ items: v.array(upgradeRequest) }),
});

export const removeUpgradeRequest = call({
  family: "account",
  method: "DELETE",
  path: `${upgradePath}/{memberId}`,
  who: changes,
  summary: "Removes a member's request for a larger plan.",
  audit: "Closed a request for a larger plan",
});
