import "../tests/kit/heedStyles.ts";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { personalities } from "../shared/domain/personalities.ts";
import { failWith } from "../tests/kit/console/fakeApi.ts";
import {
  makeOrganization,
  openConsole,
  session,
  signedIn,
  signedOut,
} from "../tests/kit/console/openConsole.tsx";

const dashboard = "/accounts/o1/dashboard";
const base = "/accounts/o1/cp/a1";
const organizations = "GET /api/organisation/organization";
const token = "GET /api/organisation/token/o1";
const sidebar = () => screen.queryByRole("complementary", { name: "Agents and menu" });
const two = { items: [makeOrganization(), makeOrganization({ org_id: "o2", name: "Lighthouse" })] };

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  setWidth(1024);
  vi.restoreAllMocks();
});

/** The window of happy-dom can be made narrow; its type is not that of the page. */
function setWidth(width: number): void {
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width });
}

async function openDashboard(replies = {}) {
  const opened = await openConsole(dashboard, replies);
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  if (innerWidth > 768) await screen.findByRole("button", { name: "Logout", hidden: true });
  return opened;
}

describe("the pages", () => {
  it.each([
    [dashboard, "Dashboard"],
    ["/accounts/o1/create-ai-agent", "Create an AI agent"],
    [`${base}/overview`, "Overview"],
    [`${base}/settings`, "Configuration"],
    [`${base}/datasources`, "Data sources"],
    [`${base}/deploy`, "Deploy"],
    [`${base}/mcps`, "MCP"],
    [`${base}/workflows`, "Workflows"],
    [`${base}/integrations`, "Integrations"],
    [`${base}/inbox`, "Inbox"],
    [`${base}/inbox/conversations`, "Inbox"],
  ])("%s is %s", async (path, heading) => {
    await openConsole(path);
    await screen.findByRole("heading", { level: 1, name: heading });
  });

  const every = ["authentication", "organisation", "role"];
  it.each([
    ["/choose-company", "/choose-company", every.slice(0, 2), "Choose an organization"],
    ["/setup-company", "/setup-company", every, "Create an organization"],
    ["/accounts/o1/some/where", "*", every, "Not found"],
  ])("%s, which is %s in the list, runs through %j and is %s", async (path, pattern, guards, heading) => {
    await openConsole(path);
    await screen.findByRole("heading", { level: 1, name: heading });
    const { routes } = await import("./routes.tsx");
    expect(routes.find((route) => route.path === pattern)?.guards).toEqual(guards);
  });

  it("show a loader that fills the window until the guards are done", async () => {
    const held = Promise.withResolvers<unknown>();
    await openConsole(dashboard, { [token]: () => held.promise });
    const loader = (await screen.findByRole("img", { name: "Loading" })).closest("[role=status]");
    expect(loader && getComputedStyle(loader).minHeight).toBe("100dvh");
    expect(screen.queryByRole("main")).toBeNull();
    held.resolve({ data: { token: "bearer1", roles: ["owner"] } });
    await screen.findByRole("main");
  });

  it("run their guards in order, each only after the one before let it pass", async () => {
    const stranger = await openConsole("/accounts/o9/cp/a1/settings", signedOut);
    await waitFor(() => expect(stranger.sentTo).toEqual(["/auth/login"]));
    expect(stranger.api.last(organizations)).toBeUndefined();
    const support = await openConsole("/accounts/o9/cp/a1/settings", signedIn(["support"]));
    await waitFor(() => expect(support.sentTo).toEqual(["/choose-company"]));
  });

  it("follow the redirectUrl of the login page", async () => {
    const login = { "POST /api/auth/v1.0/authentication/login/password": session };
    const target = `${base}/settings?tab=2`;
    const path = `/auth/login?redirectUrl=${encodeURIComponent(target)}`;
    const { sentTo } = await openConsole(path, { ...signedOut, ...login });
    fireEvent.click(await screen.findByRole("button", { name: "Sign in" }));
    await waitFor(() => expect(sentTo).toEqual([target]));
  });

  it("read the list of organizations, once, before they enter one", async () => {
    const { api } = await openDashboard();
    expect(api.requests.filter(({ what }) => what === organizations)).toHaveLength(1);
  });

  it("log what goes wrong while an organization is entered, and lead to choosing one", async () => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    const { sentTo } = await openConsole(dashboard, { [token]: failWith("internal") });
    await waitFor(() => expect(sentTo).toEqual(["/choose-company"]));
    expect(logged).toHaveBeenCalled();
  });

  it.each([
    ["internal", 1],
    ["unauthenticated", 0],
  ] as const)("log a session check that fails with %s %i times", async (code, times) => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    await openConsole("/auth/login", {
      "GET /api/auth/v1.0/session": failWith(code),
      "GET /api/auth/v1.0/first-owner": { needed: false },
    });
    await screen.findByRole("button", { name: times ? "Try Again" : "Sign in" });
    expect(logged).toHaveBeenCalledTimes(times);
  });
});

describe("the layout", () => {
  it.each([
    [`${base}/overview`, 1024, true],
    [`${base}/overview`, 769, true],
    [`${base}/overview`, 768, false],
    ["/accounts/o1/create-ai-agent", 1024, false],
    ["/accounts/o1/account/teams", 1024, false],
    ["/accounts/o1/accept-invite", 1024, false],
  ])("of %s in a window of %i px has a sidebar: %s", async (path, width, isThere) => {
    setWidth(width);
    await openConsole(path);
    await screen.findByRole("main");
    expect(sidebar() !== null).toBe(isThere);
  });

  it("leads from the sidebar's last item to Create AI Agent", async () => {
    await openDashboard();
    fireEvent.click(within(screen.getByRole("complementary")).getByRole("link", { name: "Create AI Agent" }));
    await screen.findByRole("heading", { level: 1, name: "Create an AI agent" });
    expect(location.pathname).toBe("/accounts/o1/create-ai-agent");
  });

  it("on phones opens a side panel with the agents by its hamburger, and closes it by a choice", async () => {
    setWidth(400);
    await openDashboard();
    fireEvent.click(screen.getByRole("button", { name: "Open menu" }));
    const panel = await screen.findByRole("dialog", { name: "Agents and menu" });
    fireEvent.click(within(panel).getByRole("link", { name: /Harbour Help/ }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("is light until the dark theme is chosen, and stays so in this browser", async () => {
    await import("./state/shell/platformTheme.ts").then(({ showTheme }) => showTheme());
    const root = document.documentElement;
    expect(root.dataset["phScheme"]).toBe("light");
    await openDashboard();
    fireEvent.click(screen.getByRole("radio", { name: "Dark", hidden: true }));
    expect(root.dataset["phScheme"]).toBe("dark");
    vi.resetModules();
    delete root.dataset["phScheme"];
    await import("./state/shell/platformTheme.ts").then(({ showTheme }) => showTheme());
    expect(root.dataset["phScheme"]).toBe("dark");
  });

  it("follows the device where that is chosen", async () => {
    await openDashboard();
    fireEvent.click(screen.getByRole("radio", { name: "System", hidden: true }));
    expect(document.documentElement.dataset["phScheme"]).toBe("auto");
  });
});

describe("the shell", () => {
  it("has a top bar with the profile menu, and a link to the documentation", async () => {
    await openDashboard();
    const [bar] = screen.getAllByRole("banner");
    const menu = screen.getByRole("button", { name: /Profile menu/ });
    expect(bar?.contains(menu)).toBe(true);
    expect(screen.getByRole("link", { name: "Documentation", hidden: true })).toBeTruthy();
  });

  it("shows toasts, and the upgrade dialog", async () => {
    await openDashboard();
    const { showToast } = await import("../shared/ui/toasts.ts");
    const { openUpgrade } = await import("./state/billing/upgrade.ts");
    act(() => showToast("Saved"));
    expect(await screen.findByText("Saved")).toBeTruthy();
    act(() => openUpgrade("copilot_app_create"));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/to unlock full potential!|to continue using AI Agents!/)).toBeTruthy();
  });
});

describe("the profile menu", () => {
  const item = (role: "link" | "button", name: string) => screen.getByRole(role, { name, hidden: true });

  it("opens the documentation in a new tab", async () => {
    await openDashboard();
    const link = item("link", "Documentation");
    expect([link.getAttribute("target"), link.getAttribute("href")]).toEqual(["_blank", "/api/docs"]);
  });

  it("switches organizations only where there are more than one", async () => {
    await openDashboard();
    expect(item("button", "Switch Organization").hasAttribute("disabled")).toBe(true);
    await openDashboard({ [organizations]: two });
    expect(item("link", "Switch Organization").getAttribute("href")).toBe("/choose-company");
  });

  it("is a sheet from the bottom on phones", async () => {
    setWidth(400);
    await openDashboard();
    fireEvent.click(screen.getByRole("button", { name: /Profile menu/ }));
    const sheet = await screen.findByRole("dialog", { name: "Profile menu" });
    await within(sheet).findByRole("button", { name: "Logout" });
    expect(getComputedStyle(sheet).inset).toBe("auto 0 0 0");
  });

  it.each([
    ["https://sso.example/bye", "https://sso.example/bye"],
    [null, "/auth/login"],
  ])("logs out, and with the redirectUrl %s goes to %s", async (redirectUrl, target) => {
    const logout = "POST /api/auth/v1.0/authentication/logout";
    const { api, sentTo } = await openDashboard({ [logout]: { redirectUrl } });
    fireEvent.click(item("button", "Logout"));
    await waitFor(() => expect(sentTo).toEqual([target]));
    expect(api.last(logout)).toBeDefined();
  });
});

describe("switching to another organization", () => {
  it("keeps its account in this browser, reloads the page and fetches its token", async () => {
    const first = await openConsole("/choose-company", { [organizations]: two });
    fireEvent.click(await screen.findByRole("button", { name: /Lighthouse/ }));
    expect(localStorage.getItem("account:o2")).toBe("o2-a");
    expect(first.sentTo).toEqual(["/accounts/o2/dashboard"]);
    const next = await openConsole("/accounts/o2/dashboard", {
      [organizations]: two,
      "GET /api/organisation/token/o2": { data: { token: "bearer2", roles: ["owner"] } },
      "GET /api/console/v1/org/o2/copilotapps": { items: [], page: { page: 1, limit: 100, total: 0 } },
    });
    await screen.findByRole("heading", { level: 1, name: "Dashboard" });
    const list = next.api.last("GET /api/console/v1/org/o2/copilotapps");
    expect(list?.headers.get("authorization")).toBe("Bearer bearer2");
  });
});

describe("the personalities", () => {
  it("are chosen by label, with an icon and an explanation, and the custom one begins empty", async () => {
    await openConsole("/accounts/o1/create-ai-agent?step=voice");
    const group = await screen.findByRole("group", { name: "Personality" });
    for (const { label, tooltip } of personalities) {
      const radio = within(group).getByRole("radio", { name: new RegExp(`^${label}`) });
      expect(radio.closest("label")?.textContent).toBe(label + tooltip);
      expect(radio.closest("label")?.querySelector("svg")).not.toBeNull();
    }
    fireEvent.click(within(group).getByRole("radio", { name: /^Custom/ }));
    const text = screen.getByRole("textbox", { name: "Describe the personality" });
    expect(text).toHaveProperty("value", "");
  });
});
