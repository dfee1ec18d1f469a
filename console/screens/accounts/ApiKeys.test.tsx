import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ApiKey } from "../../../shared/contract/accounts/apiKeys.ts";
import type { Role } from "../../../shared/domain/access.ts";
import { scopesOf } from "../../../shared/domain/keyScopes.ts";
import { failWith, type Replies } from "../../../tests/kit/console/fakeApi.ts";
import { makeAgent, openConsole, signedIn } from "../../../tests/kit/console/openConsole.tsx";

const screenPath = "/accounts/o1/account/teams?view=keys";
const keys = "/api/organisation/v1.0/org/o1/keys";
const madeAt = Date.UTC(2026, 2, 5);
const secret = `ph_${"a".repeat(39)}wxyz`;

const shop: ApiKey = {
  ...{ id: "k1", organizationId: "o1", name: "Shop", ending: "wxyz" },
  ...{ scopes: ["agents.read", "models.read", "conversations.read"] },
  ...{ allowed: ["agents.read", "models.read", "conversations.read"], agentIds: null },
  ...{ madeBy: { _id: "u1", name: "Ada Lovelace" }, createdAt: madeAt, expiresAt: null },
  ...{ lastUsedAt: null, lastUsedAddress: null, state: "active" },
};

function listOf(...items: ApiKey[]) {
  return { items, page: { page: 1, limit: 25, total: items.length } };
}

function open(more: Replies = {}, roles: Role[] = ["owner"]) {
  const agents = [makeAgent(), makeAgent({ id: "a2", name: "Night Desk" })];
  return openConsole(screenPath, { ...signedIn(roles, agents), [`GET ${keys}`]: listOf(shop), ...more });
}

async function choose(action: string): Promise<void> {
  fireEvent.click(await screen.findByRole("button", { name: "Actions for Shop" }));
  const menu = screen.getByRole("menu", { name: "Actions for Shop", hidden: true });
  fireEvent.click(within(menu).getByRole("menuitem", { name: action, hidden: true }));
}

async function openForm(): Promise<void> {
  fireEvent.click(await screen.findByRole("button", { name: "Create API key" }));
  await screen.findByRole("dialog", { name: "Create an API key" });
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  // happy-dom has no popovers; the menu's items are there all the same.
  HTMLElement.prototype.hidePopover = () => undefined;
});
afterEach(() => vi.restoreAllMocks());

describe("the API keys", () => {
  it("are a table with rights, maker, last use and state", async () => {
    await open({
      [`GET ${keys}`]: listOf(
        { ...shop, agentIds: ["a2"], lastUsedAt: Date.now(), lastUsedAddress: "192.0.2.7" },
        { ...shop, id: "k2", name: "Old", state: "expired", madeBy: { _id: "u2", name: "Bo" } },
        { ...shop, id: "k3", name: "Left", state: "stopped", allowed: [] },
        { ...shop, id: "k4", name: "Less", allowed: ["agents.read"] },
      ),
    });
    const row = await screen.findByRole("row", { name: /Shop/ });
    expect(row.textContent).toContain("ph_…wxyz");
    expect(row.textContent).toContain("Read agents, Read conversations");
    expect(row.textContent).toContain("Only Night Desk");
    expect(row.textContent).toContain("just now192.0.2.7");
    expect(row.textContent).toContain("You");
    for (const [name, state] of [
      ["Old", "Expired"],
      ["Left", "Stopped"],
      ["Less", "Partly stopped"],
    ]) {
      expect(screen.getByRole("row", { name: new RegExp(name ?? "") }).textContent).toContain(state);
    }
    expect(screen.getByRole("link", { name: "API keys" }).getAttribute("aria-current")).toBe("page");
  });

  it("are made with rights, agents and an end, and shown this once", async () => {
    const { api } = await open({ [`POST ${keys}`]: { data: { ...shop, key: secret } } });
    await openForm();
    const dialog = within(screen.getByRole("dialog"));
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: " Shop " } });
    fireEvent.click(dialog.getByRole("checkbox", { name: "Read agents" }));
    fireEvent.change(dialog.getByLabelText("Agents"), { target: { value: "certain" } });
    fireEvent.click(dialog.getByRole("checkbox", { name: "Night Desk" }));
    fireEvent.change(dialog.getByLabelText("Expires"), { target: { value: "never" } });
    fireEvent.click(dialog.getByRole("button", { name: "Create key" }));

    const shown = within(await screen.findByRole("dialog", { name: "Copy the key now" }));
    expect(shown.getByLabelText("API key").textContent).toBe(secret);
    expect(shown.getByLabelText("Example call").textContent).toContain(`/api/organisation/v1.0/org/o1/apps`);
    expect(shown.getByLabelText("Example call").textContent).not.toContain(secret);
    expect(api.last(`POST ${keys}`)?.body).toEqual({
      data: { name: "Shop", scopes: ["agents.read", "models.read"], agentIds: ["a2"], expiresAt: null },
    });
    fireEvent.click(shown.getByRole("button", { name: "I saved it" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.body.textContent).not.toContain(secret);
  });

  it("say what is missing, and keep what was typed where the server refuses", async () => {
    const fields = [{ path: "body.data.scopes", message: "A key can have no right that you lack." }];
    const { api } = await open({ [`POST ${keys}`]: failWith("invalid_input", { fields }) });
    await openForm();
    const dialog = within(screen.getByRole("dialog"));
    fireEvent.click(dialog.getByRole("button", { name: "Create key" }));
    expect(dialog.getByText("Field is required")).toBeTruthy();
    expect(dialog.getByText("Choose at least one.")).toBeTruthy();
    expect(api.last(`POST ${keys}`)).toBeUndefined();

    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: "Shop" } });
    fireEvent.click(dialog.getByRole("checkbox", { name: "Delete agents" }));
    fireEvent.change(dialog.getByLabelText("Expires"), { target: { value: "day" } });
    fireEvent.change(dialog.getByLabelText("Last day"), { target: { value: "2020-01-01" } });
    fireEvent.click(dialog.getByRole("button", { name: "Create key" }));
    expect(dialog.getByText("Choose a future date.")).toBeTruthy();
    expect(api.last(`POST ${keys}`)).toBeUndefined();

    fireEvent.change(dialog.getByLabelText("Last day"), { target: { value: "2199-01-01" } });
    fireEvent.click(dialog.getByRole("button", { name: "Create key" }));
    await dialog.findByText("A key can have no right that you lack.");
    expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe("Shop");
  });

  it("are changed by who made them: a right of a group that it held in part stays as it was", async () => {
    const partly: ApiKey = { ...shop, scopes: ["agents.create", ...scopesOf("readConversations")] };
    const { api } = await open({
      [`GET ${keys}`]: listOf(partly),
      [`PATCH ${keys}/k1`]: { data: partly },
    });
    await choose("Edit key");
    const dialog = within(await screen.findByRole("dialog", { name: "Edit Shop" }));
    const box = dialog.getByRole<HTMLInputElement>("checkbox", { name: "Create, change and publish agents" });
    expect([box.checked, box.indeterminate]).toEqual([false, true]);
    fireEvent.click(dialog.getByRole("checkbox", { name: "Read conversations" }));
    fireEvent.click(dialog.getByRole("checkbox", { name: "Read the audit log" }));
    expect(dialog.queryByLabelText("Expires")).toBeNull();
    fireEvent.click(dialog.getByRole("button", { name: "Save key" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.last(`PATCH ${keys}/k1`)?.body).toEqual({
      data: { name: "Shop", scopes: ["agents.create", "audit.read"], agentIds: null },
    });
  });

  it("of others are only revoked", async () => {
    await open({ [`GET ${keys}`]: listOf({ ...shop, madeBy: { _id: "u2", name: "Bo" } }) });
    await screen.findByRole("button", { name: "Actions for Shop" });
    expect(screen.queryByRole("menuitem", { name: "Edit key", hidden: true })).toBeNull();
    expect(screen.getByRole("menuitem", { name: "Revoke", hidden: true })).toBeTruthy();
  });

  it("are revoked after a question, and say so where that fails", async () => {
    const { api } = await open({ [`DELETE ${keys}/k1`]: failWith("unavailable") });
    await choose("Revoke");
    const dialog = within(screen.getByRole("dialog", { name: "Revoke Shop?" }));
    fireEvent.click(dialog.getByRole("button", { name: "Revoke key" }));
    expect((await dialog.findByRole("alert")).textContent).toContain("busy");
    api.answer({ [`DELETE ${keys}/k1`]: () => undefined, [`GET ${keys}`]: listOf() });
    fireEvent.click(dialog.getByRole("button", { name: "Revoke key" }));
    await screen.findByText("No API keys yet");
  });

  it("show what to do where there are none, and an error with a way to try again", async () => {
    const { api } = await open({ [`GET ${keys}`]: failWith("internal") });
    await screen.findByRole("alert");
    api.answer({ [`GET ${keys}`]: listOf() });
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByRole("heading", { name: "No API keys yet" });
    expect(screen.getByRole("button", { name: "Create API key" })).toBeTruthy();
  });

  it("are closed to an advisor, who sees which roles have them", async () => {
    await open({ [`GET ${keys}`]: failWith("forbidden") }, ["collaborator"]);
    await screen.findByText(/You need Owner or Admin/);
    expect(screen.queryByRole("link", { name: "API keys" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Audit log" })).toBeNull();
  });
});
