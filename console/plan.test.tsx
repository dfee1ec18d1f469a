import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Subscription } from "../shared/contract/billing/billing.ts";
import type { Role } from "../shared/domain/access.ts";
import { dayMs } from "../shared/domain/subscription.ts";
import { configurePage } from "../tests/kit/surfaces/configure.ts";
import { failWith } from "../tests/kit/console/fakeApi.ts";
import { makeAgent, openConsole, signedIn } from "../tests/kit/console/openConsole.tsx";
import { makeSubscription } from "../tests/kit/billing/plans.ts";

const plan = "GET /api/account/v1/org/o1/subscriptions";
const limited = "Your plan has limited access, Upgrade to unlock full potential!";
const overview = "/accounts/o1/cp/a1/overview";
const create = "/accounts/o1/create-ai-agent";
const pricing = "/accounts/o1/account/pricing";

function withPlan(part: Partial<Subscription> = {}, roles: Role[] = ["owner"]) {
  return { ...signedIn(roles), [plan]: { data: makeSubscription(part) } };
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
    await screen.findByRole("heading", { level: 1, name: "Billing" });
    expect(screen.queryByRole("dialog")).toBeNull();
    const metric = "copilot_app_create";
    expect(globalThis.dataLayer?.filter(({ event }) => String(event).startsWith("up"))).toEqual([
      { event: "upgrade_dialog_opened", environment: "production", metric },
      { event: "upgrade_now_clicked", environment: "production", metric },
    ]);
  });

  it("leaves the way open while the count is below the plan's app units", async () => {
    const units = { name: "Team", type: "standard", currentPrice: 90, features: [{ id: "app", units: 2 }] };
    await openConsole(overview, withPlan({ plan: units }));
    await screen.findByRole("link", { name: "Create AI Agent" });
  });

  it("opens over the page of somebody who comes there by its address, and again from there", async () => {
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

  it("does not meet whoever has just made the last agent of the plan", async () => {
    const apps = "/api/console/v1/org/o1/copilotapps";
    const created = makeAgent({ id: "a2", name: "Deck hand" });
    const units = { name: "Team", type: "standard", currentPrice: 90, features: [{ id: "app", units: 2 }] };
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
  it.each<[string, Partial<Subscription>, string | null]>([
    ["ended yesterday", { currentEndDate: Date.now() - dayMs }, "Your plan has expired."],
    ["is past due", { status: "past_due" }, "Your plan has expired."],
    ["ends in 3 days", { currentEndDate: Date.now() + 3 * dayMs - 60_000 }, "Your plan expires in 3 days."],
    ["ends in an hour", { currentEndDate: Date.now() + 3_600_000 }, "Your plan expires in 1 day."],
    ["ends in a month", {}, null],
  ])("of a plan that %s", async (_, part, words) => {
    await openConsole(overview, withPlan(part));
    await screen.findByRole("heading", { level: 1, name: "Overview" });
    const banner = screen.queryByRole("complementary", { name: "Your plan" });
    expect(banner?.querySelector("span")?.textContent ?? null).toBe(words);
    if (!banner) return;
    expect(within(banner).getByRole("link", { name: "Upgrade" }).getAttribute("href")).toBe(pricing);
  });

  it("has no Upgrade for who may not change the plan", async () => {
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
    screen.getByText("1 · unlimited");
    screen.getByText("Never");
    expect(screen.queryByRole("button", { name: "Upgrade" })).toBeNull();
  });

  it("shows plan, end and use, and leads to the provider's page where the provider is card", async () => {
    const portal = "https://pay.example.com/portal/o1";
    const { sentTo } = await openConsole(pricing, {
      ...withPlan({ currentEndDate: Date.UTC(2031, 2, 4, 12) }),
      "GET /api/account/v1/org/o1/subscriptions/portal": { data: { url: portal } },
    });
    await screen.findByRole("region", { name: "Standard" });
    screen.getByText("4 March 2031");
    screen.getByText("1 of 1");
    expect(screen.getByRole("meter", { name: "AI agents" })).toHaveProperty("value", 1);
    screen.getByText("All agents of this plan are in use.");
    fireEvent.click(screen.getByRole("button", { name: "Upgrade" }));
    await waitFor(() => expect(sentTo).toEqual([portal]));
  });

  it("says why the provider's page did not open, and offers another try", async () => {
    await openConsole(pricing, withPlan());
    fireEvent.click(await screen.findByRole("button", { name: "Upgrade" }));
    await screen.findByText(/The payment page did not open/);
    screen.getByRole("button", { name: "Upgrade" });
  });

  it("shows an advisor the plan, and who may change it", async () => {
    await openConsole(pricing, withPlan({}, ["collaborator"]));
    await screen.findByText("Owners and admins change the plan.");
    expect(screen.queryByRole("button", { name: "Upgrade" })).toBeNull();
  });

  it("shows the failure with Retry where the plan can't be read", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { api } = await openConsole(pricing, { ...signedIn(), [plan]: failWith("not_found") });
    const alert = await screen.findByRole("alert");
    api.answer(withPlan());
    fireEvent.click(within(alert).getByRole("button", { name: "Retry" }));
    await screen.findByRole("region", { name: "Standard" });
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
