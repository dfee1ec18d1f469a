import { createHash } from "node:crypto";
import Stripe from "stripe";
import type { StripePlansOptions } from "../../../server/billing/stripe/createStripePlans.ts";
import { dayMs } from "../../../shared/domain/subscription.ts";

/** A resource of Stripe, as its API writes it. */
export type StripeThing = Record<string, unknown> & { id: string };

/** Stripe at the wire: what it keeps, what it refuses, and the events that it would send. */
export interface FakeStripe {
  /** What startTestServer takes as `stripe`. */
  options: Pick<StripePlansOptions, "settings" | "fetch">;
  /** Every request that arrived, as "POST /v1/customers". */
  requests: string[];
  /** Sells a plan: a product with this metadata, and its price in cents. */
  sell(plan: NewPlan): { price: string; product: string };
  /** Ends the sale of a price. */
  withdraw(price: string): void;
  /** What a person does at the page of a session: pays for it. Gives the events that Stripe then has. */
  pay(url: string, part?: { now?: number }): StripeThing[];
  /** Agrees to the change that a portal's page asks about. */
  agree(url: string): StripeThing[];
  /** Changes the subscription of a customer as Stripe does by itself, and gives the event. */
  change(customer: string, part: SubscriptionChange): StripeThing;
  customers(): StripeThing[];
  sessions(): StripeThing[];
  /** Answers every request with this status until it is null again. */
  fail(status: number | null): void;
  event(type: string, object: unknown, part?: Record<string, unknown>): StripeThing;
  /** A request with an event as Stripe signs it at this moment. */
  sign(event: unknown, how?: { at?: number; secret?: string }): RequestInit;
}

export interface NewPlan {
  name: string;
  cents: number;
  metadata: Record<string, string>;
  interval?: "month" | "year";
  lookupKey?: string;
  currency?: string;
}

export interface SubscriptionChange {
  status?: string;
  price?: string;
  periodEnd?: number;
  periodStart?: number;
  cancelAtPeriodEnd?: boolean;
  endedAt?: number;
}

const secretKey = "sk_test_fake0123456789";
const webhookSecret = "whsec_fake0123456789";
const version = "2026-10-28.endive";

/** What each call takes; anything else is refused as Stripe refuses it. */
const parameters: Record<string, RegExp> = {
  "POST /v1/customers": /^(email|name|metadata\[\w+\])$/,
  "GET /v1/prices": /^(active|type|limit|starting_after|expand\[\d*\])$/,
  "GET /v1/products/{id}": /^expand\[\d*\]$/,
  "GET /v1/subscriptions": /^(customer|status|limit|starting_after|expand\[\d*\])$/,
  "GET /v1/subscriptions/{id}": /^expand\[\d*\]$/,
  "POST /v1/checkout/sessions":
    /^(mode|customer|client_reference_id|line_items\[\d\]\[(price|quantity)\]|payment_method_collection|metadata\[\w+\]|subscription_data\[metadata\]\[\w+\]|success_url|cancel_url)$/,
  "POST /v1/billing_portal/sessions":
    /^(customer|return_url|flow_data\[type\]|flow_data\[subscription_update_confirm\]\[(subscription|items\]\[0\]\[(id|price|quantity))\]|flow_data\[after_completion\]\[(type|redirect\]\[return_url)\])$/,
};

class Refusal extends Error {
  readonly status: number;
  readonly error: Record<string, unknown>;

  constructor(status: number, error: Record<string, unknown>) {
    super(String(error["message"]));
    this.status = status;
    this.error = { type: "invalid_request_error", ...error };
  }
}

/** Makes a Stripe that a test decides over. */
export function createFakeStripe({
  trialDays = 14,
  graceDays = 7,
}: Partial<StripePlansOptions["settings"]> = {}): FakeStripe {
  const things = new Map<string, StripeThing>();
  const done = new Map<string, { print: string; answer: unknown }>();
  const requests: string[] = [];
  let failure: number | null = null;
  let made = 0;

  const keep = (prefix: string, object: string, part: Record<string, unknown>): StripeThing => {
    made += 1;
    const thing = {
      id: `${prefix}_${made}`,
      object,
      created: 1_700_000_000 + made,
      livemode: false,
      ...part,
    };
    things.set(thing.id, thing);
    return thing;
  };
  const all = (object: string) => [...things.values()].filter((thing) => thing["object"] === object);
  const find = (object: string, id: string): StripeThing => {
    const thing = things.get(id);
    if (thing?.["object"] === object) return thing;
    throw new Refusal(404, { code: "resource_missing", message: `No such ${object}: '${id}'` });
  };
  const activePrice = (id: string): StripeThing => {
    const price = find("price", id);
    if (price["active"] === true) return price;
    throw new Refusal(400, {
      message: "The price specified is inactive. This field only accepts active prices.",
    });
  };
  const listOf = (data: readonly unknown[], url: string) => ({ object: "list", data, has_more: false, url });
  const itemOf = (id: string, price: StripeThing, period: { start: number; end: number }) => ({
    ...{ id, object: "subscription_item", price, quantity: 1 },
    ...{ current_period_start: period.start, current_period_end: period.end },
  });
  const itemsOf = (subscription: StripeThing) =>
    (subscription["items"] as { data: ReturnType<typeof itemOf>[] }).data;
  const seconds = (ms: number) => Math.floor(ms / 1000);
  const event: FakeStripe["event"] = (type, object, part = {}) => {
    made += 1;
    const base = { id: `evt_${made}`, object: "event", api_version: version, created: 1_700_000_000 + made };
    const data = { object: structuredClone(object) };
    return { ...base, livemode: false, pending_webhooks: 1, request: null, type, data, ...part };
  };

  /** Answers a request that has come through all checks. */
  function answer(call: string, id: string, given: URLSearchParams): unknown {
    const of = (name: string) => given.get(name) ?? "";
    switch (call) {
      case "POST /v1/customers":
        return keep("cus", "customer", { email: of("email"), metadata: pick(given, "metadata") });
      case "GET /v1/prices": {
        const prices = all("price").filter((price) => String(price["active"]) === of("active"));
        const product = (price: StripeThing) => find("product", String(price["product"]));
        return listOf(
          prices.map((price) => ({ ...price, product: product(price) })),
          "/v1/prices",
        );
      }
      case "GET /v1/products/{id}":
        return find("product", id);
      case "GET /v1/subscriptions": {
        find("customer", of("customer"));
        const own = all("subscription").filter((one) => one["customer"] === of("customer"));
        return listOf(own.toReversed(), "/v1/subscriptions");
      }
      case "GET /v1/subscriptions/{id}":
        return find("subscription", id);
      case "POST /v1/checkout/sessions": {
        const customer = find("customer", of("customer")).id;
        const price = activePrice(of("line_items[0][price]"));
        if (of("mode") === "subscription" && !price["recurring"])
          throw new Refusal(400, {
            message: "You must provide at least one recurring price in `subscription` mode.",
          });
        const metadata = pick(given, "subscription_data[metadata]");
        const session = keep("cs_test", "checkout.session", {
          ...{ mode: of("mode"), customer, price: price.id, metadata, status: "open" },
          ...{ client_reference_id: of("client_reference_id"), success_url: of("success_url") },
        });
        return Object.assign(session, { url: `https://checkout.stripe.com/c/pay/${session.id}` });
      }
      case "POST /v1/billing_portal/sessions": {
        const customer = find("customer", of("customer")).id;
        const flow = "flow_data[subscription_update_confirm]";
        const isChange = of("flow_data[type]") === "subscription_update_confirm";
        if (isChange) {
          const subscription = find("subscription", of(`${flow}[subscription]`));
          if (subscription["customer"] !== customer || subscription["status"] === "canceled")
            throw new Refusal(400, { message: "The subscription can't be updated by this customer." });
          if (itemsOf(subscription).every((item) => item.id !== of(`${flow}[items][0][id]`)))
            throw new Refusal(400, { message: "The subscription has no such item." });
          activePrice(of(`${flow}[items][0][price]`));
        }
        const session = keep("bps", "billing_portal.session", {
          ...{ customer, return_url: of("return_url") },
          change: isChange
            ? { subscription: of(`${flow}[subscription]`), price: of(`${flow}[items][0][price]`) }
            : null,
        });
        return Object.assign(session, { url: `https://billing.stripe.com/p/session/${session.id}` });
      }
      default:
        throw new Refusal(404, { message: `Unrecognized request URL (${call}).` });
    }
  }

  const handle = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const [, id = ""] = /^\/v1\/(?:products|subscriptions)\/([^/]+)$/.exec(url.pathname) ?? [];
    const call = `${request.method} ${id ? url.pathname.replace(id, "{id}") : url.pathname}`;
    requests.push(`${request.method} ${url.pathname}`);
    const body = await request.text();
    try {
      if (failure !== null)
        throw new Refusal(failure, { type: "api_error", message: "Something is wrong here." });
      if (url.origin !== "https://api.stripe.com") throw new Error(`This is not Stripe: ${url.origin}`);
      if (request.headers.get("authorization") !== `Bearer ${secretKey}`)
        throw new Refusal(401, { message: "Invalid API Key provided." });
      if (request.headers.get("stripe-version") !== version)
        throw new Refusal(400, { message: "Invalid Stripe API version." });
      const given = request.method === "GET" ? url.searchParams : new URLSearchParams(body);
      for (const [name, value] of given) {
        if (!parameters[call]?.test(name))
          throw new Refusal(400, {
            code: "parameter_unknown",
            param: name,
            message: `Received unknown parameter: ${name}`,
          });
        if (name.startsWith("expand") && value.split(".").length > 4)
          throw new Refusal(400, { message: "You cannot expand more than 4 levels of a property." });
      }
      const key = request.headers.get("idempotency-key");
      const print = createHash("sha256").update(`${call}\n${body}`).digest("hex");
      const before = key === null || request.method === "GET" ? undefined : done.get(key);
      if (before && before.print !== print)
        throw new Refusal(400, {
          type: "idempotency_error",
          message:
            "Keys for idempotent requests can only be used with the same parameters they were first used with.",
        });
      const result = before ? before.answer : answer(call, id, given);
      if (key !== null) done.set(key, { print, answer: result });
      return Response.json(result);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return Response.json(
        { error: error.error },
        { status: error.status, headers: { "stripe-should-retry": "false" } },
      );
    }
  };

  const sessionOf = (url: string) => {
    const session = things.get(url.slice(url.lastIndexOf("/") + 1));
    if (!session) throw new Error(`No page of Stripe: ${url}`);
    return session;
  };

  return {
    options: { settings: { secretKey, webhookSecret, trialDays, graceDays }, fetch: handle },
    requests,
    sell({ name, cents, metadata, interval = "month", lookupKey, currency = "usd" }) {
      const product = keep("prod", "product", { name, active: true, description: null, metadata }).id;
      const recurring = { interval, interval_count: 1, usage_type: "licensed" };
      const price = keep("price", "price", {
        ...{ active: true, product, currency, unit_amount: cents, type: "recurring", recurring },
        ...{ lookup_key: lookupKey ?? null, billing_scheme: "per_unit" },
      }).id;
      return { price, product };
    },
    withdraw: (price) => void Object.assign(find("price", price), { active: false }),
    pay(url, { now = Date.now() } = {}) {
      const session = sessionOf(url);
      const { customer, metadata } = session;
      const price = activePrice(String(session["price"]));
      const period = { start: seconds(now), end: seconds(now + 30 * dayMs) };
      const subscription = keep("sub", "subscription", {
        ...{
          customer,
          metadata,
          status: "active",
          cancel_at: null,
          cancel_at_period_end: false,
          ended_at: null,
        },
        items: listOf([itemOf(`si_${made}`, price, period)], "/v1/subscription_items"),
      });
      Object.assign(session, { status: "complete", subscription: subscription.id });
      const invoice = keep("in", "invoice", { customer, status: "paid" });
      return [
        event("checkout.session.completed", session),
        event("customer.subscription.created", subscription),
        event("invoice.paid", invoice),
      ];
    },
    agree(url) {
      const change = sessionOf(url)["change"] as { subscription: string; price: string } | null;
      if (!change) throw new Error("This page asks about no change.");
      const subscription = find("subscription", change.subscription);
      const [item] = itemsOf(subscription);
      if (item) item.price = activePrice(change.price);
      return [event("customer.subscription.updated", subscription)];
    },
    change(customer, { status, price, periodEnd, periodStart, cancelAtPeriodEnd, endedAt }) {
      const subscription = all("subscription").findLast((one) => one["customer"] === customer);
      const [item] = subscription ? itemsOf(subscription) : [];
      if (!subscription || !item) throw new Error("This customer has no subscription.");
      if (price !== undefined) item.price = find("price", price);
      if (periodStart !== undefined) item.current_period_start = seconds(periodStart);
      if (periodEnd !== undefined) item.current_period_end = seconds(periodEnd);
      if (status !== undefined) subscription["status"] = status;
      if (cancelAtPeriodEnd !== undefined) subscription["cancel_at_period_end"] = cancelAtPeriodEnd;
      if (endedAt !== undefined) subscription["ended_at"] = seconds(endedAt);
      const kind = status === "canceled" ? "deleted" : "updated";
      return event(`customer.subscription.${kind}`, subscription);
    },
    customers: () => all("customer"),
    sessions: () => all("checkout.session"),
    fail: (status) => void (failure = status),
    event,
    sign(given, { at = Date.now(), secret = webhookSecret } = {}) {
      const payload = JSON.stringify(given);
      const signed = { payload, secret, timestamp: seconds(at) };
      const header = new Stripe(secretKey).webhooks.generateTestHeaderString(signed);
      return {
        method: "POST",
        headers: { "stripe-signature": header, "content-type": "application/json" },
        body: payload,
      };
    },
  };
}

/** The fields of `name[field]`. */
function pick(given: URLSearchParams, name: string): Record<string, string> {
  const fields = [...given].filter(([key]) => key.startsWith(`${name}[`));
  return Object.fromEntries(fields.map(([key, value]) => [key.slice(name.length + 1, -1), value]));
}
