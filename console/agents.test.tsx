import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { defaultBehavior } from "../shared/domain/behavior.ts";
import type { Agent } from "../shared/contract/agents/agents.ts";
import type { Role } from "../shared/domain/access.ts";
import { failWith } from "../tests/kit/console/fakeApi.ts";
import { makeAgent, openConsole, signedIn } from "../tests/kit/console/openConsole.tsx";

const apps = "/api/console/v1/org/o1/copilotapps";
const deleted = "/api/console/v1/org/o1/deletedcopilotapps";
const base = "/accounts/o1/cp/a1";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

function field(label: string): HTMLElement {
  return screen.getByRole("textbox", { name: label });
}

describe("the shell", () => {
  it("shows the agents with their status, and the selected one's tabs", async () => {
    const agents = [makeAgent(), makeAgent({ id: "a2", name: "Night shift", status: "paused" })];
    await openConsole(`${base}/overview`, signedIn(["owner"], agents));
    const list = await screen.findByRole("navigation", { name: "AI Agents" });
    within(list).getByRole("link", { name: /Harbour Help.*Live/ });
    within(list).getByRole("link", { name: /Night shift.*Paused/ });
    expect(within(list).getByRole("link", { name: "Overview" }).getAttribute("aria-current")).toBe("page");
    within(list).getByRole("link", { name: "Configuration" });
  });

  it("marks Contacts, and not the inbox beside it", async () => {
    await openConsole(`${base}/inbox/contacts`, {
      ...signedIn(),
      [`GET ${apps}/a1/contacts`]: { items: [], page: { page: 1, limit: 25, total: 0 }, next: null },
    });
    const list = await screen.findByRole("navigation", { name: "AI Agents" });
    expect(within(list).getByRole("link", { name: "Contacts" }).getAttribute("aria-current")).toBe("page");
    expect(within(list).getByRole("link", { name: "Inbox" }).getAttribute("aria-current")).toBeNull();
  });

  it("carries the organization's token and a signature with every call inside it", async () => {
    const { api } = await openConsole("/accounts/o1/dashboard");
    await screen.findByRole("heading", { level: 1, name: "Dashboard" });
    const { headers } = api.last(`GET ${apps}`) ?? {};
    expect(headers?.get("authorization")).toBe("Bearer bearer1");
    expect(headers?.get("x-cplt-signature")).toMatch(/^[0-9a-f]{64}$/);
    expect(api.last(`GET ${apps}`)?.query.toString()).toBe("page=1&limit=100");
  });

  it.each([
    ["/accounts/o1/dashboard", "Dashboard · Pilothouse"],
    [`${base}/overview`, "Harbour Help · Overview · Pilothouse"],
    [`${base}/settings`, "Harbour Help · Configuration · Pilothouse"],
    ["/accounts/o1/nowhere", "Not found · Pilothouse"],
  ])("calls %s %s", async (path, title) => {
    await openConsole(path);
    await waitFor(() => expect(document.title).toBe(title));
  });

  it("asks for the plan except on the dashboard", async () => {
    const plan = "GET /api/account/v1/org/o1/subscriptions";
    const dashboard = await openConsole("/accounts/o1/dashboard");
    await screen.findByRole("heading", { level: 1, name: "Dashboard" });
    expect(dashboard.api.last(plan)).toBeUndefined();
    const other = await openConsole(`${base}/overview`);
    await screen.findByRole("heading", { level: 1, name: "Overview" });
    expect(other.api.last(plan)).toBeDefined();
  });

  it("has a notice for an address that leads nowhere, and for an agent that is not there", async () => {
    await openConsole("/accounts/o1/nowhere");
    await screen.findByText("This page does not exist");
    await openConsole("/accounts/o1/cp/gone/overview");
    await screen.findByText(/This agent no longer exists/);
  });

  it("shows one h1 on every page and a way past the menu", async () => {
    await openConsole(`${base}/settings`);
    await screen.findByRole("heading", { level: 1, name: "Configuration" });
    expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
    expect(screen.getByRole("link", { name: "Skip to content" }).getAttribute("href")).toBe("#main");
    expect(screen.getByRole("main").id).toBe("main");
  });

  it("signs out even where the server does not answer well", async () => {
    const { sentTo } = await openConsole("/accounts/o1/dashboard", {
      "POST /api/auth/v1.0/authentication/logout": failWith("internal"),
    });
    fireEvent.click(await screen.findByRole("button", { name: "Logout" }));
    await waitFor(() => expect(sentTo).toEqual(["/auth/login"]));
  });

  it("says when the server can't be reached, and takes it back", async () => {
    await openConsole(`${base}/overview?view=visitor`);
    const toggle = await screen.findByRole("switch");
    // The preview has had its answer: any answer that comes later says that the server is there.
    await screen.findByRole("alert");
    const answering = fetch;
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("refused")));
    fireEvent.click(toggle);
    await screen.findByText(/can’t be reached\. Trying again/);
    vi.stubGlobal("fetch", answering);
    fireEvent.click(screen.getByRole("button", { name: "Try now" }));
    await waitFor(() => expect(screen.queryByText(/Trying again/)).toBeNull());
  });
});

describe("who sees what", () => {
  it("a support agent is sent to the dashboard and sees no tab that would send them away", async () => {
    const { sentTo } = await openConsole(`${base}/settings`, signedIn(["support"]));
    await waitFor(() => expect(sentTo).toEqual(["/accounts/o1/dashboard"]));
    await openConsole("/accounts/o1/dashboard", signedIn(["support"]));
    await screen.findByRole("heading", { level: 1, name: "Dashboard" });
    expect(screen.queryByRole("link", { name: /Create AI Agent/ })).toBeNull();
    const links = [...document.querySelectorAll("a[href*='/cp/']")].map((link) => link.getAttribute("href"));
    expect(links.every((href) => href?.endsWith("/inbox/conversations"))).toBe(true);
  });

  it("a support agent's dashboard is their queue: who waits, agent by agent, and nothing to build", async () => {
    const agents = [makeAgent(), makeAgent({ id: "a2", name: "Night desk" })];
    const counts = { unread: 4, mark: "m", number: 0 };
    await openConsole("/accounts/o1/dashboard", {
      ...signedIn(["support"], agents),
      "GET /api/console/v1/org/o1/unread": {
        data: [
          { ...counts, agentId: "a1", waiting: 0 },
          { ...counts, agentId: "a2", waiting: 2 },
        ],
      },
      "GET /api/content/api/learning-platforms/content": {
        items: [{ id: "one", title: "Create your first agent", text: "In a minute.", url: "/guide#one" }],
      },
    });
    const queue = await screen.findByRole("region", { name: "Your queue" });
    await waitFor(() =>
      expect(
        within(queue)
          .getAllByRole("link")
          .map(({ textContent }) => textContent),
      ).toEqual(["Night desk2 waiting4 unread", "Harbour Help4 unread"]),
    );
    expect(screen.queryByText("Create your first agent")).toBeNull();
  });

  it("an owner's dashboard says for each agent what it answered today, and what is wrong with it", async () => {
    const problem = { of: "source", name: "Prices", text: "The site answered 404.", at: 0 };
    await openConsole("/accounts/o1/dashboard", {
      ...signedIn(["owner"], [makeAgent(), makeAgent({ id: "a2", name: "Night desk" })]),
      "GET /api/console/v1/org/o1/analytics/agents/today": {
        data: [
          { agentId: "a1", answers: 12, problem: null },
          { agentId: "a2", answers: 0, problem },
        ],
      },
    });
    expect((await screen.findByText("12 answers today")).closest("a")?.textContent).toContain("Harbour Help");
    expect((await screen.findByText("Prices could not be read")).closest("a")?.textContent).toContain(
      "Night desk",
    );
    expect(screen.queryByText("0 answers today")).toBeNull();
  });

  it.each<[Role]>([["owner"], ["admin"], ["collaborator"]])("%s may configure", async (role) => {
    await openConsole(`${base}/settings`, signedIn([role]));
    await screen.findByRole("heading", { level: 1, name: "Configuration" });
  });

  it("tells a member of an organization without agents what to do", async () => {
    await openConsole("/accounts/o1/dashboard", signedIn(["owner"], []));
    await screen.findByText("No agents yet");
    expect(screen.getAllByRole("link", { name: /Create AI Agent/ }).length).toBeGreaterThan(0);
  });
});

describe("creating an agent", () => {
  const page = "/accounts/o1/create-ai-agent";

  it("sends what was chosen and opens the agent", async () => {
    const created = makeAgent({ id: "a2", name: "Deck hand" });
    const { api } = await openConsole(page, {
      [`POST ${apps}`]: { data: created },
      [`GET ${apps}/a2`]: { data: created },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Fill it in by hand" }));
    const anchor = await screen.findByRole("radio", { name: "Anchor" });
    screen.getByRole("heading", { level: 2, name: "Who is it?" });
    fireEvent.change(field("Name"), { target: { value: "Deck hand" } });
    fireEvent.click(anchor);
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    fireEvent.click(await screen.findByRole("radio", { name: /^Custom/ }));
    fireEvent.change(field("Describe the personality"), { target: { value: "Salty." } });
    fireEvent.click(screen.getByRole("button", { name: "Create agent" }));
    await waitFor(() => expect(location.pathname).toBe("/accounts/o1/cp/a2/overview"));
    expect(api.last(`POST ${apps}`)?.body).toEqual({
      data: {
        name: "Deck hand",
        icon: "anchor",
        description: "",
        personality: { preset: "custom", text: "Salty." },
        model: "pilothouse-builtin",
        instructions: "",
        language: "auto",
        ...defaultBehavior,
      },
    });
  });

  it("holds a custom personality to what the model takes", async () => {
    const { api } = await openConsole(`${page}?step=voice`);
    fireEvent.click(await screen.findByRole("radio", { name: /^Custom/ }));
    fireEvent.change(field("Describe the personality"), { target: { value: "x".repeat(2501) } });
    screen.getByText("The chosen model takes at most 2500 characters.");
    fireEvent.click(screen.getByRole("button", { name: "Create agent" }));
    expect(api.last(`POST ${apps}`)).toBeUndefined();
  });

  it("offers models with their credits, and those without a key not for choosing", async () => {
    await openConsole(`${page}?step=voice`);
    const option = await screen.findByRole("option", { name: /^GPT-4o · 5 credits a message/ });
    expect(option.hasAttribute("disabled")).toBe(true);
    expect(screen.getByRole("option", { name: /^Built-in/ }).hasAttribute("disabled")).toBe(false);
  });

  it("keeps what was typed when the server refuses", async () => {
    await openConsole(`${page}?step=identity`, { [`POST ${apps}`]: failWith("unavailable") });
    await screen.findByRole("heading", { level: 2, name: "Who is it?" });
    fireEvent.change(field("Name"), { target: { value: "Deck hand" } });
    fireEvent.click(screen.getByRole("button", { name: "Create agent" }));
    expect((await screen.findByRole("alert")).textContent).toContain("The agent was not created.");
    expect(field("Name")).toHaveProperty("value", "Deck hand");
  });
});

describe("the overview", () => {
  it("switches the agent off at once, and back when the server refuses", async () => {
    const { api } = await openConsole(`${base}/overview`, {
      [`PATCH ${apps}/a1/status`]: { data: makeAgent({ status: "paused" }) },
    });
    fireEvent.click(await screen.findByRole("switch"));
    await screen.findByText("Visitors get no answers until you switch it on again.");
    await waitFor(() =>
      expect(api.last(`PATCH ${apps}/a1/status`)?.body).toEqual({ data: { status: "paused" } }),
    );
    await waitFor(() => expect(screen.getAllByText("Harbour Help is paused")).not.toHaveLength(0));

    api.answer({ [`PATCH ${apps}/a1/status`]: failWith("internal") });
    fireEvent.click(screen.getByRole("switch"));
    await screen.findByText("The status was not changed.");
    expect(screen.getByRole("switch").getAttribute("aria-checked")).toBe("false");
  });

  it("shows what is not public yet and publishes it with a note", async () => {
    const draft = makeAgent({ hasUnpublishedChanges: true });
    const { api } = await openConsole(`${base}/overview`, {
      ...signedIn(["owner"], [draft]),
      [`GET ${apps}/a1/versions/1/changes`]: {
        data: {
          revision: 7,
          changes: [{ area: "behaviour", label: "Instructions", before: "Be kind.", after: "Be brief." }],
          pages: null,
        },
      },
      [`POST ${apps}/a1/publish`]: { data: makeAgent({ publishedVersion: 2 }) },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Publish" }));
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByText("Be brief.");
    fireEvent.change(dialog.getByRole("textbox"), { target: { value: "Shorter answers" } });
    fireEvent.click(dialog.getByRole("button", { name: "Publish" }));
    await screen.findByText("Version 2 is live", { selector: "main *" });
    const sent = { data: { note: "Shorter answers", revision: 7 } };
    expect(api.last(`POST ${apps}/a1/publish`)?.body).toEqual(sent);
    expect(screen.queryByRole("button", { name: "Publish" })).toBeNull();
  });
});

const search = (value: string) =>
  fireEvent.change(screen.getByLabelText("Find a setting"), { target: { value } });

describe("the configuration", () => {
  async function openSettings(replies: Record<string, unknown> = {}) {
    const opened = await openConsole(`${base}/settings`, replies);
    await screen.findByRole("heading", { level: 1, name: "Configuration" });
    return opened;
  }

  function saved(name: string, revision: number): { data: Agent } {
    const agent = makeAgent({ name, revision, hasUnpublishedChanges: true });
    return { data: agent };
  }

  it("shows the bar once something changed, and takes it away when it is as before", async () => {
    await openSettings();
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
    fireEvent.change(field("Name"), { target: { value: "Deck hand" } });
    screen.getByText("1 unsaved change");
    fireEvent.change(field("Instructions"), { target: { value: "Help." } });
    screen.getByText("2 unsaved changes");
    fireEvent.click(screen.getByRole("button", { name: "Discard" }));
    expect(field("Name")).toHaveProperty("value", "Harbour Help");
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  });

  it.each([
    ["the button", () => fireEvent.click(screen.getByRole("button", { name: "Save" }))],
    ["Ctrl+S", () => fireEvent.keyDown(window, { key: "s", ctrlKey: true })],
    ["Cmd+S", () => fireEvent.keyDown(window, { key: "s", metaKey: true })],
  ])("saves by %s, with the revision it started from", async (_, save) => {
    const { api } = await openSettings({ [`PUT ${apps}/a1`]: saved("Deck hand", 2) });
    fireEvent.change(field("Name"), { target: { value: "Deck hand" } });
    save();
    await screen.findByText("Unpublished changes");
    expect(api.last(`PUT ${apps}/a1`)?.body).toMatchObject({
      data: { revision: 1, configuration: { name: "Deck hand" } },
    });
  });

  it("tells that another member saved, and overwrites on request", async () => {
    const { api } = await openSettings({ [`PUT ${apps}/a1`]: failWith("conflict") });
    fireEvent.change(field("Name"), { target: { value: "Mine" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText(/Someone else changed/);
    api.answer({ [`GET ${apps}/a1`]: saved("Theirs", 7), [`PUT ${apps}/a1`]: saved("Mine", 8) });
    fireEvent.click(screen.getByRole("button", { name: "Overwrite" }));
    await waitFor(() =>
      expect(api.last(`PUT ${apps}/a1`)?.body).toMatchObject({
        data: { revision: 7, configuration: { name: "Mine" } },
      }),
    );
    await waitFor(() => expect(screen.queryByRole("button", { name: "Save" })).toBeNull());
    expect(screen.queryByText(/Someone else changed/)).toBeNull();
  });

  it("takes theirs when told to", async () => {
    const { api } = await openSettings({ [`PUT ${apps}/a1`]: failWith("conflict") });
    fireEvent.change(field("Name"), { target: { value: "Mine" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    api.answer({ [`GET ${apps}/a1`]: saved("Theirs", 7) });
    await screen.findByText(/Someone else changed/);
    fireEvent.click(screen.getByRole("button", { name: "Reload" }));
    await waitFor(() => expect(field("Name")).toHaveProperty("value", "Theirs"));
    await waitFor(() => expect(screen.queryByText(/Someone else changed/)).toBeNull());
  });

  it("puts what the server refuses at its field and keeps what was typed", async () => {
    const fields = [{ path: "body.data.configuration.name", message: "Field is required" }];
    await openSettings({ [`PUT ${apps}/a1`]: failWith("invalid_input", { fields }) });
    fireEvent.change(field("Name"), { target: { value: " " } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Field is required");
    expect(field("Name").getAttribute("aria-invalid")).toBe("true");
  });

  it("asks before it is left with unsaved changes, and saves on the way out", async () => {
    const { api } = await openSettings({ [`PUT ${apps}/a1`]: saved("Deck hand", 2) });
    fireEvent.change(field("Name"), { target: { value: "Deck hand" } });
    fireEvent.click(screen.getByRole("link", { name: "Overview" }));
    expect(location.pathname).toBe(`${base}/settings`);
    fireEvent.click(await screen.findByRole("button", { name: "Save and leave" }));
    await screen.findByRole("heading", { level: 1, name: "Overview" });
    expect(api.last(`PUT ${apps}/a1`)).toBeDefined();
  });

  it("stays when saving on the way out did not work, and says why", async () => {
    await openSettings({ [`PUT ${apps}/a1`]: failWith("unavailable") });
    fireEvent.change(field("Name"), { target: { value: "Deck hand" } });
    fireEvent.click(screen.getByRole("link", { name: "Overview" }));
    fireEvent.click(await screen.findByRole("button", { name: "Save and leave" }));
    await screen.findByText(/Your changes were not saved/);
    expect(location.pathname).toBe(`${base}/settings`);
    expect(field("Name")).toHaveProperty("value", "Deck hand");
  });

  it("deletes the agent once its name is typed, and goes to the dashboard", async () => {
    const { api } = await openSettings({ [`DELETE ${apps}/a1`]: () => undefined });
    fireEvent.click(screen.getByRole("button", { name: "Delete agent" }));
    const name = await screen.findByLabelText(/^Type “Harbour Help”/);
    fireEvent.change(name, { target: { value: "Harbour" } });
    fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete agent" }));
    await screen.findByText("This is not the agent’s name.");
    expect(api.last(`DELETE ${apps}/a1`)).toBeUndefined();
    fireEvent.change(name, { target: { value: "Harbour Help" } });
    fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete agent" }));
    await waitFor(() => expect(location.pathname).toBe("/accounts/o1/dashboard"));
    expect(api.last(`DELETE ${apps}/a1`)).toBeDefined();
    // And back, by the bar that offers it.
    api.answer({ [`POST ${deleted}/a1/restore`]: { data: makeAgent() } });
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await screen.findByText("Undone");
    await within(screen.getByRole("main")).findByRole("link", { name: /Harbour Help/ });
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("names who saved as soon as they have, compares theirs with what is typed, and takes theirs", async () => {
    const theirs = makeAgent({ name: "Theirs", revision: 7 });
    theirs.savedBy = { userId: "u2", name: "Ana Weber", at: Date.now() - 120_000 };
    theirs.configuration.name = "Theirs";
    const { api } = await openSettings({ [`PUT ${apps}/a1`]: failWith("conflict") });
    fireEvent.change(field("Name"), { target: { value: "Mine" } });
    api.answer({ [`GET ${apps}/a1`]: { data: theirs } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Changed by Ana Weber 2 minutes ago.");
    fireEvent.click(screen.getByRole("button", { name: "Compare" }));
    const row = (await screen.findByRole("rowheader", { name: "Name" })).closest("tr");
    expect([...(row?.querySelectorAll("td") ?? [])].map((cell) => cell.textContent)).toEqual([
      "Theirs",
      "Mine",
    ]);
    fireEvent.click(screen.getByRole("button", { name: "Keep editing" }));
    fireEvent.click(screen.getByRole("button", { name: "Reload" }));
    await waitFor(() => expect(field("Name")).toHaveProperty("value", "Theirs"));
  });

  it("says what keeping conversations for a number of days would delete, and saves opening hours", async () => {
    const { api } = await openSettings({
      [`GET ${apps}/a1/retention`]: {
        data: { before: Date.UTC(2026, 0, 1), conversations: 3, files: 1, keptOpen: 1 },
      },
      [`PUT ${apps}/a1`]: saved("Harbour Help", 2),
    });
    // Both are about days, and are on two pages.
    search("days");
    const days = await screen.findByLabelText(/^Days without a message/);
    fireEvent.change(days, { target: { value: "30" } });
    await screen.findByText(/this would delete 3 conversations from before .* with 1 file\. 1 open one/);
    expect(api.last(`GET ${apps}/a1/retention`)?.query.get("days")).toBe("30");
    fireEvent.click(await screen.findByRole("switch", { name: "Opening hours" }));
    fireEvent.change(screen.getByLabelText("Monday from"), { target: { value: "08:30" } });
    fireEvent.click(screen.getByRole("switch", { name: "Tuesday" }));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(api.last(`PUT ${apps}/a1`)).toBeDefined());
    expect(api.last(`PUT ${apps}/a1`)?.body).toMatchObject({
      data: {
        configuration: {
          retentionDays: 30,
          hours: {
            week: [{ opens: "08:30", closes: "17:00" }, null, { opens: "09:00" }, {}, {}, null, null],
          },
        },
      },
    });
  });

  it("takes several ranges a day and closed days", async () => {
    const { api } = await openSettings();
    search("hours");
    fireEvent.click(await screen.findByRole("switch", { name: "Opening hours" }));
    fireEvent.change(screen.getByLabelText("Monday to"), { target: { value: "12:00" } });
    fireEvent.click(screen.getByRole("button", { name: "Add hours on Monday" }));
    fireEvent.change(screen.getByLabelText("Monday, range 2, to"), { target: { value: "18:00" } });
    fireEvent.change(screen.getByLabelText("Closed days"), { target: { value: "2026-12-24" } });
    fireEvent.click(screen.getByRole("button", { name: "Add day" }));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(api.last(`PUT ${apps}/a1`)).toBeDefined());
    const monday = [
      { opens: "09:00", closes: "12:00" },
      { opens: "13:00", closes: "18:00" },
    ];
    expect(api.last(`PUT ${apps}/a1`)?.body).toMatchObject({
      data: {
        configuration: { hours: { week: [monday, {}, {}, {}, {}, null, null], closedDays: ["2026-12-24"] } },
      },
    });
    fireEvent.click(screen.getByRole("button", { name: /^Remove Monday, range 2,/ }));
    expect(screen.queryByLabelText("Monday, range 2, to")).toBeNull();
  });

  it.each(["23:00", "00:00", "02:00"])("offers no more hours after %s", async (closes) => {
    await openSettings();
    search("hours");
    fireEvent.click(await screen.findByRole("switch", { name: "Opening hours" }));
    fireEvent.change(screen.getByLabelText("Monday to"), { target: { value: closes } });
    expect(screen.queryByRole("button", { name: "Add hours on Monday" })).toBeNull();
    expect(screen.getByRole("button", { name: "Add hours on Tuesday" })).toBeTruthy();
  });

  it.each([
    ["17:30", "18:30", "20:30"],
    ["22:15", "23:15", "24:00"],
  ])("offers the next hours after %s from %s to %s", async (closes, from, to) => {
    const { api } = await openSettings();
    search("hours");
    fireEvent.click(await screen.findByRole("switch", { name: "Opening hours" }));
    fireEvent.change(screen.getByLabelText("Monday to"), { target: { value: closes } });
    fireEvent.click(screen.getByRole("button", { name: "Add hours on Monday" }));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(api.last(`PUT ${apps}/a1`)).toBeDefined());
    expect(api.last(`PUT ${apps}/a1`)?.body).toMatchObject({
      data: {
        configuration: { hours: { week: [[{}, { opens: from, closes: to }], {}, {}, {}, {}, null, null] } },
      },
    });
  });

  it("says of opening hours that end before they begin that this is on the next day", async () => {
    const message = "This ends after the next day's hours begin.";
    const path = "body.data.configuration.hours.week.0";
    const { api } = await openSettings({
      [`PUT ${apps}/a1`]: failWith("invalid_input", { fields: [{ path, message }] }),
    });
    search("hours");
    fireEvent.click(await screen.findByRole("switch", { name: "Opening hours" }));
    fireEvent.change(screen.getByLabelText("Monday from"), { target: { value: "22:00" } });
    const to = screen.getByLabelText("Monday to");
    fireEvent.change(to, { target: { value: "10:30" } });
    const said = screen.getByText("until 10:30 the next day");
    expect(to.getAttribute("aria-describedby")).toBe(said.id);
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(api.last(`PUT ${apps}/a1`)?.body).toMatchObject({
      data: {
        configuration: { hours: { week: [{ opens: "22:00", closes: "10:30" }, {}, {}, {}, {}, null, null] } },
      },
    });
    fireEvent.change(to, { target: { value: "00:00" } });
    expect(screen.queryByText(/the next day$/)).toBeNull();
  });

  it("does not offer an advisor to delete the agent", async () => {
    await openSettings(signedIn(["collaborator"]));
    expect(screen.queryByRole("button", { name: "Delete agent" })).toBeNull();
  });

  it("says what is missing when the chosen model can't be used here", async () => {
    const agent = makeAgent();
    agent.configuration.model = "gpt-4o";
    await openSettings(signedIn(["owner"], [agent]));
    await screen.findByText(/There is no key for GPT-4o/);
  });
});
