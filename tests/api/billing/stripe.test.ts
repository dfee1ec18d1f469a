import { describe, expect, it } from "vitest";
import { createAgent } from "../../../shared/contract/agents/agents.ts";
import {
  createSubscription,
  getBillingPortal,
  getSubscription,
  listPlans,
  listUpgradeRequests,
  removeUpgradeRequest,
  requestUpgrade,
} from "../../../shared/contract/billing/billing.ts";
import { getPublicConfiguration, getWidget } from "../../../shared/contract/surfaces/surfaces.ts";
import { dayMs } from "../../../shared/domain/subscription.ts";
import { createFakeStripe } from "../../kit/billing/fakeStripe.ts";
import type { FakeStripe, StripeThing } from "../../kit/billing/fakeStripe.ts";
import { bothStores, stores } from "../../kit/database/stores.ts";
import type { StoreKind } from "../../kit/database/stores.ts";
import { readLetter, startMailServer } from "../../kit/network/mailServer.ts";
import type { Member } from "../../kit/factories.ts";
import { sampled } from "../../kit/sampled.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";

interface Shop {
  stripe: FakeStripe;
  server: TestServer;
  owner: Member;
  small: string;
  large: string;
  /** Sends an event as Stripe does, and gives the status that it is answered with. */
  tell(event: StripeThing, how?: Parameters<FakeStripe["sign"]>[1]): Promise<number>;
  read(fresh?: true): Promise<Awaited<ReturnType<typeof readSubscription>>>;
  choose(planId: string): Promise<string>;
}

const address = "/api/webhooks/v1/stripe";

async function openShop(
  store: StoreKind,
  options: Partial<Parameters<typeof startTestServer>[0]> = {},
): Promise<Shop> {
  const stripe = createFakeStripe();
  const small = stripe.sell({ name: "Small", cents: 1900, metadata: { agents: "1" }, lookupKey: "small" });
  const large = stripe.sell({
    ...{ name: "Large", cents: 4900, lookupKey: "large" },
    metadata: { agents: "3", credits: "1000" },
  });
  stripe.sell({ name: "A mug", cents: 900, metadata: {} });
  const server = await startTestServer({ store, stripe: stripe.options, ...options });
  const owner = await server.createOwner();
  return {
    ...{ stripe, server, owner, small: small.price, large: large.price },
    tell: async (event, how) =>
      (await server.request(address, stripe.sign(event, { at: server.clock.now(), ...how }))).status,
    read: (fresh) => readSubscription(server, owner, fresh),
    choose: async (planId) =>
      (await server.as(owner).call(createSubscription, { body: { data: { planId } } })).data.url,
  };
}

async function readSubscription(server: TestServer, owner: Member, fresh?: true) {
  return (await server.as(owner).call(getSubscription, fresh ? { query: { fresh: "true" } } : {})).data;
}

/** All orders of a list. */
function permute<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((first, index) =>
    permute(list.filter((_, other) => other !== index)).map((others) => [first, ...others]),
  );
}

describe.each(bothStores())("payments by Stripe on $name", (store) => {
  it("begin with a trial of one agent, which ends", async () => {
    const { server, read, owner } = await openShop(store);
    const before = await read();
    expect(before).toMatchObject({ paymentProvider: "card", status: "active", plan: { type: "trial" } });
    expect(before.currentEndDate).toBeGreaterThan(server.clock.now() + 13 * dayMs);
    server.clock.advance(10 * dayMs);
    expect((await read()).currentEndDate).toBe(before.currentEndDate);
    await server.createAgent(owner, "One");
    const refused = await server.as(owner).send(createAgent, { body: { data: { name: "Two" } } });
    expect(refused.status).toBe(402);
  });

  it("list what Stripe sells as plans, and lead to a page with the server's own price", async () => {
    const { server, owner, stripe, choose, large } = await openShop(store);
    const { items } = await server.as(owner).call(listPlans);
    expect(
      items.map(({ name, currentPrice, currency, interval }) => [name, currentPrice, currency, interval]),
    ).toEqual([
      ["Small", 19, "usd", "month"],
      ["Large", 49, "usd", "month"],
    ]);
    expect(items[1]?.features).toEqual([
      { id: "app", units: 3 },
      { id: "credits", units: 1000 },
    ]);
    const url = await choose("large");
    expect(url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
    expect(await choose("large")).toBe(url);
    expect(stripe.customers()).toHaveLength(1);
    expect(stripe.sessions()).toMatchObject([
      {
        price: large,
        client_reference_id: owner.organizationId,
        metadata: { organizationId: owner.organizationId },
      },
    ]);
  });

  it("come to one end state in whichever order Stripe tells, each event twice", async () => {
    const states = new Set<string>();
    const { stripe, server, large, small, tell } = await openShop(store);
    for (const order of sampled(permute([0, 1, 2, 3]), { name: "orders of events", count: 6 })) {
      const owner = await server.createOwner();
      const url = (await server.as(owner).call(createSubscription, { body: { data: { planId: "small" } } }))
        .data.url;
      const customer = String(stripe.customers().at(-1)?.id);
      const begun = stripe.pay(url, { now: Date.UTC(2026, 0, 1) });
      const updated = stripe.change(customer, { price: large });
      stripe.change(customer, { price: small });
      const deleted = stripe.change(customer, { status: "canceled", endedAt: Date.UTC(2026, 1, 1) });
      const [, created, paid] = begun;
      const events = [created, updated, deleted, paid];
      for (const index of order) {
        const event = events[index] as StripeThing; // there are four
        expect(await tell(event)).toBe(200);
        expect(await tell(event)).toBe(200);
      }
      const { lockedAgentIds: _, ...state } = await readSubscription(server, owner);
      states.add(JSON.stringify(state));
      const kept = await server.store.db
        .selectFrom("paymentEvents")
        .select("id")
        .where("organizationId", "=", owner.organizationId)
        .execute();
      expect(kept).toHaveLength(4);
    }
    expect([...states].map((state) => JSON.parse(state))).toMatchObject([
      { planId: "small", status: "cancelled", currentEndDate: Date.UTC(2026, 1, 1) },
    ]);
  });
});

describe.each(stores())("what Stripe tells, on $name", (store) => {
  it("is acted on once it is paid, and asked for by who comes back from its page", async () => {
    const { stripe, choose, tell, read } = await openShop(store);
    const [completed] = stripe.pay(await choose("small"));
    expect((await read()).plan.type).toBe("trial");
    expect(await tell(completed as StripeThing)).toBe(200); // pay gives three
    expect(await read()).toMatchObject({
      planId: "small",
      status: "active",
      isRenewing: true,
      plan: { name: "Small" },
    });
    stripe.agree(await choose("large"));
    expect((await read()).planId).toBe("small");
    expect(await read(true)).toMatchObject({ planId: "large", plan: { currentPrice: 49 } });
  });

  it("is refused when it is forged, old, of another account or of real money, and foreign customers change nothing", async () => {
    const { stripe, server, choose, tell, read } = await openShop(store);
    const [completed] = stripe.pay(await choose("small"));
    const event = completed as StripeThing; // pay gives three
    expect(await tell(event, { secret: "whsec_other" })).toBe(403);
    expect(await tell(event, { at: server.clock.now() - 301_000 })).toBe(403);
    const signed = stripe.sign(event, { at: server.clock.now() });
    const changed = { ...signed, body: String(signed.body).replace("evt_", "evt_x") };
    expect((await server.request(address, changed)).status).toBe(403);
    expect((await server.request(address, { method: "POST", body: JSON.stringify(event) })).status).toBe(403);
    expect(await tell({ ...event, livemode: true })).toBe(400);
    expect(await tell({ ...event, account: "acct_1" })).toBe(400);
    const asked = stripe.requests.length;
    const foreign = { id: "sub_9", object: "subscription", customer: "cus_foreign", status: "active" };
    expect(await tell(stripe.event("customer.subscription.updated", foreign))).toBe(200);
    expect(stripe.requests).toHaveLength(asked);
    expect((await read()).plan.type).toBe("trial");
  });

  it("is not acknowledged while Stripe can't be asked, and is acted on when it is sent again", async () => {
    const { stripe, choose, tell, read } = await openShop(store);
    const [completed] = stripe.pay(await choose("small"));
    const event = completed as StripeThing; // pay gives three
    stripe.fail(500);
    expect(await tell(event)).toBe(503);
    expect((await read()).plan.type).toBe("trial");
    stripe.fail(null);
    expect(await tell(event)).toBe(200);
    expect((await read()).planId).toBe("small");
  });

  it("is made good within a day where it never arrived", async () => {
    const { stripe, server, choose, read } = await openShop(store);
    stripe.pay(await choose("small"));
    server.clock.advance(dayMs + 60_000);
    await expect.poll(async () => (await read()).planId).toBe("small");
  });

  it("leaves the agents some days after a payment failed, with an end that is shown", async () => {
    const { stripe, server, choose, tell, read } = await openShop(store);
    const now = server.clock.now();
    for (const event of stripe.pay(await choose("small"))) await tell(event);
    const customer = String(stripe.customers()[0]?.id);
    const periodStart = Math.floor(now / 1000) * 1000;
    await tell(stripe.change(customer, { status: "past_due", periodStart, periodEnd: now + 30 * dayMs }));
    const graceEndsAt = periodStart + 7 * dayMs;
    expect(await read()).toMatchObject({ status: "active", graceEndsAt, currentEndDate: graceEndsAt });
    server.clock.advance(8 * dayMs);
    expect(await read()).toMatchObject({ status: "past_due" });
    await tell(stripe.change(customer, { status: "active" }));
    expect(await read()).toMatchObject({ status: "active", graceEndsAt: null });
  });

  it("locks the newest agents where a smaller plan has no room for them, and deletes nothing", async () => {
    const { stripe, server, owner, choose, tell, read, large, small } = await openShop(store);
    for (const event of stripe.pay(await choose("large"))) await tell(event);
    const agents = [await server.createAgent(owner, "One"), await server.createAgent(owner, "Two")];
    const look = async (productId: string) => {
      const { token } = (await server.as(owner).call(getWidget, { params: { productId } })).data;
      return (await server.anyone().send(getPublicConfiguration, { query: { surface: "widget", token } }))
        .status;
    };
    const customer = String(stripe.customers()[0]?.id);
    await tell(stripe.change(customer, { price: small }));
    expect((await read()).lockedAgentIds).toEqual([agents[1]?.id]);
    expect([await look(agents[0]?.id ?? ""), await look(agents[1]?.id ?? "")]).toEqual([200, 402]);
    await tell(stripe.change(customer, { price: large }));
    expect((await read()).lockedAgentIds).toEqual([]);
    expect(await look(agents[1]?.id ?? "")).toBe(200);
  });
});

describe.each(stores())("choosing a plan, on $name", (store) => {
  it("B19: takes no price, no plan that is not sold, and belongs to owners and admins", async () => {
    const { stripe, server, owner, choose, small } = await openShop(store);
    for (const data of [
      { planId: "large", currentPrice: 1 },
      { planId: "large", price: small },
    ]) {
      const refused = await server.as(owner).send(createSubscription, { body: { data } });
      expect(refused.status).toBe(400);
    }
    for (const planId of ["enterprise", "price_999"])
      await expect(choose(planId)).rejects.toMatchObject({ status: 404 });
    await server.as(owner).call(listPlans);
    stripe.withdraw(small);
    server.clock.advance(6 * 60_000);
    await expect(choose("small")).rejects.toMatchObject({ status: 404 });
    const advisor = await server.createMember(owner.organizationId, "collaborator");
    for (const call of [createSubscription, getBillingPortal]) {
      const input = call === createSubscription ? { body: { data: { planId: "large" } } } : {};
      expect((await server.as(advisor).send(call, input)).status).toBe(403);
    }
  });

  it("changes the running plan instead of beginning a second one, and opens the organization's own portal", async () => {
    const { stripe, server, owner, choose, tell } = await openShop(store);
    for (const event of stripe.pay(await choose("small"))) await tell(event);
    await expect(choose("small")).rejects.toMatchObject({ status: 409 });
    expect(await choose("large")).toMatch(/^https:\/\/billing\.stripe\.com\//);
    expect(stripe.sessions()).toHaveLength(1);
    const { data } = await server.as(owner).call(getBillingPortal);
    expect(data.url).toMatch(/^https:\/\/billing\.stripe\.com\//);
  });

  it("can be requested from owners and admins by members without permission, with one mail a day", async () => {
    const mail = await startMailServer();
    const { server, owner } = await openShop(store, { mail: { smtpUrl: mail.url, from: "app@example.com" } });
    const advisor = await server.createMember(owner.organizationId, "collaborator");
    const ask = (message: string) => server.as(advisor).call(requestUpgrade, { body: { data: { message } } });
    await ask("We need two agents.");
    await ask("We need three agents.");
    const { items } = await server.as(owner).call(listUpgradeRequests);
    expect(items).toMatchObject([{ userId: advisor.user._id, message: "We need three agents." }]);
    await expect
      .poll(() => mail.letters.filter((letter) => /larger plan/.test(readLetter(letter).subject)).length)
      .toBe(1);
    expect((await server.as(advisor).send(listUpgradeRequests)).status).toBe(403);
    await server.as(owner).call(removeUpgradeRequest, { params: { memberId: advisor.user._id } });
    expect((await server.as(owner).call(listUpgradeRequests)).items).toEqual([]);
  });
});
