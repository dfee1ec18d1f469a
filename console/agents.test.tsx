import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Agent } from "../shared/contract/agents.ts";
import type { Role } from "../shared/domain/access.ts";
import { failWith } from "../tests/kit/fakeApi.ts";
import { makeAgent, openConsole, signedIn } from "../tests/kit/openConsole.tsx";

const apps = "/api/console/v1/org/o1/copilotapps";
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

  it("carries the organisation's token and a signature with every call inside it", async () => {
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
    await screen.findByText(/This agent does not exist/);
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
    const { api } = await openConsole(`${base}/overview`);
    const toggle = await screen.findByRole("switch");
    // The preview has had its answer: any answer that comes later says that the server is there.
    await screen.findByRole("alert");
    api.answer({ [`PATCH ${apps}/a1/status`]: () => Promise.reject(new TypeError("refused")) });
    fireEvent.click(toggle);
    await screen.findByText(/can’t be reached\. Trying again/);
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

  it.each<[Role]>([["owner"], ["admin"], ["collaborator"]])("%s may configure", async (role) => {
    await openConsole(`${base}/settings`, signedIn([role]));
    await screen.findByRole("heading", { level: 1, name: "Configuration" });
  });

  it("a member of an organisation without agents is told what to do", async () => {
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
    await screen.findByRole("heading", { level: 1, name: "Create an AI agent" });
    fireEvent.change(field("Name"), { target: { value: "Deck hand" } });
    fireEvent.click(screen.getByRole("radio", { name: "Anchor" }));
    fireEvent.click(screen.getByRole("radio", { name: /^Custom/ }));
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
      },
    });
  });

  it("holds a custom personality to what the model takes", async () => {
    const { api } = await openConsole(page);
    fireEvent.click(await screen.findByRole("radio", { name: /^Custom/ }));
    fireEvent.change(field("Describe the personality"), { target: { value: "x".repeat(2501) } });
    screen.getByText("The chosen model takes at most 2500 characters.");
    fireEvent.click(screen.getByRole("button", { name: "Create agent" }));
    expect(api.last(`POST ${apps}`)).toBeUndefined();
  });

  it("offers models with their credits, and those without a key not for choosing", async () => {
    await openConsole(page);
    const option = await screen.findByRole("option", { name: /^GPT-4o · 5 credits a message/ });
    expect(option.hasAttribute("disabled")).toBe(true);
    expect(screen.getByRole("option", { name: /^Built-in/ }).hasAttribute("disabled")).toBe(false);
  });

  it("stops at the number of agents of the plan", async () => {
    const plan = { name: "Trial", type: "trial", currentPrice: 0, features: [{ id: "app", units: 1 }] };
    await openConsole(page, {
      "GET /api/account/v1/org/o1/subscriptions": {
        data: { planId: "t", plan, paymentProvider: "card", currentEndDate: null, status: "active" },
      },
    });
    await screen.findByText("Your plan has limited access, Upgrade to unlock full potential!");
  });

  it("keeps what was typed when the server refuses", async () => {
    await openConsole(page, { [`POST ${apps}`]: failWith("unavailable") });
    await screen.findByRole("heading", { level: 1, name: "Create an AI agent" });
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

  it("publishes what is not public yet", async () => {
    const draft = makeAgent({ hasUnpublishedChanges: true });
    const { api } = await openConsole(`${base}/overview`, {
      ...signedIn(["owner"], [draft]),
      [`POST ${apps}/a1/publish`]: { data: makeAgent({ publishedVersion: 2 }) },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Publish" }));
    await screen.findByText("Version 2 is public", { selector: "main *" });
    expect(api.last(`POST ${apps}/a1/publish`)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Publish" })).toBeNull();
  });

  it("leads only to tabs that are there, and ticks what is done", async () => {
    const agent = makeAgent();
    agent.configuration.instructions = "You help customers.";
    await openConsole(`${base}/overview`, signedIn(["owner"], [agent]));
    const steps = await screen.findByRole("region", { name: "Next steps" });
    within(steps).getByRole("link", { name: /^Done: Say what it is for/ });
    for (const link of within(steps).getAllByRole("link")) {
      const tab = link.getAttribute("href")?.replace(`${base}/`, "");
      const menu = screen.getByRole("navigation", { name: "AI Agents" });
      expect(menu.querySelector(`a[href="${base}/${tab}"]`)).not.toBeNull();
    }
  });
});

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

  it("tells that somebody else saved, and overwrites theirs when told to", async () => {
    const { api } = await openSettings({ [`PUT ${apps}/a1`]: failWith("conflict") });
    fireEvent.change(field("Name"), { target: { value: "Mine" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText(/Somebody else changed/);
    api.answer({ [`GET ${apps}/a1`]: saved("Theirs", 7), [`PUT ${apps}/a1`]: saved("Mine", 8) });
    fireEvent.click(screen.getByRole("button", { name: "Overwrite" }));
    await waitFor(() =>
      expect(api.last(`PUT ${apps}/a1`)?.body).toMatchObject({
        data: { revision: 7, configuration: { name: "Mine" } },
      }),
    );
    await waitFor(() => expect(screen.queryByRole("button", { name: "Save" })).toBeNull());
    expect(screen.queryByText(/Somebody else changed/)).toBeNull();
  });

  it("takes theirs when told to", async () => {
    const { api } = await openSettings({ [`PUT ${apps}/a1`]: failWith("conflict") });
    fireEvent.change(field("Name"), { target: { value: "Mine" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    api.answer({ [`GET ${apps}/a1`]: saved("Theirs", 7) });
    await screen.findByText(/Somebody else changed/);
    fireEvent.click(screen.getByRole("button", { name: "Reload" }));
    await waitFor(() => expect(field("Name")).toHaveProperty("value", "Theirs"));
    expect(screen.queryByText(/Somebody else changed/)).toBeNull();
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

  it("says what is missing when the chosen model can't be used here", async () => {
    const agent = makeAgent();
    agent.configuration.model = "gpt-4o";
    await openSettings(signedIn(["owner"], [agent]));
    await screen.findByText(/This installation has no key for GPT-4o/);
  });
});
