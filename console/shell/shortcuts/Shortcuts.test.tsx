import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Role } from "../../../shared/domain/access.ts";
import type { ShortcutGroup } from "../../state/shell/shortcuts.ts";
import { makeAgent, openConsole, signedIn } from "../../../tests/kit/console/openConsole.tsx";

const two = [makeAgent(), makeAgent({ id: "a2", name: "Night desk" })];
const base = "/accounts/o1/cp/a1";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

async function open(path = `${base}/overview`, roles: Role[] = ["owner"]) {
  await openConsole(path, signedIn(roles, two));
  await screen.findByRole("main");
  const { listShortcuts } = await import("../../state/shell/shortcutKeys.ts");
  // The last to come are the steps from agent to agent, once both are known.
  await waitFor(() => expect(listLabels(listShortcuts())).toContain("Next agent"));
}

function listLabels(groups: readonly ShortcutGroup[]): string[] {
  return groups.flatMap(({ shortcuts }) => shortcuts.map(({ label }) => label));
}

/** The one below its agent, not the one over all. */
const agentInbox = () =>
  within(screen.getByRole("navigation", { name: "AI Agents" })).getByRole("link", { name: "Inbox" });

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

  it.each([
    ["table", "?layout=table"],
    ["list", ""],
  ])("lead to the conversations as they stood last: as a %s", async (layout, search) => {
    localStorage.setItem("inboxLayout", layout);
    await open(`${base}/inbox/conversations?layout=table`);
    press("g i");
    expect([location.pathname, location.search]).toEqual([`${base}/inbox/conversations`, search]);
    press("g s");
    fireEvent.click(agentInbox());
    expect([location.pathname, location.search]).toEqual([`${base}/inbox/conversations`, search]);
    press("]");
    expect(location.search).toBe(search);
    fireEvent.click(agentInbox(), { ctrlKey: true });
    expect(location.pathname).toBe("/accounts/o1/cp/a2/inbox/conversations");
  });

  it("work before the news code has loaded", async () => {
    vi.doMock("../newsParts.ts", () => new Promise(() => {}));
    await open();
    vi.doUnmock("../newsParts.ts");
    press("g s");
    expect(location.pathname).toBe(`${base}/settings`);
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

  it("stay letters in text fields and open dialogs", async () => {
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
    await open(`${base}/versions`);
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
    const { listShortcuts } = await import("../../state/shell/shortcutKeys.ts");
    const labels = [...sheet.querySelectorAll("dt")].map((term) => term.textContent);
    expect(labels).toEqual(listLabels(listShortcuts()));
    expect(labels).toEqual(
      expect.arrayContaining(["Next conversation", "Command palette", "Close dialog or panel"]),
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
    const { listShortcuts } = await import("../../state/shell/shortcutKeys.ts");
    const titles = () => listShortcuts().map(({ title }) => title);
    await waitFor(() => expect(titles()).toContain("Inbox"));
    press("g d");
    await waitFor(() => expect(titles()).not.toContain("Inbox"));
  });
});

describe("keys of one's own", () => {
  const storedName = "shortcutKeys";
  const rowOf = (label: string) => {
    const term = screen.getByText(label, { selector: "dt" });
    if (!term.parentElement) throw new Error(`${label} stands in no row`);
    return within(term.parentElement);
  };

  /** Opens the sheet, and in it the field for a shortcut's new key. */
  async function edit(label: string): Promise<HTMLElement> {
    press("?");
    await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    return editMore(label);
  }

  function editMore(label: string): HTMLElement {
    fireEvent.click(rowOf(label).getByRole("button", { name: new RegExp(`^Change the key of ${label}`) }));
    return screen.getByRole("textbox", { name: `New key for ${label}` });
  }

  async function closeSheet(): Promise<void> {
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  }

  const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));

  it("take the place of the standard ones, and are kept in this browser", async () => {
    await open();
    press("n", await edit("Create AI Agent"));
    save();
    rowOf("Create AI Agent").getByRole("button", { name: "Change the key of Create AI Agent, now n" });
    await closeSheet();
    press("c");
    expect(location.pathname).toBe(`${base}/overview`);

    await open();
    press("n");
    expect(location.pathname).toBe("/accounts/o1/create-ai-agent");
  });

  // happy-dom takes every Alt for AltGr, by which keyboards type what else they have no key for.
  beforeEach(() => void vi.spyOn(KeyboardEvent.prototype, "getModifierState").mockReturnValue(false));
  afterEach(() => vi.restoreAllMocks());

  it.each<[string, string, KeyboardEventInit]>([
    ["two after each other", "h n", {}],
    ["Alt with a letter", "n", { altKey: true, code: "KeyN" }],
  ])("may be %s", async (_, keys, more) => {
    await open();
    press(keys, await edit("Create AI Agent"), more);
    save();
    await closeSheet();
    press(keys, document.body, more);
    expect(location.pathname).toBe("/accounts/o1/create-ai-agent");
  });

  it("with Alt do what they do where single keys are turned off", async () => {
    await open();
    const alt = { altKey: true, code: "KeyN" };
    press("˜", await edit("Create AI Agent"), alt); // what Option and n type on a Mac
    save();
    fireEvent.click(screen.getByRole("switch", { name: /Single keys/ }));
    await closeSheet();
    press("˜", document.body, alt);
    expect(location.pathname).toBe("/accounts/o1/create-ai-agent");
  });

  it.each([
    ["]", "] is used for “Next agent”"],
    ["g", "g then d is used for “Dashboard”"],
    ["g d", "g then d is used for “Dashboard”"],
    ["] n", "] is used for “Next agent”"],
  ])("may not be %s where that is in the way of another", async (keys, said) => {
    await open();
    const field = await edit("Create AI Agent");
    press(keys, field);
    const hint = document.getElementById(field.getAttribute("aria-describedby") ?? "");
    expect(hint?.textContent).toBe(`${said}. Press another key.`);
    expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true);
  });

  it("are begun again by Backspace, and left by Escape with the sheet still open", async () => {
    await open();
    const field = await edit("Create AI Agent");
    press("n m Backspace Tab Enter p", field);
    expect(field).toHaveProperty("value", "p");
    press("Escape", field);
    expect(screen.queryByRole("textbox", { name: /^New key/ })).toBeNull();
    screen.getByRole("dialog", { name: "Keyboard shortcuts" });
    expect(document.activeElement).toBe(rowOf("Create AI Agent").getByRole("button"));
    expect(localStorage.getItem(storedName)).toBeNull();
  });

  it("can be none, and the standard ones again", async () => {
    await open();
    await edit("Create AI Agent");
    fireEvent.click(screen.getByRole("button", { name: "No key" }));
    rowOf("Create AI Agent").getByText("No key");
    editMore("Create AI Agent");
    fireEvent.click(screen.getByRole("button", { name: "Back to c" }));
    rowOf("Create AI Agent").getByRole("button", { name: /now c$/ });

    press("x", editMore("Next agent"));
    save();
    fireEvent.click(screen.getByRole("button", { name: "Use the standard keys" }));
    await rowOf("Next agent").findByRole("button", { name: /now \]$/ });
    expect(screen.queryByRole("button", { name: "Use the standard keys" })).toBeNull();
  });

  it("are not for the keys of the browser, and not for those with Ctrl", async () => {
    await open();
    press("?");
    await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    for (const label of ["Command palette", "Close dialog or panel", "Open the row"])
      expect(rowOf(label).queryByRole("button")).toBeNull();
  });

  it.each(["nonsense", "null", '"c"', '{"c":7}'])("that are stored as %s count as none", async (stored) => {
    localStorage.setItem(storedName, stored);
    await open();
    press("c");
    expect(location.pathname).toBe("/accounts/o1/create-ai-agent");
  });

  it("are in the command palette too, without disabled ones", async () => {
    localStorage.setItem(storedName, '{"c":"n"}');
    await open();
    const keysBeside = async () => {
      press("k", document.body, { ctrlKey: true });
      const dialog = within(await screen.findByRole("dialog", { name: "Command palette" }));
      const [option] = await dialog.findAllByRole("option", { name: /^Create AI Agent/ });
      const keys = [...(option?.querySelectorAll("kbd") ?? [])].map((key) => key.textContent);
      fireEvent(screen.getByRole("dialog"), new Event("cancel"));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      return keys;
    };
    expect(await keysBeside()).toEqual(["n"]);
    press("?");
    fireEvent.click(await screen.findByRole("switch", { name: /Single keys/ }));
    await closeSheet();
    expect(await keysBeside()).toEqual([]);
  });
});
