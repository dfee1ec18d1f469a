import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Role } from "../../../shared/domain/access.ts";
import type { DataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import type { SharedSource } from "../../../shared/contract/knowledge/sharedSources.ts";
import { failWith, type Replies } from "../../../tests/kit/console/fakeApi.ts";
import { makeSource } from "../../../tests/kit/console/consoleScreen.tsx";
import { openConsole, signedIn } from "../../../tests/kit/console/openConsole.tsx";

const all = "/api/account/v1/org/o1/datasources";
const ofAgent = "/api/console/v1/org/o1/copilotapps/a1/datasources";
const listOf = <Item,>(...items: Item[]) => ({ items, page: { page: 1, limit: 100, total: items.length } });
const usage = { data: { used: 60, limit: 100, agentUsed: 60, bySource: [], byKind: [] } };
const handbook = (part: Partial<DataSource> = {}) =>
  makeSource({ agentId: null, usedBy: [{ id: "a1", name: "Harbour help" }], name: "Handbook", ...part });
const seen = (part: Partial<SharedSource> = {}): SharedSource => ({
  ...{ id: "source-1", name: "Handbook", kind: "website", status: "ready", error: null },
  counts: { pages: 12, passages: 40, characters: 34_000, failed: 0 },
  ...{ lastSyncedAt: 1, isUsed: false },
  ...part,
});

function openAccount(replies: Replies = {}, roles: Role[] = ["owner"]) {
  return openConsole("/accounts/o1/account/datasources", {
    ...signedIn(roles),
    ...{ [`GET ${all}`]: listOf(handbook()), [`GET ${all}/character-usage`]: usage },
    ...replies,
  });
}

/** An item of the source's menu. */
function choose(name: string): void {
  fireEvent.click(screen.getByRole("menuitem", { name, hidden: true }));
}

function openAgent(replies: Replies, roles: Role[] = ["owner"]) {
  return openConsole("/accounts/o1/cp/a1/datasources", { ...signedIn(roles), ...replies });
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  // happy-dom has no popovers; the menu's items are there all the same.
  HTMLElement.prototype.hidePopover = () => undefined;
});

describe("the organization's own data sources", () => {
  it("are in the account with how many agents use each", async () => {
    await openAccount();
    const list = await screen.findByRole("list", { name: "Data sources" });
    expect(within(list).getByRole("listitem").textContent).toContain("Website · used by 1 agent");
    const tab = screen.getByRole("link", { name: "Data sources" });
    expect(tab.getAttribute("aria-current")).toBe("page");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Settings");
  });

  it("say what they are for where there is none yet", async () => {
    const { api } = await openAccount({ [`GET ${all}`]: listOf() });
    expect(await screen.findByText("No shared data sources yet")).toBeTruthy();
    expect(screen.getByText(/Turn it on in each agent’s Data sources/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Try it with a sample" })).toBeNull();
    expect(api.requests.some(({ what }) => what.endsWith("/shared"))).toBe(false);
  });

  it("are added, synced and deleted for the organization, and list the agents that use them", async () => {
    const { api } = await openAccount({
      [`POST ${all}/source-1/sync`]: { data: {} },
      [`GET ${all}/source-1`]: { data: handbook({ name: "Handbook 2" }) },
      [`DELETE ${all}/source-1`]: () => new Response(null, { status: 204 }),
    });
    await screen.findByRole("list", { name: "Data sources" });
    choose("Sync now");
    expect(await screen.findByRole("link", { name: "Handbook 2" })).toBeTruthy();
    choose("Delete");
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("Harbour help uses it. Its page is deleted");
    fireEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("No shared data sources yet")).toBeTruthy();
    expect(api.last(`DELETE ${all}/source-1`)?.query.get("confirmed")).toBe("true");
  });

  it("name their agents, each with the way to its own page", async () => {
    await openConsole("/accounts/o1/account/datasources?source=source-1", {
      ...signedIn(),
      ...{ [`GET ${all}`]: listOf(handbook()), [`GET ${all}/source-1/pages`]: listOf() },
    });
    const user = await screen.findByRole("link", { name: "Harbour help" });
    expect(user.getAttribute("href")).toBe("/accounts/o1/cp/a1/datasources");
  });

  it("tell a role without permission who may read them", async () => {
    await openAccount({ [`GET ${all}`]: failWith("forbidden") });
    expect(await screen.findByText(/You need Owner, Admin,? or Advisor/)).toBeTruthy();
  });
});

describe("whom a source is for", () => {
  it("is chosen when it is added, shown in the list, and changed by an edit", async () => {
    const text = { kind: "text" as const, title: "Prices", text: "Lamps cost 30." };
    const added = makeSource({
      agentId: "a1",
      id: "source-2",
      name: "Prices",
      config: text,
      audience: "team",
    });
    const { api } = await openConsole("/accounts/o1/cp/a1/datasources?add=text", {
      ...signedIn(),
      [`POST ${ofAgent}`]: () => keep(added),
      [`PUT ${ofAgent}/source-2`]: () => keep({ ...added, audience: "verified" }),
    });
    // The list is read whenever events may have been missed, at any moment of this.
    const keep = (source: DataSource) => {
      api.answer({ [`GET ${ofAgent}`]: listOf(source) });
      return { data: source };
    };
    fireEvent.change(await screen.findByLabelText(/^Title/), { target: { value: "Prices" } });
    fireEvent.change(screen.getByRole("textbox", { name: /^Text/ }), { target: { value: "Lamps cost 30." } });
    fireEvent.change(screen.getByLabelText("Audience"), { target: { value: "team" } });
    fireEvent.click(screen.getByRole("button", { name: "Add text" }));
    expect(await screen.findByText(/only your team/)).toBeTruthy();
    expect(api.last(`POST ${ofAgent}`)?.body).toMatchObject({ data: { audience: "team" } });

    choose("Edit");
    const field = await screen.findByLabelText("Audience");
    expect((field as HTMLSelectElement).value).toBe("team");
    fireEvent.change(field, { target: { value: "verified" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(/visitors signed in on your site/)).toBeTruthy();
    expect(api.last(`PUT ${ofAgent}/source-2`)?.body).toMatchObject({ data: { audience: "verified" } });
  });
});

describe("what an agent takes of them", () => {
  it("is a switch on its data sources page", async () => {
    const { api } = await openAgent({
      [`GET ${ofAgent}`]: listOf(makeSource({ agentId: "a1" })),
      [`GET ${ofAgent}/shared`]: listOf(seen(), seen({ id: "source-2", name: "Prices", status: "failed" })),
      [`PUT ${ofAgent}/shared/source-1`]: { data: seen({ isUsed: true }) },
    });
    const list = await screen.findByRole("list", { name: "Shared data sources" });
    expect(within(list).getAllByRole("listitem")[0]?.textContent).toContain("Website · 12 pages");
    expect(within(list).getAllByRole("listitem")[1]?.textContent).toContain("Failed");
    fireEvent.click(screen.getByRole("switch", { name: "Answer from Handbook" }));
    await waitFor(() =>
      expect(screen.getByRole("switch", { name: "Answer from Handbook" }).getAttribute("aria-checked")).toBe(
        "true",
      ),
    );
    expect(api.last(`PUT ${ofAgent}/shared/source-1`)?.body).toEqual({ data: { isUsed: true } });
  });

  it("says why a switch did not hold", async () => {
    await openAgent({
      [`GET ${ofAgent}/shared`]: listOf(seen({ isUsed: true })),
      [`PUT ${ofAgent}/shared/source-1`]: failWith("not_found"),
    });
    fireEvent.click(await screen.findByRole("switch", { name: "Answer from Handbook" }));
    expect(await screen.findByRole("alert")).toBeTruthy();
    expect(screen.getByRole("switch", { name: "Answer from Handbook" }).getAttribute("aria-checked")).toBe(
      "true",
    );
    expect(await screen.findByText("No data sources of its own yet")).toBeTruthy();
  });

  it("leads to the account where nothing is shared yet", async () => {
    await openAgent({
      [`GET ${ofAgent}`]: listOf(makeSource({ agentId: "a1" })),
      [`GET ${ofAgent}/shared`]: listOf(),
    });
    expect(await screen.findByText(/No shared sources yet/)).toBeTruthy();
    const link = screen.getByRole("link", { name: "Settings, Data sources" });
    expect(link.getAttribute("href")).toBe("/accounts/o1/account/datasources");
  });
});
