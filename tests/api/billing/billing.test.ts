import { describe, expect, it } from "vitest";
import { createAgent, listAgents, removeAgent } from "../../../shared/contract/agents/agents.ts";
import * as billing from "../../../shared/contract/billing/billing.ts";
import { getBillingPortal, getSubscription } from "../../../shared/contract/billing/billing.ts";
import type { AnyCall } from "../../../shared/contract/call.ts";
import type { TestInput } from "../../kit/client.ts";
import { createTestPlans, makePlan } from "../../kit/billing/plans.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

describe.each(stores())("plans on $name", (store) => {
  it("are the self-hosted one without a payment provider: never expired, nothing to pay", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const { data } = await server.as(owner).call(getSubscription);
    expect(data).toMatchObject({ status: "active", paymentProvider: "none", plan: { name: "Self-hosted" } });
    expect(new Date(data.currentEndDate ?? 0).getUTCFullYear()).toBe(9999);
    const portal = await server.as(owner).send(getBillingPortal);
    expect(portal.status).toBe(404);
  });

  it("refuse an agent beyond their app units with plan_limit, and accept it once one is deleted", async () => {
    const plans = createTestPlans();
    const server = await startTestServer({ store, plans });
    const owner = await server.createOwner();
    const first = await server.createAgent(owner, "First");
    const body = { data: { name: "Second" } };
    const refused = await server.as(owner).send(createAgent, { body });
    expect(refused.status).toBe(402);
    expect(await refused.json()).toMatchObject({
      error: {
        code: "plan_limit",
        message: "Your plan has limited access, Upgrade to unlock full potential!",
      },
    });
    expect((await server.as(owner).call(listAgents)).page.total).toBe(1);
    await server
      .as(owner)
      .call(removeAgent, { params: { productId: first.id }, query: { confirmed: "true" } });
    await server.as(owner).call(createAgent, { body });
  });

  it("count agents one at a time: one of two created at once for the last unit is refused", async () => {
    const server = await startTestServer({ store, plans: createTestPlans() });
    const owner = await server.createOwner();
    const create = (name: string) => server.as(owner).send(createAgent, { body: { data: { name } } });
    const answers = await Promise.all([create("One"), create("Two")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 402]);
  });

  it("belong to one organization each", async () => {
    const plans = createTestPlans();
    const server = await startTestServer({ store, plans });
    const [small, large] = [await server.createOwner(), await server.createOwner()];
    const plan = makePlan({ name: "Team", features: [{ id: "app", units: 5 }] });
    plans.set({ planId: "team", plan }, large.organizationId);
    expect((await server.as(large).call(getSubscription)).data.planId).toBe("team");
    expect((await server.as(small).call(getSubscription)).data.planId).toBe("standard-1");
    for (const name of ["One", "Two"]) await server.createAgent(large, name);
    await server.createAgent(small, "One");
    expect((await server.as(small).send(createAgent, { body: { data: { name: "Two" } } })).status).toBe(402);
  });

  it("open the provider's page to owners and admins only", async () => {
    const server = await startTestServer({ store, plans: createTestPlans() });
    const owner = await server.createOwner();
    const { data } = await server.as(owner).call(getBillingPortal);
    expect(data.url).toBe(`https://pay.example.com/portal/${owner.organizationId}`);
    const advisor = await server.createMember(owner.organizationId, "collaborator");
    expect((await server.as(advisor).send(getBillingPortal)).status).toBe(403);
  });

  it("B19: come only from the provider: nobody opens another's page, and no call accepts a plan or a price", async () => {
    const server = await startTestServer({ store, plans: createTestPlans() });
    const [owner, other] = [await server.createOwner(), await server.createOwner()];
    const strangers = [
      { ...owner, organizationId: other.organizationId },
      { ...other, bearer: owner.bearer },
      // Asking as the organization whose bearer they came by.
      { ...other, bearer: owner.bearer, organizationId: owner.organizationId },
    ];
    for (const actor of strangers) {
      for (const asked of [getBillingPortal, getSubscription]) {
        const answer = await server.as(actor).send(asked);
        expect([401, 403, 404]).toContain(answer.status);
        expect(await answer.text()).not.toContain(actor.organizationId);
      }
    }
    const calls = (Object.values(billing) as unknown[]).filter(isCall);
    const changing = calls.filter(({ method }) => method !== "GET");
    const writing = changing.filter(({ body }) => body !== undefined);
    expect(writing).toEqual([billing.createSubscription, billing.requestUpgrade]);
    for (const query of [{ planId: "team" }, { priceId: "price_1" }, { orgId: other.organizationId }]) {
      const wrong = { query } as unknown as TestInput<typeof getBillingPortal>; // on purpose
      const answer = await server.as(owner).send(getBillingPortal, wrong);
      for (const forged of Object.values(query)) expect(await answer.clone().text()).not.toContain(forged);
    }
    expect((await server.as(owner).call(getSubscription)).data.planId).toBe("standard-1");
  });
});

function isCall(exported: unknown): exported is AnyCall {
  return typeof exported === "object" && exported !== null && "family" in exported;
}
