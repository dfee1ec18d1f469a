import "../../tests/kit/heedStyles.ts";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { version } from "../../shared/domain/product.ts";
import { failWith } from "../../tests/kit/console/fakeApi.ts";
import { makeAgent, openConsole, signedIn } from "../../tests/kit/console/openConsole.tsx";

const dashboard = "/accounts/o1/dashboard";
const base = "/accounts/o1/cp/a1";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

async function open(path = dashboard, replies = {}) {
  const opened = await openConsole(path, replies);
  await screen.findByRole("main");
  const { menu } = await import("../state/shell/menu.ts");
  return { ...opened, menu };
}

/** The window of happy-dom can be made wider; its type is not that of the page. */
function setWidth(width: number): void {
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width });
}

describe("the menu's state", () => {
  it("holds which panels show: the top bar everywhere but where an invitation is accepted", async () => {
    const { menu } = await open();
    expect(menu).toMatchObject({
      isTopPanelVisible: true,
      isSidePanelVisible: false,
      scrollTopVisible: false,
    });
    const topBar = () => screen.queryByRole("button", { name: /Profile menu/ });
    await waitFor(() => expect(topBar()).not.toBeNull());
    const other = await open("/accounts/o1/accept-invite");
    await waitFor(() => expect(other.menu.isTopPanelVisible).toBe(false));
    await waitFor(() => expect(topBar()).toBeNull());
  });

  it("shows the way back to the top far down a page, and takes it away at the top", async () => {
    const { menu } = await open();
    const main = screen.getByRole("main");
    const scroll = (top: number) => {
      main.scrollTop = top;
      fireEvent.scroll(main);
    };
    scroll(900);
    expect(menu.scrollTopVisible).toBe(true);
    fireEvent.click(await screen.findByRole("button", { name: "Back to the top" }));
    expect(main.scrollTop).toBe(0);
    expect(document.activeElement).toBe(main);
    scroll(0);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Back to the top" })).toBeNull());
  });
});

it("tells agents of the same name apart by when they were created", async () => {
  const agents = [
    makeAgent(),
    makeAgent({ id: "a2", createdAt: 1_700_086_400_000 }),
    makeAgent({ id: "a3", name: "Billing" }),
  ];
  await openConsole(dashboard, signedIn(["owner"], agents));
  const list = within(await screen.findByRole("navigation", { name: "AI Agents" }));
  await list.findByRole("link", { name: /Harbour Help.*Nov 14, 2023/ });
  await list.findByRole("link", { name: /Harbour Help.*Nov 15, 2023/ });
  expect(list.getByRole("link", { name: /Billing/ }).textContent).not.toContain("2023");
});

it("the user's name in the top bar is at most 146 px wide", async () => {
  setWidth(1440);
  await open();
  const [name] = screen.getAllByText("Ada Lovelace").filter((one) => one.closest("header"));
  expect(name && getComputedStyle(name).maxWidth).toBe("146px");
  setWidth(1024);
});

describe("a page that does not open", () => {
  it("names the roles that may, and people who can give one", async () => {
    const people = [
      { email: "ada@example.com", first_name: "Ada", last_name: "Lovelace", role: "owner" },
      { email: "ben@example.com", first_name: "", last_name: "", role: "admin" },
      { email: "cy@example.com", first_name: "Cy", last_name: "", role: "collaborator" },
    ].map((one) => ({
      ...one,
      _id: one.email,
      profile_pic_url: null,
      usergroups: [],
      agentStatus: "offline",
    }));
    await open("/accounts/o1/account/models", {
      ...signedIn(["collaborator"]),
      "GET /api/organisation/organization/account/members": {
        items: people,
        page: { page: 1, limit: 100, total: 3 },
      },
    });
    await screen.findByText("You need Owner or Admin. Ask: Ada Lovelace or ben@example.com.");
  });

  it("that nobody knows offers the search", async () => {
    await open("/accounts/o1/nowhere");
    fireEvent.click(await screen.findByRole("button", { name: "Search" }));
    await screen.findByRole("dialog", { name: "Command palette" });
  });
});

describe("a new version of the server", () => {
  it.each([
    ["9.9.9", true],
    [version, false],
  ])("%s, met when it answers again, is told: %s", async (answered, isTold) => {
    const { api } = await open(dashboard, { "GET /version": { version: answered } });
    // The banner loads behind the screen.
    await act(() => vi.dynamicImportSettled());
    const { connection } = await import("../state/platform/connection.ts");
    connection.isReachable = false;
    await screen.findByText(/can’t be reached/);
    connection.isReachable = true;
    await waitFor(() => expect(api.last("GET /version")).toBeDefined());
    await waitFor(() => expect(screen.queryByText(/can’t be reached/)).toBeNull());
    if (isTold) await screen.findByText("There is a new version.");
    else expect(screen.queryByText("There is a new version.")).toBeNull();
  });
});

it("the bell announces an error that its page shows, and the number of new ones", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  await open(`${base}/datasources`, {
    "GET /api/console/v1/org/o1/copilotapps/a1/datasources": failWith("internal", { message: "It broke." }),
  });
  await screen.findByRole("alert");
  await screen.findByRole("button", { name: "Notifications, 1 new" });
});
