import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Role } from "../../../shared/domain/access.ts";
import type { Replies } from "../../../tests/kit/console/fakeApi.ts";
import {
  makeAgent,
  makeOrganization,
  openConsole,
  signedIn,
} from "../../../tests/kit/console/openConsole.tsx";

const base = "/accounts/o1/cp/a1";
const members = "GET /api/organisation/organization/account/members";
const two = [makeAgent(), makeAgent({ id: "a2", name: "Night desk", status: "paused" })];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

async function open({ roles = ["owner"], more = {} }: { roles?: Role[]; more?: Replies } = {}) {
  const path = roles.includes("support") ? `${base}/inbox/conversations` : `${base}/overview`;
  const opened = await openConsole(path, { ...signedIn(roles, two), ...more });
  fireEvent.click(await screen.findByRole("button", { name: "Search, command palette" }));
  await screen.findByRole("combobox", { name: /^Search agents/ });
  return opened;
}

const field = () => screen.getByRole<HTMLInputElement>("combobox", { name: /^Search agents/ });
const palette = () => within(screen.getByRole("dialog", { name: "Command palette" }));
const options = () =>
  palette()
    .queryAllByRole("option")
    .map((option) => option.querySelector("span + span")?.textContent);
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const press = (key: string, more: object = {}) => fireEvent.keyDown(field(), { key, ...more });
const current = () => {
  const option = document.getElementById(field().getAttribute("aria-activedescendant") ?? "");
  expect(option?.getAttribute("aria-selected")).toBe("true");
  return option?.textContent;
};

describe("the command palette", () => {
  it("is a combobox with a list whose current option it names; arrows go round", async () => {
    await open();
    expect(field().getAttribute("aria-expanded")).toBe("true");
    expect(screen.getByRole("listbox").id).toBe(field().getAttribute("aria-controls"));
    const first = current();
    press("ArrowDown");
    expect(current()).not.toBe(first);
    press("ArrowUp");
    expect(current()).toBe(first);
    press("ArrowUp");
    expect(current()).toContain("Logout");
    expect(palette().getAllByRole("option", { selected: true })).toHaveLength(1);
  });

  it("offers the agent's pages, agents, pages of the account and actions, in groups", async () => {
    await open();
    const groups = within(screen.getByRole("listbox"))
      .getAllByRole("group")
      .map((group) => group.getAttribute("aria-label"));
    expect(groups).toEqual(["This agent", "Agents", "Go to", "Actions"]);
    const all = options().join("|");
    for (const label of [
      "Configuration",
      "Harbour Help",
      "Manage Account",
      "Create AI Agent",
      "Dark theme",
      "Logout",
    ])
      expect(all).toContain(label);
  });

  it("finds the pages and settings of every agent while none is open", async () => {
    await openConsole("/accounts/o1/dashboard", signedIn(["owner"], two));
    fireEvent.click(await screen.findByRole("button", { name: "Search, command palette" }));
    await screen.findByRole("combobox", { name: /^Search agents/ });
    expect(options()).not.toContain("Versions");
    type("versions");
    const found = () =>
      palette()
        .getAllByRole("option")
        .map(({ textContent }) => textContent);
    expect(found()).toEqual(["Versions Harbour Help", "Versions Night desk"]);
    type("opening hours");
    expect(found()).toEqual([
      "Opening hours Configuration · Harbour Help",
      "Opening hours Configuration · Night desk",
    ]);
  });

  it("goes where Enter says, and offers it first the next time", async () => {
    await open();
    type("night");
    press("Enter");
    await waitFor(() => expect(location.pathname).toBe("/accounts/o1/cp/a2/overview"));
    expect(screen.queryByRole("dialog")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Search, command palette" }));
    const recent = await screen.findByRole("group", { name: "Recent" });
    expect(within(recent).getByRole("option").textContent).toContain("Night desk");
  });

  it("says honestly that nothing is called so, and how many are", async () => {
    await open();
    type("zzz");
    expect(options()).toEqual([]);
    expect(screen.getByText("No results for “zzz”.")).toBeTruthy();
    expect(field().hasAttribute("aria-activedescendant")).toBe(false);
    press("Enter");
    press("ArrowDown");
    type("system theme");
    expect(screen.getByText("1 result")).toBeTruthy();
  });

  it("does what is an action: the theme, another organization", async () => {
    const items = [makeOrganization(), makeOrganization({ org_id: "o2", name: "Lighthouse" })];
    const { sentTo } = await open({ more: { "GET /api/organisation/organization": { items } } });
    type("dark");
    press("Enter");
    await waitFor(() => expect(document.documentElement.dataset["phScheme"]).toBe("dark"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    fireEvent.click(screen.getByRole("button", { name: "Search, command palette" }));
    await screen.findByRole("combobox", { name: /^Search agents/ });
    type("lighthouse");
    fireEvent.click(palette().getByRole("option", { name: /Switch to Lighthouse/ }));
    await waitFor(() => expect(sentTo).toHaveLength(1));
    expect(sentTo[0]).toContain("o2");
  });

  it("finds members on the server for users who may read the team, and leads to them", async () => {
    const ben = {
      _id: "u2",
      email: "ben@example.com",
      first_name: "Ben",
      last_name: "Bo",
      profile_pic_url: null,
    };
    const member = { ...ben, usergroups: [], role: "admin", agentStatus: "offline", joinedAt: 0 };
    const { api } = await open({
      more: { [members]: { items: [member], page: { page: 1, limit: 5, total: 1 } } },
    });
    type("ben");
    fireEvent.click(await screen.findByRole("option", { name: /Ben Bo/ }));
    expect(api.last(members)?.query.get("search")).toBe("ben");
    await waitFor(() =>
      expect(location.pathname + location.search).toBe("/accounts/o1/account/teams?search=ben%40example.com"),
    );
  });

  it.each([
    ["opening hours", "Opening hours", `${base}/settings/team#hours`],
    ["prompt", "Purpose", `${base}/settings#purpose`],
    ["snippet", "Snippet", `${base}/deploy/install`],
    ["allowed domains", "Allowed domains", `${base}/deploy/identity`],
    ["2fa", "Two-factor sign-in", "/accounts/o1/account/profile"],
    ["api keys", "API keys", "/accounts/o1/account/teams?view=keys"],
    ["audit", "Audit log", "/accounts/o1/account/teams?view=audit"],
    ["versions", "Versions", `${base}/versions`],
    ["tests", "Tests", `${base}/overview/tests`],
  ])("finds a setting within a page: %s", async (typed, label, href) => {
    await open();
    type(typed);
    const found = palette()
      .getAllByRole("option")
      .find((option) => option.querySelector("span + span")?.textContent.startsWith(label));
    expect(found?.getAttribute("href")).toBe(href);
  });

  it("finds contacts, data sources, actions and webhooks by their names at the server", async () => {
    const page = { page: 1, limit: 5, total: 1 };
    const agent = "/api/console/v1/org/o1/copilotapps/a1";
    const { api } = await open({
      more: {
        [`GET ${agent}/contacts`]: {
          items: [{ id: "k1", name: "Kay Lund", email: "kay@lund.example" }],
          page,
        },
        [`GET ${agent}/datasources`]: {
          items: [
            { id: "s1", name: "Lund price list" },
            { id: "s2", name: "Other" },
          ],
          page,
        },
        [`GET ${agent}/skills`]: {
          items: [{ id: "w1", name: "lund_order", title: "Look up a Lund order" }],
          page,
        },
        "GET /api/organisation/v1.0/org/o1/webhooks": {
          items: [{ id: "h1", name: "Lund CRM", url: "https://crm.lund.example/in" }],
        },
      },
    });
    type("lund");
    await waitFor(() =>
      expect(
        palette()
          .queryAllByRole("option")
          .map((option) => option.getAttribute("href"))
          .toSorted(),
      ).toEqual([
        "/accounts/o1/account/webhooks?webhook=h1",
        `${base}/datasources?source=s1`,
        `${base}/inbox/contacts/k1`,
        `${base}/integrations/actions/w1`,
      ]),
    );
    expect(api.last(`GET ${agent}/contacts`)?.query.get("search")).toBe("lund");
  });

  it("finds contacts of all agents where none is open, and names the agent", async () => {
    const contactsOf = (id: string) => `GET /api/console/v1/org/o1/copilotapps/${id}/contacts`;
    const page = { page: 1, limit: 5, total: 1 };
    const kay = { id: "k1", name: "Kay Lund", email: "kay@lund.example" };
    await openConsole("/accounts/o1/dashboard", {
      ...signedIn(["owner"], two),
      [contactsOf("a1")]: { items: [], page },
      [contactsOf("a2")]: { items: [kay], page },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Search, command palette" }));
    await screen.findByRole("combobox", { name: /^Search agents/ });
    type("kay");
    const found = await palette().findByRole("option", { name: /Kay Lund/ });
    expect(found.textContent).toContain("kay@lund.example · Night desk");
    expect(found.getAttribute("href")).toBe("/accounts/o1/cp/a2/inbox/contacts/k1");
  });

  it("shows a support agent only allowed pages and requests no members", async () => {
    const { api } = await open({ roles: ["support"] });
    const all = options().join("|");
    for (const label of ["Configuration", "Overview", "Manage Account", "Create AI Agent", "Your Profile"])
      expect(all).not.toContain(label);
    for (const hidden of ["api keys", "snippet", "versions", "webhooks", "opening hours"]) {
      type(hidden);
      expect(options(), hidden).toEqual([]);
    }
    type("ben");
    type("inbox");
    press("Enter");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.last(members)).toBeUndefined();
  });

  it("leaves Enter to an input method that is still composing", async () => {
    await open();
    type("night");
    press("Enter", { isComposing: true });
    expect(location.pathname).toBe(`${base}/overview`);
    expect(field().isConnected).toBe(true);
  });
});
