import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Dashboard, Realtime } from "../shared/contract/analytics/analytics.ts";
import { makeAgent, openConsole, signedIn } from "../tests/kit/console/openConsole.tsx";

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
    { measure: "involved", aggregation: "sum", value: 4, before: 2 },
    { measure: "resolved", aggregation: "sum", value: 3, before: 2 },
    { measure: "confirmed", aggregation: "sum", value: 1, before: 0 },
    { measure: "automation", aggregation: "avg", value: 0.75, before: 0.8 },
    { measure: "answerTime", aggregation: "p50", value: 1234, before: null },
    { measure: "costPerResolved", aggregation: "avg", value: null, before: null },
    { measure: "messages", aggregation: "sum", value: 24, before: 12 },
  ],
  series: [
    { time: "2026-03-01", values },
    { time: "2026-03-02", values: { ...values, sum_conversations: 0, sum_confirmed: 0 } },
  ],
  hours: [{ weekday: 7, hour: 9, conversations: 4 }],
  states: { confirmed: 1, assumed: 2, handedOver: 1, abandoned: 0, unresolved: 0 },
  publishes: [{ at: begunAt, day: "2026-03-01", agentId: "a1", agentName: "Harbour Help", version: 2 }],
  agents: [{ ...part, key: "a1", name: "Harbour Help" }],
  ...{ surfaces: [part], languages: [{ ...part, key: "de", name: "de" }], versions: [] },
  labels: [{ ...part, key: "l1", name: "Urgent" }],
  models: [{ key: "gpt-4o", name: "gpt-4o", values: { sum_answers: 7, p50_answerTime: 1400 } }],
  tools: [
    {
      ...{ key: "find_order", name: "find_order", skill: { id: "s9", agentId: "a1" } },
      values: { sum_toolRuns: 5, sum_toolFailures: 1, avg_toolFailureRate: 0.2 },
    },
  ],
  workflows: [
    {
      ...{ key: "w1", name: "Refunds", agentId: "a1" },
      values: { sum_workflowRuns: 8, sum_workflowFailures: 2, avg_workflowFailureRate: 0.25 },
    },
  ],
  choices: {
    ...{ languages: ["de", "en"], models: ["builtin", "gpt-4o"] },
    labels: [{ id: "l1", name: "Urgent" }],
  },
  pages: [
    { key: "p1", name: "Returns", sourceId: "s1", values: { sum_citations: 3, avg_sourceQuality: 0.5 } },
  ],
};
const realtime: Realtime = {
  ...{ at: begunAt, visitors: 2, conversationsOpen: 3, waiting: 1, waitingSince: Date.now() - 60_000 },
  ...{ overdue: 0, answering: 0, online: [{ id: "u2", name: "Grace Hopper" }], today: 5 },
};
const call = "GET /api/console/v1/org/o1/analytics/dashboard";
const questions = "GET /api/console/v1/org/o1/evaluation";
const answered = (data: Dashboard = dashboard) => ({
  ...signedIn(),
  [`${questions}/gaps`]: { items: [], page: { page: 1, limit: 100, total: 0 } },
  [`${questions}/topics`]: { items: [], questions: 0 },
  [call]: { data },
  [`${call}/realtime`]: { data: realtime },
});

/** Clicks “Download CSV” and gives the text of the file that is saved. */
async function downloadCsv(): Promise<string> {
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => String(saved.push(blob as Blob)));
  fireEvent.click(screen.getByRole("button", { name: "Download CSV" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  return saved[0]?.text() ?? "";
}

describe("the insights of an organization", () => {
  it("show figures with their change, outcomes, hours and sources, and what each means", async () => {
    const { api } = await openConsole("/accounts/o1/insights?range=7d&surface=widget", answered());
    const figures = await screen.findByLabelText("Key figures");
    expect(within(figures).getByText("75%")).toBeDefined();
    expect(within(figures).getByText("+100% vs. before")).toBeDefined();
    expect(within(figures).getByText("−5 points vs. before")).toBeDefined();
    expect(await screen.findByText("1.2 s")).toBeDefined();
    expect(api.last(call)?.query.get("surface")).toBe("widget");
    expect(screen.getByRole("region", { name: "Right now" }).textContent).toContain("Grace");
    const outcomes = screen.getByRole("region", { name: "How conversations end" });
    expect(outcomes.textContent).toContain("resolved 75%");
    const funnel = screen.getByRole("region", { name: "From question to solution" });
    expect(funnel.textContent).toContain(
      "Most are lost between “Agent involved” and “Resolved by the agent”: 1.",
    );
    expect(within(funnel).getByRole("link", { name: "3" }).getAttribute("href")).toContain(
      "/cp/all/inbox/conversations?",
    );
    expect(screen.getByText("Busiest: Sunday at 9:00, 4 conversations.")).toBeDefined();
    expect(screen.getByRole("rowheader", { name: "Returns" })).toBeDefined();
    const hint = within(figures).getByRole("button", { name: "What is Automation rate?" });
    expect(hint.parentElement?.textContent).toContain("Share of all conversations that the agent resolved");
    // An agent's number leads to its own insights, over the same days.
    const agent = screen.getByRole("link", { name: "Harbour Help" });
    expect(agent.getAttribute("href")).toContain("/cp/a1/agent-insights?range=custom");
  });

  it("save a file with the numbers that are shown", async () => {
    await openConsole("/accounts/o1/insights", answered());
    await screen.findByLabelText("Key figures");
    const text = await downloadCsv();
    expect(text).toContain("Automation rate,75%,0.75,80%,0.8");
    expect(text).toContain("Answer time (p50),1.2 s,1234,–,");
    expect(text).toContain("Quality by source,Returns,Citations,3,3");
  });

  it("are filtered by language, model and label, which stand in the address and in the file", async () => {
    const { api } = await openConsole("/accounts/o1/insights?language=de", answered());
    const figures = await screen.findByLabelText("Key figures");
    expect(api.last(call)?.query.get("language")).toBe("de");
    fireEvent.change(screen.getByLabelText("Label"), { target: { value: "l1" } });
    await vi.waitFor(() => expect(api.last(call)?.query.get("label")).toBe("l1"));
    expect(location.search).toBe("?language=de&label=l1");
    const behind = within(figures).getByRole("link", { name: "75%" }).getAttribute("href");
    expect(behind).toContain("&language=de&labelId=l1");
    // Questions are those of the same conversations.
    await vi.waitFor(() => {
      const asked = api.last("GET /api/console/v1/org/o1/evaluation/gaps")?.query;
      expect([asked?.get("language"), asked?.get("label"), asked?.has("from")]).toEqual(["de", "l1", true]);
    });
    const text = await downloadCsv();
    expect(text).toContain("Filter,Language,,German");
    expect(text).toContain("Filter,Label,,Urgent");
  });

  it("say which figures are not split by a model", async () => {
    const none = dashboard.figures.map((one) =>
      one.measure === "answerTime" ? one : { ...one, value: null, before: null },
    );
    await openConsole("/accounts/o1/insights?model=gpt-4o", answered({ ...dashboard, figures: none }));
    const figures = await screen.findByLabelText("Key figures");
    expect(within(figures).getAllByText("Not split by model").length).toBeGreaterThan(1);
    expect(screen.getByText(/Conversations can’t be split by model/)).toBeDefined();
    expect(await screen.findByText("1.2 s")).toBeDefined();
    expect(screen.queryByRole("region", { name: "How conversations end" })).toBe(null);
  });

  it("lead to what is behind tools, workflows, labels and messages", async () => {
    await openConsole("/accounts/o1/insights?range=custom&from=2026-03-01&to=2026-03-02", answered());
    const volume = await screen.findByRole("region", { name: "Volume and quality" });
    const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
    expect(hrefOf("find_order")).toBe("/accounts/o1/cp/a1/integrations/actions/s9?view=runs");
    expect(hrefOf("Refunds")).toBe("/accounts/o1/cp/a1/workflows/w1?view=runs");
    expect(hrefOf("Urgent")).toContain("labelId=l1");
    expect(hrefOf("GPT-4o")).toContain("model=gpt-4o");
    expect(within(volume).getByRole("link", { name: "24" }).getAttribute("href")).toBe(
      "/accounts/o1/cp/all/inbox/conversations?since=2026-03-01&begunBefore=2026-03-02",
    );
  });

  it("have every number of every card in the file, as it is shown", async () => {
    await openConsole("/accounts/o1/insights", answered());
    await screen.findByLabelText("Key figures");
    await screen.findByRole("region", { name: "Over time" });
    const rows = (await downloadCsv()).split(/\r?\n/).map((line) => line.split(","));
    const isInFile = (...[name, title, shown]: [name: string | null, title: string, shown: string]) =>
      rows.some((row) => (name === null || row[1] === name) && row[2] === title && row[3] === shown);
    const own = (element: Element | null | undefined) =>
      [...(element?.childNodes ?? [])].find(({ nodeType }) => nodeType === 3)?.textContent ?? "";
    let compared = 0;
    for (const list of document.querySelectorAll("main dl[class]")) {
      if (list.closest("section")?.getAttribute("aria-label") === "Right now") continue;
      for (const tile of list.children) {
        const [title, shown = ""] = [own(tile.querySelector("dt")), tile.querySelector("dd")?.textContent];
        const quantile = tile.querySelector("dt > small")?.textContent?.trim();
        const suffix = quantile === undefined ? "" : ` (${quantile === "median" ? "p50" : quantile})`;
        if (shown === "–" && !isInFile(null, title + suffix, shown)) continue;
        expect(isInFile(null, title + suffix, shown), `${title}${suffix} ${shown}`).toBe(true);
        compared += 1;
      }
    }
    for (const item of document.querySelectorAll("main section > ol > li")) {
      const [name, shown] = item.querySelectorAll(":scope > span");
      const count = shown?.firstChild?.textContent ?? "";
      expect(isInFile(null, own(name), count), `${own(name)} ${count}`).toBe(true);
      compared += 1;
    }
    for (const card of [
      "agents",
      "pages",
      "tools",
      "workflows",
      "models",
      "surfaces",
      "languages",
      "labels",
    ]) {
      const table = document.getElementById(card)?.querySelector("table");
      const titles = [...(table?.querySelectorAll("thead th") ?? [])].slice(1);
      for (const row of table?.querySelectorAll("tbody tr") ?? [])
        [...row.querySelectorAll("td")].forEach((cell, index) => {
          const isMedian = titles[index]?.querySelector("small") !== null;
          const title = own(titles[index]?.querySelector("span")) + (isMedian ? " (p50)" : "");
          const name = row.querySelector("th")?.textContent ?? "";
          const shown = cell.textContent ?? "";
          expect(isInFile(name, title, shown), `${card} ${name} ${title} ${shown}`).toBe(true);
          compared += 1;
        });
    }
    expect(rows).toContainEqual(["When visitors write", "Sunday 9:00", "Conversations", "4", "4"]);
    expect(compared).toBeGreaterThan(45);
  });

  it("say when figures begin if there are none", async () => {
    await openConsole("/accounts/o1/insights", answered({ ...dashboard, beginsAt: null }));
    expect(await screen.findByText(/Figures begin with the first conversation/)).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Download CSV" }).disabled).toBe(true);
  });
});

it("a demo is offered if there are no figures, is marked as made up, refreshes today's numbers, and is removed once that is confirmed", async () => {
  const demo = makeAgent({ id: "a2", isDemo: true });
  const list = "GET /api/console/v1/org/o1/copilotapps";
  let isThere = false;
  const { api } = await openConsole("/accounts/o1/insights", {
    ...answered(),
    [call]: () => ({ data: isThere ? dashboard : { ...dashboard, beginsAt: null } }),
    [list]: () => {
      const items = isThere ? [makeAgent(), demo] : [makeAgent()];
      return { items, page: { page: 1, limit: 100, total: items.length } };
    },
    "POST /api/console/v1/org/o1/analytics/demo": () => {
      isThere = true;
      return { data: demo };
    },
    [`DELETE /api/console/v1/org/o1/copilotapps/a2`]: () => {
      isThere = false;
      return null;
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Look at a demo" }));
  await screen.findByLabelText("Key figures");
  await waitFor(() => expect(api.requests.filter(({ what }) => what === `${call}/realtime`)).toHaveLength(2));
  expect(screen.getByText(/are made up/).textContent).toContain("Demo data");
  fireEvent.click(screen.getByRole("button", { name: "Remove demo" }));
  const dialog = await screen.findByRole("dialog");
  expect(api.last("DELETE /api/console/v1/org/o1/copilotapps/a2")).toBe(undefined);
  fireEvent.click(within(dialog).getByRole("button", { name: "Remove demo" }));
  expect(await screen.findByText(/Figures begin with the first conversation/)).toBeDefined();
  expect(api.last("DELETE /api/console/v1/org/o1/copilotapps/a2")?.query.get("confirmed")).toBe("true");
  expect(screen.queryByText(/are made up/)).toBe(null);
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
    ...{
      surface: "widget",
      language: null,
      model: null,
      label: null,
      maker: { id: "u1", name: "Ana" },
      mayRemove: true,
      isMailed: false,
    },
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
      data: {
        ...{ name: "A quarter", range: "90d", from: null, to: null, agentId: null },
        ...{ surface: null, language: null, model: null, label: null },
      },
    });
    fireEvent.click(screen.getByRole("link", { name: "Widget, a week" }));
    expect(location.search).toBe("?range=7d&surface=widget");
    fireEvent.click(await screen.findByRole("button", { name: "Report “Widget, a week”" }));
    fireEvent.click(await screen.findByText("E-mail me weekly"));
    await screen.findByText(/every Monday at 8:00/);
    expect(api.last(`PUT ${reportsCall}/r1/mail`)?.body).toEqual({ data: { isMailed: true } });
  });
});
