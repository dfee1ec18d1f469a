import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ShownSubscription } from "../shared/contract/billing/billing.ts";
import type { Role } from "../shared/domain/access.ts";
import { dayMs } from "../shared/domain/subscription.ts";
import { configurePage } from "../tests/kit/surfaces/configure.ts";
import { failWith } from "../tests/kit/console/fakeApi.ts";
import { makeAgent, openConsole, signedIn } from "../tests/kit/console/openConsole.tsx";
import { makePlan, makeSubscription, makeUsage } from "../tests/kit/billing/plans.ts";

const plan = "GET /api/account/v1/org/o1/subscriptions";
const upgrade = "/api/account/v1/org/o1/request-subscription-upgrade";
const large = {
  ...{ planId: "large", name: "Large", description: "For teams.", type: "standard", interval: "month" },
  ...{
    currentPrice: 49,
    currency: "usd",
    features: [
      { id: "app", units: 5 },
      { id: "credits", units: 1000 },
    ],
  },
};
const limited = "Your plan has limited access, Upgrade to unlock full potential!";
const overview = "/accounts/o1/cp/a1/overview";
const create = "/accounts/o1/create-ai-agent";
const pricing = "/accounts/o1/account/pricing";

function withPlan(part: Partial<ShownSubscription> = {}, roles: Role[] = ["owner"]) {
  const data = makeSubscription(part);
  const agents = { used: 1, limit: data.plan.features[0]?.units ?? null };
  return {
    ...signedIn(roles),
    [plan]: { data },
    [`GET ${plan.slice(4)}/usage`]: { data: makeUsage({ agents }) },
    [`GET ${plan.slice(4)}/plans`]: { items: [large] },
    [`GET ${upgrade}`]: { items: [] },
  };
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  globalThis.dataLayer = undefined;
});

describe("the upgrade dialog", () => {
  it("opens instead of the page where the plan has no agent left, and the control stays, locked", async () => {
    configurePage({ tagManagerId: "GTM-TEST" });
    await openConsole(overview, withPlan());
    const locked = await screen.findByRole("button", { name: "Create AI Agent (needs an upgrade)" });
    expect(screen.queryByRole("link", { name: "Create AI Agent" })).toBeNull();
    fireEvent.click(locked);
    const dialog = await screen.findByRole("dialog", { name: limited });
    expect(
      within(dialog)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual([
      "Multiple agents",
      "Brand personalisation",
      "Auto-syncing of data sources on a schedule",
      "Advanced AI models",
      "Deployment across WhatsApp, voice call and more",
    ]);
    for (const name of ["Upgrade now", "View all Plans"]) {
      expect(within(dialog).getByRole("link", { name }).getAttribute("href")).toBe(pricing);
    }
    fireEvent.click(within(dialog).getByRole("link", { name: "Upgrade now" }));
    await screen.findByRole("heading", { level: 1, name: "Settings" });
    expect(screen.queryByRole("dialog")).toBeNull();
    const metric = "copilot_app_create";
    expect(globalThis.dataLayer?.filter(({ event }) => String(event).startsWith("up"))).toEqual([
      { event: "upgrade_dialog_opened", environment: "production", metric },
      { event: "upgrade_now_clicked", environment: "production", metric },
    ]);
  });

  it("leaves the way open while the count is below the plan's app units", async () => {
    const units = makePlan({ name: "Team", features: [{ id: "app", units: 2 }] });
    await openConsole(overview, withPlan({ plan: units }));
    await screen.findByRole("link", { name: "Create AI Agent" });
  });

  it("opens over the page at its address, and again from there", async () => {
    await openConsole(create, withPlan());
    fireEvent.click(within(await screen.findByRole("dialog", { name: limited })).getByRole("button"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    fireEvent.click(screen.getByRole("button", { name: "See what an upgrade brings" }));
    await screen.findByRole("dialog", { name: limited });
  });

  it("opens where the server answers plan_limit; what was typed and the error stay", async () => {
    const apps = "/api/console/v1/org/o1/copilotapps";
    const replies = { ...signedIn(), [`POST ${apps}`]: failWith("plan_limit") };
    await openConsole(`${create}?step=identity`, replies);
    fireEvent.change(await screen.findByRole("textbox", { name: "Name" }), {
      target: { value: "Deck hand" },
    });
    fireEvent.click(screen.getByRole("button", { name: "Create agent" }));
    await screen.findByRole("dialog", { name: limited });
    expect(screen.getByRole("textbox", { name: "Name", hidden: true })).toHaveProperty("value", "Deck hand");
    expect(screen.getByRole("alert", { hidden: true }).textContent).toContain(limited);
  });

  it("says that the plan has expired where there is none", async () => {
    const apps = "/api/console/v1/org/o1/copilotapps";
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const replies = { ...signedIn(), [plan]: failWith("internal"), [`POST ${apps}`]: failWith("plan_limit") };
    await openConsole(`${create}?step=identity`, replies);
    fireEvent.change(await screen.findByRole("textbox", { name: "Name" }), {
      target: { value: "Deck hand" },
    });
    fireEvent.click(screen.getByRole("button", { name: "Create agent" }));
    await screen.findByRole("dialog", {
      name: "Your plan has expired - Upgrade to continue using AI Agents!",
    });
  });

  it("isn't shown to the person who has just created the last agent", async () => {
    const apps = "/api/console/v1/org/o1/copilotapps";
    const created = makeAgent({ id: "a2", name: "Deck hand" });
    const units = makePlan({ name: "Team", features: [{ id: "app", units: 2 }] });
    await openConsole(`${create}?step=identity`, {
      ...withPlan({ plan: units }),
      [`POST ${apps}`]: { data: created },
      [`GET ${apps}/a2`]: { data: created },
      [`GET ${apps}/a2/datasources`]: { items: [], page: { page: 1, limit: 25, total: 0 } },
      [`GET ${apps}/a2/surfaces`]: { items: [] },
    });
    fireEvent.change(await screen.findByRole("textbox", { name: "Name" }), {
      target: { value: "Deck hand" },
    });
    fireEvent.click(screen.getByRole("button", { name: "Create agent" }));
    await waitFor(() => expect(location.pathname).toBe("/accounts/o1/cp/a2/overview"));
    await screen.findByRole("button", { name: "Create AI Agent (needs an upgrade)" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the plan's banner", () => {
  it.each<[string, Partial<ShownSubscription>, string | null]>([
    ["ended yesterday", { currentEndDate: Date.now() - dayMs }, "Your plan has expired."],
    ["is past due", { status: "past_due" }, "Your plan has expired."],
    ["ends in 3 days", { currentEndDate: Date.now() + 3 * dayMs - 60_000 }, "Your plan expires in 3 days."],
    ["ends in an hour", { currentEndDate: Date.now() + 3_600_000 }, "Your plan expires in 1 day."],
    ["ends in a month", {}, null],
    ["renews in 3 days", { currentEndDate: Date.now() + 3 * dayMs, isRenewing: true }, null],
    ["has no room for an agent", { lockedAgentIds: ["a1"] }, "Your plan doesn’t cover 1 agent."],
    [
      "was not paid",
      { currentEndDate: Date.now() + 6 * dayMs, graceEndsAt: Date.now() + 6 * dayMs },
      "Your last payment failed. Your agents stop in 6 days.",
    ],
  ])("of a plan that %s", async (_, part, words) => {
    await openConsole(overview, withPlan(part));
    await screen.findByRole("heading", { level: 1, name: "Overview" });
    expect(screen.queryAllByTitle("Locked by your plan")).toHaveLength(part.lockedAgentIds?.length ?? 0);
    const banner = screen.queryByRole("complementary", { name: "Your plan" });
    expect(banner?.querySelector("span")?.textContent ?? null).toBe(words);
    if (!banner) return;
    expect(within(banner).getByRole("link", { name: "Upgrade" }).getAttribute("href")).toBe(pricing);
  });

  it("has no Upgrade for members who may not change the plan", async () => {
    await openConsole(overview, withPlan({ status: "cancelled" }, ["collaborator"]));
    const banner = await screen.findByRole("complementary", { name: "Your plan" });
    expect(within(banner).queryByRole("link")).toBeNull();
  });

  it("stays away where the plan could not be read: that is no word on it", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await openConsole(overview, { ...signedIn(), [plan]: failWith("forbidden") });
    await screen.findByRole("heading", { level: 1, name: "Overview" });
    expect(screen.queryByRole("complementary", { name: "Your plan" })).toBeNull();
    expect(error).toHaveBeenCalledWith("Your role does not allow this. Ask an owner or an admin.");
  });

  it("comes with 'Subscription is Expired' in the console's log", async () => {
    await openConsole(overview, withPlan({ status: "cancelled" }));
    await screen.findByRole("complementary", { name: "Your plan" });
    expect(console.warn).toHaveBeenCalledWith("Subscription is Expired");
  });
});

describe("billing", () => {
  it("says of an install without payments that nothing is limited and nothing is paid", async () => {
    await openConsole(pricing);
    await screen.findByRole("region", { name: "Self-hosted" });
    await screen.findByText("1 · unlimited");
    screen.getByText("Never");
    expect(screen.queryByRole("link", { name: "Upgrade" })).toBeNull();
  });

  it("shows plan, end and use, and leads to the provider's page where the provider is card", async () => {
    const portal = "https://pay.example.com/portal/o1";
    const { sentTo } = await openConsole(pricing, {
      ...withPlan({ currentEndDate: Date.UTC(2031, 2, 4, 12) }),
      "GET /api/account/v1/org/o1/subscriptions/portal": { data: { url: portal } },
    });
    await screen.findByRole("region", { name: "Standard" });
    screen.getByText("4 March 2031");
    await screen.findByText("1 of 1");
    expect(screen.getByRole("meter", { name: "AI agents" })).toHaveProperty("value", 1);
    screen.getByText("You’ve used all agents in your plan.");
    fireEvent.click(screen.getByRole("button", { name: "Manage payment" }));
    await waitFor(() => expect(sentTo).toEqual([portal]));
  });

  it("says why the provider's page did not open, and offers another try", async () => {
    await openConsole(pricing, withPlan());
    fireEvent.click(await screen.findByRole("button", { name: "Manage payment" }));
    await screen.findByText(/The payment page couldn’t be opened/);
    screen.getByRole("button", { name: "Manage payment" });
  });

  it("shows an advisor the plan, and who may change it", async () => {
    await openConsole(pricing, withPlan({}, ["collaborator"]));
    await screen.findByText("Owners and admins change the plan.");
    expect(screen.queryByRole("link", { name: "Upgrade" })).toBeNull();
  });

  it("shows the failure with Retry where the plan can't be read", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { api } = await openConsole(pricing, { ...signedIn(), [plan]: failWith("not_found") });
    const alert = await screen.findByRole("alert");
    api.answer(withPlan());
    fireEvent.click(within(alert).getByRole("button", { name: "Retry" }));
    await screen.findByRole("region", { name: "Standard" });
  });

  it("leads to the payment provider with the plan that was chosen, and names no price", async () => {
    const { api, sentTo } = await openConsole(pricing, {
      ...withPlan(),
      [`POST ${plan.slice(4)}`]: { data: { url: "https://pay.example.com/large" } },
    });
    const list = await screen.findByRole("region", { name: "Plans" });
    within(list).getByText("$49");
    within(list).getByText("5 AI agents");
    within(list).getByText("1,000 credits a month");
    fireEvent.click(within(list).getByRole("button", { name: "Choose Large" }));
    await waitFor(() => expect(sentTo).toEqual(["https://pay.example.com/large"]));
    expect(api.last(`POST ${plan.slice(4)}`)?.body).toEqual({ data: { planId: "large" } });
  });

  it("lets a member ask for an upgrade, which owners see until they dismiss it", async () => {
    await openConsole(pricing, {
      ...withPlan({}, ["collaborator"]),
      [`POST ${upgrade}`]: { data: { askedAt: 0 } },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Ask for an upgrade" }));
    fireEvent.click(await screen.findByRole("button", { name: "Send request" }));
    await screen.findByText("Request sent to your owners and admins");

    const asked = { userId: "u2", name: "Ann Lee", message: "For our shop.", askedAt: Date.now() };
    await openConsole(pricing, {
      ...withPlan(),
      [`GET ${upgrade}`]: { items: [asked] },
      [`DELETE ${upgrade}/u2`]: () => undefined,
    });
    const requests = await screen.findByRole("region", { name: "Upgrade requests" });
    within(requests).getByText("For our shop.");
    fireEvent.click(within(requests).getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(screen.queryByText("For our shop.")).toBeNull());
  });

  it("names locked agents, a failed payment, and what models cost", async () => {
    const day = "2026-03-14";
    const data = makeUsage({
      ...{ total: 7, days: [{ day, credits: 7 }], byAgent: [{ key: "a1", name: "Guide", credits: 7 }] },
      byModel: [{ key: "gpt-4o", name: "gpt-4o", credits: 7 }],
      credits: {
        ...{ used: 80, limit: 100, month: "2026-03", resetsAt: Date.UTC(2026, 3, 1, 12) },
        alerts: [50, 80, 100].map((percent) => ({ percent, isReached: percent < 100 })),
      },
    });
    await openConsole(pricing, {
      ...withPlan({ lockedAgentIds: ["a1"], graceEndsAt: Date.UTC(2031, 2, 4, 12) }),
      [`GET ${plan.slice(4)}/usage`]: { data },
    });
    await screen.findByText("Your plan doesn’t cover 1 agent");
    await screen.findByText(/Your agents work until 4 March 2031/);
    await screen.findByText("80 of 100");
    const credits = screen.getByRole("region", { name: "Credits" });
    within(credits).getByText(/^7 credits in 30 days/);
    within(credits).getByText("GPT-4o");
  });

  it("is reached from Manage Account", async () => {
    const none = { items: [], page: { page: 1, per_page: 25, total: 0 } };
    await openConsole("/accounts/o1/account/teams", {
      ...signedIn(),
      "GET /api/organisation/organization/account/members": none,
      "GET /api/organisation/organization/account/usergroups": { items: [] },
    });
    expect((await screen.findByRole("link", { name: "Billing" })).getAttribute("href")).toBe(pricing);
  });
});
