import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { failWith } from "../../../tests/kit/console/fakeApi.ts";
import type { Replies } from "../../../tests/kit/console/fakeApi.ts";
import {
  makeAgent,
  makeOrganization,
  openConsole,
  signedOut,
} from "../../../tests/kit/console/openConsole.tsx";

const list = "GET /api/organisation/organization";
const apps = (org: string) => `GET /api/console/v1/org/${org}/copilotapps`;
const token = (org: string) => `GET /api/organisation/token/${org}`;
const listOf = (...items: unknown[]) => ({ items, page: { page: 1, limit: 100, total: items.length } });
const harbor = makeOrganization({ org_id: "o1", name: "Harbour" });
const lighthouse = makeOrganization({ org_id: "o2", name: "Lighthouse", roles: ["support"] });

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

async function open(replies: Replies = {}) {
  const opened = await openConsole("/choose-app", {
    [list]: { items: [harbor, lighthouse] },
    [token("o1")]: { data: { token: "bearer1", roles: ["owner"] } },
    [token("o2")]: { data: { token: "bearer2", roles: ["support"] } },
    [apps("o1")]: listOf(makeAgent({ id: "a1", name: "Tide" }), makeAgent({ id: "a2", name: "Anchor" })),
    [apps("o2")]: listOf(makeAgent({ id: "a3", name: "Beacon" })),
    ...replies,
  });
  await screen.findByRole("heading", { level: 1, name: "Choose an AI Agent" });
  return opened;
}
const group = (name: string) => screen.findByRole("region", { name });
const link = (name: RegExp) => screen.findByRole("link", { name });

describe("choosing an agent", () => {
  it("while signed out leads to the login page, and back", async () => {
    const { sentTo } = await openConsole("/choose-app?from=plugin", signedOut);
    await waitFor(() =>
      expect(sentTo).toEqual([`/auth/login?redirectUrl=${encodeURIComponent("/choose-app?from=plugin")}`]),
    );
  });

  it("lists the agents of all organizations, each read with the token of its own", async () => {
    const { api } = await open();
    expect((await link(/Beacon/)).getAttribute("href")).toBe("/accounts/o2/cp/a3/inbox/conversations");
    expect(within(await group("Harbour")).getAllByRole("link")).toHaveLength(2);
    expect((await link(/Tide/)).getAttribute("href")).toBe("/accounts/o1/cp/a1");
    expect(api.last(apps("o1"))?.headers.get("authorization")).toBe("Bearer bearer1");
    expect(api.last(apps("o2"))?.headers.get("authorization")).toBe("Bearer bearer2");
  });

  it.each([
    ["anch", ["Anchor"]],
    ["lighthouse", ["Beacon"]],
    ["", ["Tide", "Anchor", "Beacon"]],
  ])("finds by %j: %j", async (typed, names) => {
    await open();
    await link(/Beacon/);
    fireEvent.change(screen.getByLabelText("Search agents"), { target: { value: typed } });
    const shown = screen.getAllByRole("link").map((one) => one.querySelector("strong")?.textContent);
    expect(shown.filter(Boolean)).toEqual(names);
  });

  it("says when nothing is called so", async () => {
    await open();
    await link(/Beacon/);
    fireEvent.change(screen.getByLabelText("Search agents"), { target: { value: "whale" } });
    await screen.findByText("No agents found.");
  });

  it("remembers what was opened, and shows it first", async () => {
    await open();
    fireEvent.click(await link(/Beacon/));
    await open();
    const recent = await group("Opened last");
    await within(recent).findByText("Beacon");
    within(recent).getByText("Lighthouse");
  });

  it("remembers what was opened elsewhere in the console too", async () => {
    await openConsole("/accounts/o1/cp/a1/overview");
    await waitFor(() =>
      expect(localStorage.getItem("recentAgents")).toBe(JSON.stringify([{ orgId: "o1", agentId: "a1" }])),
    );
  });

  it("shows the others where one organization can't be read, and tries that again", async () => {
    const { api } = await open({ [apps("o2")]: failWith("internal") });
    await link(/Tide/);
    const broken = await group("Lighthouse");
    api.answer({ [apps("o2")]: listOf(makeAgent({ id: "a3", name: "Beacon" })) });
    fireEvent.click(await within(broken).findByRole("button", { name: "Retry" }));
    await link(/Beacon/);
  });

  it.each([
    ["no organization", { [list]: { items: [] } }],
    ["no agent", { [apps("o1")]: listOf(), [apps("o2")]: listOf() }],
  ])("with %s says what to do", async (_, replies) => {
    await open(replies);
    await screen.findByText("No agents yet");
    expect((await link(/Your organizations/)).getAttribute("href")).toBe("/choose-company");
  });
});

describe("choosing an agent for a plug-in of a design tool", () => {
  const writeKey = "w".repeat(43);
  const select = "POST /api/auth/v1.0/authentication/google/figma";
  const widget = "GET /api/console/v1/org/o1/copilotapps/a1/surfaces/widget";

  const openFor = (replies: Replies) =>
    openConsole(`/choose-app?write_key=${writeKey}`, {
      [list]: { items: [harbor] },
      [token("o1")]: { data: { token: "bearer1", roles: ["owner"] } },
      [apps("o1")]: listOf(makeAgent({ id: "a1", name: "Tide" })),
      [widget]: { data: { token: "public1" } },
      ...replies,
    });

  it("hands over its public token, and says what comes next", async () => {
    const answer = { data: { expiresAt: Date.now() + 600_000 } };
    const { api, sentTo } = await openFor({ [select]: answer });
    await screen.findByText("Your design tool will use this agent.");
    fireEvent.click(await screen.findByRole("button", { name: /Tide/ }));
    await screen.findByRole("heading", { name: "Agent connected" });
    expect(api.last(select)?.body).toEqual({ write_key: writeKey, token: "public1" });
    expect(api.last(widget)?.headers.get("authorization")).toBe("Bearer bearer1");
    expect(sentTo).toEqual([]);
  });

  it("says why it can't be handed over, and leaves the choice", async () => {
    const { api } = await openFor({ [select]: failWith("conflict", { message: "Begin again." }) });
    fireEvent.click(await screen.findByRole("button", { name: /Tide/ }));
    expect((await screen.findByRole("alert")).textContent).toContain("Begin again.");
    await screen.findByRole("button", { name: /Tide/ });
    expect(api.last(select)).toBeDefined();
  });
});
