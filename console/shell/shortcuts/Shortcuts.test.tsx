import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Role } from "../../../shared/domain/access.ts";
import type { ShortcutGroup } from "../../state/shortcuts.ts";
import { makeAgent, openConsole, signedIn } from "../../../tests/kit/openConsole.tsx";

const two = [makeAgent(), makeAgent({ id: "a2", name: "Night desk" })];
const base = "/accounts/o1/cp/a1";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

async function open(path = `${base}/overview`, roles: Role[] = ["owner"]) {
  await openConsole(path, signedIn(roles, two));
  await screen.findByRole("main");
  const { listShortcuts } = await import("../../state/shortcuts.ts");
  // The last to come are the steps from agent to agent, once both are known.
  await waitFor(() => expect(listLabels(listShortcuts())).toContain("Next agent"));
}

function listLabels(groups: readonly ShortcutGroup[]): string[] {
  return groups.flatMap(({ shortcuts }) => shortcuts.map(({ label }) => label));
}

function press(keys: string, target: Element = document.body, more: KeyboardEventInit = {}): void {
  for (const key of keys.split(" ")) act(() => void fireEvent.keyDown(target, { key, ...more }));
}

describe("keys", () => {
  it.each([
    ["g d", "/accounts/o1/dashboard"],
    ["g i", `${base}/inbox/conversations`],
    ["g s", `${base}/settings`],
    ["g k", `${base}/datasources`],
    ["c", "/accounts/o1/create-ai-agent"],
    ["]", "/accounts/o1/cp/a2/overview"],
    ["[", "/accounts/o1/cp/a2/overview"],
    ["d", `${base}/overview`],
    ["g x d", `${base}/overview`],
  ])("%s on the overview lead to %s", async (keys, path) => {
    await open();
    press(keys);
    expect(location.pathname).toBe(path);
  });

  it("keep the tab from agent to agent, and the agent on the way over the dashboard", async () => {
    await open(`${base}/settings`);
    press("]");
    expect(location.pathname).toBe("/accounts/o1/cp/a2/settings");
    press("g d");
    await screen.findByRole("heading", { level: 1, name: "Dashboard" });
    press("g k");
    expect(location.pathname).toBe("/accounts/o1/cp/a2/datasources");
  });

  it.each<[string, Role]>([
    ["c", "support"],
    ["g s", "support"],
    ["g k", "support"],
  ])("%s do nothing for the role %s, which has no such page", async (keys, role) => {
    await open(`${base}/inbox/conversations`, [role]);
    press(keys);
    expect(location.pathname).toBe(`${base}/inbox/conversations`);
  });

  it("are letters where somebody types, and where a dialog is open", async () => {
    await open(`${base}/settings`);
    press("c", await screen.findByRole("textbox", { name: "Name" }));
    expect(location.pathname).toBe(`${base}/settings`);
    press("?");
    await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    press("c");
    expect(location.pathname).toBe(`${base}/settings`);
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { isComposing: true }, { repeat: true }])(
    "with %j are not ours",
    async (more) => {
      await open();
      press("c", document.body, more);
      expect(location.pathname).toBe(`${base}/overview`);
    },
  );

  it("of a keyboard with other letters are found at their places", async () => {
    await open();
    press("с", document.body, { code: "KeyC" }); // the Cyrillic letter
    expect(location.pathname).toBe("/accounts/o1/create-ai-agent");
  });

  it("/ goes to the search of the page, else to the palette", async () => {
    await open("/accounts/o1/account/teams");
    await within(screen.getByRole("main")).findByRole("searchbox");
    press("/");
    await waitFor(() => expect(document.activeElement?.getAttribute("type")).toBe("search"));
    await open(`${base}/settings`);
    press("/");
    await screen.findByRole("dialog", { name: "Command palette" });
  });

  it("j and k walk along the rows of a list", async () => {
    await open("/accounts/o1/dashboard");
    const main = within(screen.getByRole("main"));
    await main.findByRole("link", { name: /Harbour Help/ });
    press("j j");
    expect(document.activeElement?.textContent).toContain("Night desk");
    press("k", document.activeElement ?? document.body);
    expect(document.activeElement?.textContent).toContain("Harbour Help");
  });
});

describe("the sheet of all keys", () => {
  it("is drawn from what can be pressed here, the page's own before the shell's", async () => {
    await open(`${base}/inbox/conversations`);
    press("?");
    const sheet = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    const { listShortcuts } = await import("../../state/shortcuts.ts");
    const labels = [...sheet.querySelectorAll("dt")].map((term) => term.textContent);
    expect(labels).toEqual(listLabels(listShortcuts()));
    expect(labels).toEqual(
      expect.arrayContaining(["Next conversation", "Command palette", "Close what is open"]),
    );
    expect(labels).not.toContain("Next row");
  });

  it("turns single keys off in this browser, and Ctrl+K stays", async () => {
    await open();
    press("?");
    fireEvent.click(await screen.findByRole("switch", { name: /Single keys/ }));
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    press("c");
    press("g d");
    press("?");
    expect(location.pathname).toBe(`${base}/overview`);
    expect(screen.queryByRole("dialog")).toBeNull();

    await open();
    press("c");
    expect(location.pathname).toBe(`${base}/overview`);
    press("k", document.body, { ctrlKey: true });
    await screen.findByRole("dialog", { name: "Command palette" });
  });

  it("takes the keys of a page away with the page", async () => {
    await open(`${base}/inbox/conversations`);
    const { listShortcuts } = await import("../../state/shortcuts.ts");
    const titles = () => listShortcuts().map(({ title }) => title);
    await waitFor(() => expect(titles()).toContain("Inbox"));
    press("g d");
    await waitFor(() => expect(titles()).not.toContain("Inbox"));
  });
});
