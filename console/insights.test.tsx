import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Dashboard, Realtime } from "../shared/contract/analytics/analytics.ts";
import { openConsole, signedIn } from "../tests/kit/console/openConsole.tsx";

const begunAt = Date.UTC(2026, 2, 1);
const values = {
  sum_conversations: 4,
  sum_confirmed: 1,
  sum_assumed: 2,
  sum_handedOver: 1,
  avg_automation: 0.75,
};
const part = { key: "widget", name: "widget", values };
const dashboard: Dashboard = {
  ...{ dashboardId: "copilot-overview-dashboard", from: "2026-03-01", to: "2026-03-02", timezone: "UTC" },
  ...{ before: { from: "2026-02-27", to: "2026-02-28" }, granularity: "day", beginsAt: begunAt },
  figures: [
    { measure: "conversations", aggregation: "sum", value: 4, before: 2 },
    { measure: "automation", aggregation: "avg", value: 0.75, before: 0.8 },
    { measure: "answerTime", aggregation: "p50", value: 1234, before: null },
    { measure: "costPerResolved", aggregation: "avg", value: null, before: null },
  ],
  series: [
    { time: "2026-03-01", values },
    { time: "2026-03-02", values: { ...values, sum_conversations: 0, sum_confirmed: 0 } },
  ],
  hours: [{ weekday: 7, hour: 9, conversations: 4 }],
  states: { confirmed: 1, assumed: 2, handedOver: 1, abandoned: 0, unresolved: 0 },
  publishes: [{ at: begunAt, day: "2026-03-01", agentId: "a1", agentName: "Harbour Help", version: 2 }],
  agents: [{ ...part, key: "a1", name: "Harbour Help" }],
  ...{ surfaces: [part], languages: [], models: [], versions: [], tools: [] },
  pages: [
    { key: "p1", name: "Returns", sourceId: "s1", values: { sum_citations: 3, avg_sourceQuality: 0.5 } },
  ],
};
const realtime: Realtime = {
  ...{ at: begunAt, visitors: 2, conversationsOpen: 3, waiting: 1, waitingSince: Date.now() - 60_000 },
  ...{ overdue: 0, answering: 0, online: [{ id: "u2", name: "Grace Hopper" }], today: 5 },
};
const call = "GET /api/console/v1/org/o1/analytics/dashboard";
const answered = (data: Dashboard = dashboard) => ({
  ...signedIn(),
  [call]: { data },
  [`${call}/realtime`]: { data: realtime },
});

describe("the insights of an organization", () => {
  it("show figures with their change, outcomes, hours and sources, and what each means", async () => {
    const { api } = await openConsole("/accounts/o1/insights?range=7d&surface=widget", answered());
    const figures = await screen.findByLabelText("Key figures");
    expect(within(figures).getByText("75%")).toBeDefined();
    expect(within(figures).getByText("+100% vs. before")).toBeDefined();
    expect(within(figures).getByText("−5 points vs. before")).toBeDefined();
    expect(screen.getByText("1.2 s")).toBeDefined();
    expect(api.last(call)?.query.get("surface")).toBe("widget");
    expect(screen.getByRole("region", { name: "Right now" }).textContent).toContain("Grace");
    const outcomes = screen.getByRole("region", { name: "How conversations end" });
    expect(outcomes.textContent).toContain("resolved 75%");
    expect(screen.getByText("Busiest: Sunday at 9:00, 4 conversations.")).toBeDefined();
    expect(screen.getByRole("rowheader", { name: "Returns" })).toBeDefined();
    const hint = within(figures).getByRole("button", { name: "What is Automation rate?" });
    expect(hint.parentElement?.textContent).toContain("Share of all conversations that the agent resolved");
    // An agent's number leads to its own insights, over the same days.
    const agent = screen.getByRole("link", { name: "Harbour Help" });
    expect(agent.getAttribute("href")).toContain("/cp/a1/agent-insights?range=custom");
  });

  it("save a file with the numbers that are shown", async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => String(saved.push(blob as Blob)));
    await openConsole("/accounts/o1/insights", answered());
    await screen.findByLabelText("Key figures");
    fireEvent.click(screen.getByRole("button", { name: "Download CSV" }));
    const text = (await saved[0]?.text()) ?? "";
    expect(text).toContain("Automation rate,75%,0.75,80%,0.8");
    expect(text).toContain("Answer time (p50),1.2 s,1234,–,");
    expect(text).toContain("Quality by source,Returns,Citations,3,3");
  });

  it("say when figures begin where there are none", async () => {
    await openConsole("/accounts/o1/insights", answered({ ...dashboard, beginsAt: null }));
    expect(await screen.findByText(/Figures begin with the first conversation/)).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Download CSV" }).disabled).toBe(true);
  });
});

describe("the insights of an agent", () => {
  it("lead from each number to the conversations behind it, and over time by a table, too", async () => {
    await openConsole(
      "/accounts/o1/cp/a1/agent-insights?range=custom&from=2026-03-01&to=2026-03-02",
      answered(),
    );
    const figures = await screen.findByLabelText("Key figures");
    expect(within(figures).getByRole("link", { name: "75%" }).getAttribute("href")).toBe(
      "/accounts/o1/cp/a1/inbox/conversations?begunSince=2026-03-01&begunBefore=2026-03-02&figure=confirmed%2Cassumed",
    );
    const chart = await screen.findByRole("region", { name: "Over time" });
    const svg = within(chart).getByRole("group", { name: /Arrow keys/ });
    fireEvent.keyDown(svg, { key: "ArrowRight" });
    expect(chart.textContent).toContain("Published: Harbour Help version 2");
    const table = within(chart).getByRole("table", { hidden: true });
    expect(within(table).getByRole("rowheader", { name: "Mar 1", hidden: true })).toBeDefined();
  });
});

it("the dashboard shows what happens now and how the last seven days went", async () => {
  await openConsole("/accounts/o1/dashboard", answered());
  const strip = await screen.findByRole("region", { name: "Right now" });
  expect(strip.textContent).toContain("Open conversations3");
  expect((await screen.findByRole("region", { name: "Last 7 days" })).textContent).toContain("75%");
  expect(screen.getByRole("link", { name: "Show insights" }).getAttribute("href")).toBe(
    "/accounts/o1/insights?range=7d",
  );
});

describe("saved reports", () => {
  const reportsCall = "/api/console/v1/org/o1/reports";
  const saved = {
    ...{ id: "r1", name: "Widget, a week", range: "7d", from: null, to: null, agentId: null },
    ...{ surface: "widget", maker: { id: "u1", name: "Ana" }, mayRemove: true, isMailed: false },
  };

  it("keep what is shown under a name, open with it, and come by e-mail", async () => {
    let items = [saved];
    const { api } = await openConsole("/accounts/o1/insights?range=90d", {
      ...answered(),
      [`GET ${reportsCall}`]: () => ({ items, canMail: true }),
      [`POST ${reportsCall}`]: () => {
        items = [saved, { ...saved, id: "r2", name: "A quarter", range: "90d", surface: null as never }];
        return { data: items[1] };
      },
      [`PUT ${reportsCall}/r1/mail`]: () => {
        items = [{ ...saved, isMailed: true }];
        return { data: items[0] };
      },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Save report" }));
    fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "A quarter" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    const open = await screen.findByRole("link", { name: "A quarter" });
    expect(open.getAttribute("aria-current")).toBe("true");
    expect(api.last(`POST ${reportsCall}`)?.body).toEqual({
      data: { name: "A quarter", range: "90d", from: null, to: null, agentId: null, surface: null },
    });
    fireEvent.click(screen.getByRole("link", { name: "Widget, a week" }));
    expect(location.search).toBe("?range=7d&surface=widget");
    fireEvent.click(await screen.findByRole("button", { name: "Report “Widget, a week”" }));
    fireEvent.click(await screen.findByText("E-mail me weekly"));
    await screen.findByText(/every Monday at 8:00/);
    expect(api.last(`PUT ${reportsCall}/r1/mail`)?.body).toEqual({ data: { isMailed: true } });
  });
});
