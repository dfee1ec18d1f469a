import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getSubscription } from "../../shared/contract/billing/billing.ts";
import { dayMs } from "../../shared/domain/subscription.ts";
import { createFakeStripe } from "../kit/billing/fakeStripe.ts";
import { openBrowserApp, type BrowserApp } from "../kit/browser/browserApp.ts";

const stripe = createFakeStripe();
const small = stripe.sell({ name: "Small", cents: 1900, metadata: { agents: "1" }, lookupKey: "small" });
const large = stripe.sell({ name: "Large", cents: 4900, metadata: { agents: "2" }, lookupKey: "large" });

let app: BrowserApp;
let page: Page;

beforeAll(async () => {
  app = await openBrowserApp({ stripe: stripe.options });
  const context = await app.enter(app.talk.owner);
  page = await context.newPage();
  // The pages of Stripe, which nobody reaches from here: what people do there is done at the fake.
  await context.route(/^https:\/\/(checkout|billing)\.stripe\.com\//, (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Stripe</h1>" }),
  );
});
afterAll(() => app?.stop());

const pricing = () => `${app.origin}/accounts/${app.talk.owner.organizationId}/account/pricing`;
const button = (name: string) => page.getByRole("button", { name, exact: true });
const atStripe = () => page.getByRole("heading", { name: "Stripe" }).waitFor();

/** Tells the server what happened at Stripe. */
async function tell(events: readonly unknown[]): Promise<void> {
  for (const event of events) {
    const signed = stripe.sign(event, { at: app.talk.server.clock.now() });
    expect((await app.talk.server.request("/api/webhooks/v1/stripe", signed)).status).toBe(200);
  }
}

it("a plan is bought on Stripe's page, changed and managed there, and a smaller one locks an agent", async () => {
  const { owner, server } = app.talk;
  await page.goto(pricing());
  await button("Choose Large").click();
  await atStripe();
  await tell(stripe.pay(page.url()));
  await page.goto(`${pricing()}?checkout=done`);
  await page.getByText("Thank you. Your plan is Large.").waitFor();
  await button("Manage payment").click();
  await atStripe();
  expect(page.url()).toMatch(/^https:\/\/billing\.stripe\.com\//);

  await server.createAgent(owner, "First");
  const second = await server.createAgent(owner, "Second");
  await page.goto(pricing());
  await button("Choose Small").click();
  await atStripe();
  await tell(stripe.agree(page.url()));
  await page.goto(`${pricing()}?checkout=done`);
  await page.getByText("Thank you. Your plan is Small.").waitFor();
  const { data } = await server.as(owner).call(getSubscription);
  expect([data.lockedAgentIds, data.plan.currentPrice]).toEqual([[second.id], 19]);
  await page.getByRole("main").getByText("Second").first().waitFor();
});

it("a failed payment is told with the day on which agents stop, and they stop on it", async () => {
  const { server } = app.talk;
  const now = server.clock.now();
  const customer = String(stripe.customers()[0]?.id);
  const periodStart = Math.floor(now / 1000) * 1000;
  const failed = { status: "past_due", price: small.price, periodStart, periodEnd: now + 30 * dayMs };
  await tell([stripe.change(customer, failed)]);
  await page.goto(pricing());
  await page.getByText(/^Your last payment failed\. Your agents work until /).waitFor();
  server.clock.advance(8 * dayMs);
  await page.context().clock.setFixedTime(server.clock.now());
  await page.reload();
  await page.getByRole("main").getByText("Expired", { exact: true }).waitFor();
  await tell([stripe.change(customer, { status: "active", periodEnd: now + 60 * dayMs })]);
  await page.reload();
  await page.getByRole("main").getByText("Active", { exact: true }).waitFor();
});

it("a full plan offers an upgrade in place of another agent, and a canceled one says when it ends, and that it has", async () => {
  const { owner, server } = app.talk;
  const customer = String(stripe.customers()[0]?.id);
  const periodEnd = server.clock.now() + 10 * dayMs;
  const change = { status: "active", price: large.price, periodEnd, cancelAtPeriodEnd: true };
  await tell([stripe.change(customer, change)]);
  const insights = `${app.origin}/accounts/${owner.organizationId}/insights`;
  await page.goto(insights);
  await page.getByRole("button", { name: /^Create AI Agent/ }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Upgrade now" }).click();
  await page.waitForURL(pricing());

  const banner = page.getByRole("complementary", { name: "Your plan" });
  const pass = async (days: number) => {
    server.clock.advance(days * dayMs);
    await page.context().clock.setFixedTime(server.clock.now());
    await page.goto(insights);
  };
  await pass(6);
  await banner.getByText("Your plan expires in 4 days.").waitFor();
  await pass(5);
  await banner.getByText("Your plan has expired.").waitFor();
  await banner.getByRole("link", { name: "Upgrade" }).click();
  await page.getByRole("main").getByText("Expired", { exact: true }).waitFor();
});
