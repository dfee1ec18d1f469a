import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Role } from "../../shared/domain/access.ts";
import { failWith } from "../../tests/kit/console/fakeApi.ts";
import type { Replies } from "../../tests/kit/console/fakeApi.ts";
import { makeOrganization, openConsole, session, signedIn } from "../../tests/kit/console/openConsole.tsx";

const list = "GET /api/organisation/organization";
const token = "GET /api/organisation/token/o1";
const profile = "GET /api/auth/v1.0/profile/detail";
const activity = { "GET /api/account/v1/org/o1/agentusers": { data: { status: "offline" } } };
const [account] = makeOrganization().orgAccounts;
const second = { ...account, _id: "o1-b", acc_name: "Second", acc_desc: "For the winter", type: "other" };

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

async function open(replies: Replies = {}, roles: Role[] = ["owner"]) {
  const opened = await openConsole("/accounts/o1/dashboard", { ...signedIn(roles), ...activity, ...replies });
  await screen.findByRole("heading", { level: 1, name: "Dashboard" });
  if (innerWidth > 768) await screen.findByRole("button", { name: "Logout", hidden: true });
  return opened;
}

/** The items by their words, in their order, of the dropdown or of the phone's sheet. */
function labels(): string[] {
  const logout = screen.getByRole("button", { name: "Logout", hidden: true });
  const items = logout.closest("ul")?.querySelectorAll("a, button") ?? [];
  return [...items].map((item) => item.textContent ?? "");
}

const everything = [
  ...["Your Profile", "Your Organization", "Manage Account", "Switch Organization", "Change Account"],
  ...["Documentation", "Logout"],
];

describe("the items of the profile menu", () => {
  it.each<[Role[], string[]]>([
    [["owner"], everything],
    [["admin"], everything],
    [["collaborator"], everything],
    [["support", "owner"], everything],
    [["support"], ["Your Profile", ...everything.slice(3)]],
  ])("for %j are %j", async (roles, items) => {
    await open({}, roles);
    expect(labels()).toEqual(items);
  });

  it("lead inside the product to the user's and the organization's own pages", async () => {
    await open();
    const href = (name: string) => screen.getByRole("link", { name, hidden: true }).getAttribute("href");
    expect(href("Your Profile")).toBe("/accounts/o1/account/profile");
    expect(href("Your Organization")).toBe("/accounts/o1/account/organization");
    expect(href("Manage Account")).toBe("/accounts/o1/account/teams");
  });

  it("are the same in the phone's sheet, which a choice closes", async () => {
    setWidth(400);
    await open({ [list]: { items: [makeOrganization(), makeOrganization({ org_id: "o2" })] } });
    fireEvent.click(screen.getByRole("button", { name: /Profile menu/ }));
    const sheet = await screen.findByRole("dialog", { name: "Profile menu" });
    await within(sheet).findByRole("button", { name: "Logout" });
    expect(labels()).toEqual(everything);
    fireEvent.click(screen.getByRole("button", { name: "Change Account" }));
    await screen.findByRole("dialog", { name: "Change Account" });
    expect(screen.queryByRole("dialog", { name: "Profile menu" })).toBeNull();
  });

  it("are under Anonymous without a first name", async () => {
    const user = { ...session.user, first_name: "", last_name: "Lovelace" };
    await open({ [profile]: { data: user } });
    expect(screen.getAllByRole("img", { name: "Anonymous", hidden: true }).length).toBeGreaterThan(0);
  });
});

describe("Need Help", () => {
  const help = { name: "Need Help", hidden: true };
  function configure(content: object): void {
    const script = document.createElement("script");
    script.id = "configuration";
    script.type = "application/json";
    script.textContent = JSON.stringify(content);
    document.head.append(script);
  }
  afterEach(() => document.getElementById("configuration")?.remove());

  it.each([
    ["on a phone, with a support bot", 400, "bot-1", true],
    ["in a wide window", 1024, "bot-1", false],
    ["on a phone, without a support bot", 400, null, false],
  ])("%s (%i px, %s) is there: %s", async (_, width, supportBotToken, isThere) => {
    setWidth(width);
    configure({ supportBotToken });
    await open();
    if (width === 400) fireEvent.click(screen.getByRole("button", { name: /Profile menu/ }));
    await screen.findByRole("button", { name: "Logout", hidden: true });
    expect(screen.queryByRole("button", help) !== null).toBe(isThere);
  });

  it("opens the chat widget", async () => {
    setWidth(400);
    configure({ supportBotToken: "bot-1" });
    await open();
    const { helpEdge } = await import("../state/shell/helpEdge.ts");
    const widget = {
      ready: Promise.resolve(),
      open: vi.fn(),
      identify: vi.fn(),
      logout: vi.fn(),
      destroy: vi.fn(),
    };
    vi.spyOn(helpEdge, "load").mockResolvedValue({ createWidget: async () => widget });
    fireEvent.click(screen.getByRole("button", { name: /Profile menu/ }));
    fireEvent.click(await screen.findByRole("button", help));
    await waitFor(() => expect(widget.open).toHaveBeenCalledOnce());
  });
});

describe("Change Account", () => {
  const openDialog = async (replies: Replies = {}) => {
    const items = [makeOrganization({ orgAccounts: [account, second] as never })];
    const opened = await open({ [list]: { items }, ...replies });
    fireEvent.click(screen.getByRole("button", { name: "Change Account", hidden: true }));
    return { ...opened, dialog: await screen.findByRole("dialog", { name: "Change Account" }) };
  };

  it("lists the accounts with name, description and the chip of the default one", async () => {
    const { dialog } = await openDialog();
    const [first, other] = within(dialog).getAllByRole("listitem");
    expect(first?.textContent).toBe("DefaultDefault");
    expect(other?.textContent).toBe("SecondFor the winter");
    expect(within(dialog).getAllByRole("button", { current: true })).toHaveLength(1);
  });

  it("by a choice fetches a token, keeps the account and reloads the page", async () => {
    const { api, dialog } = await openDialog();
    const { browser } = await import("../state/platform/browser.ts");
    const reload = vi.spyOn(browser, "reload").mockReturnValue();
    api.requests.length = 0;
    fireEvent.click(within(dialog).getByRole("button", { name: /Second/ }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(api.requests.map(({ what }) => what)).toEqual([token]);
    expect(localStorage.getItem("account:o1")).toBe("o1-b");
  });

  it.each([
    [
      "the server's message",
      failWith("internal", { message: "Closed for the winter." }),
      "Closed for the winter.",
    ],
    ["'Something went wrong'", () => new Response("<html>", { status: 500 }), "Something went wrong"],
  ])("that fails tells %s in a toast, and may be tried again", async (_, reply, words) => {
    const { api, dialog } = await openDialog();
    api.answer({ [token]: reply });
    fireEvent.click(within(dialog).getByRole("button", { name: /Second/ }));
    await screen.findByText(words);
    expect(localStorage.getItem("account:o1")).toBe("o1-a");
    expect(within(dialog).queryByRole("img", { name: "Changing" })).toBeNull();
  });
});
