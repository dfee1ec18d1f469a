import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { failWith } from "../../../tests/kit/console/fakeApi.ts";
import type { Replies } from "../../../tests/kit/console/fakeApi.ts";
import { makeOrganization, openConsole } from "../../../tests/kit/console/openConsole.tsx";

const list = "GET /api/organisation/organization";
const invites = "GET /api/organisation/organization/own-invites";
const accept = "POST /api/organisation/organization/own-invites/i1/accept";
const invite = {
  ...{ _id: "i1", organizationName: "Harbour", usergroup_name: "Support", role: "support" },
  ...{ invitedBy: "Bo", expiresAt: 1_900_000_000_000 },
};
const [one, two, three] = ["One", "Two", "Three"].map((name, index) =>
  makeOrganization({ org_id: `o${index + 1}`, name, slug: name.toLowerCase() }),
);

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

async function open(replies: Replies = {}, search = "") {
  const opened = await openConsole(`/choose-company${search}`, {
    [list]: { items: [one, two, three] },
    [invites]: { items: [] },
    ...replies,
  });
  await screen.findByRole("heading", { level: 1, name: "Choose an organization" });
  return opened;
}
const card = (name: string) => screen.findByRole("button", { name: new RegExp(name) });
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

describe("choosing an organization", () => {
  it("shows role, the default account's chip, and which was used last", async () => {
    localStorage.setItem("lastOrganization", "o2");
    await open();
    within(await card("One")).getByText("Owner");
    within(await card("One")).getByText("Default");
    within(await card("Two")).getByText("Last used");
    expect(screen.getAllByText("Last used")).toHaveLength(1);
  });

  it("goes by arrows from card to card and round", async () => {
    await open();
    await card("One");
    const names = [];
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp"]) {
      press(key);
      names.push(document.activeElement?.querySelector("strong")?.textContent);
    }
    expect(names).toEqual(["One", "Two", "Three", "One", "Three", "Two"]);
  });

  it("opens by a digit, but not while a search is typed, where Enter opens the first that is found", async () => {
    const items = Array.from({ length: 7 }, (_, at) =>
      makeOrganization({ org_id: `o${at}`, name: `Nr ${at}`, slug: `nr-${at}` }),
    );
    const { sentTo } = await open({ [list]: { items } });
    const search = await screen.findByRole("searchbox", { name: "Search" });
    search.focus();
    press("3");
    fireEvent.change(search, { target: { value: "nr 5" } });
    expect(sentTo).toEqual([]);
    press("Enter");
    expect(sentTo).toEqual(["/accounts/o5/dashboard"]);
    (document.activeElement as HTMLElement).blur();
    press("1");
    expect(sentTo).toHaveLength(2);
  });

  it("follows redirectUrlBeforeOrg into the organization that it is about, and no other", async () => {
    const wanted = `?redirectUrlBeforeOrg=${encodeURIComponent("/accounts/o2/cp/a1/inbox")}`;
    const first = await open({}, wanted);
    fireEvent.click(await card("Two"));
    expect(first.sentTo).toEqual(["/accounts/o2/cp/a1/inbox"]);
    const second = await open({}, wanted);
    fireEvent.click(await card("One"));
    expect(second.sentTo).toEqual(["/accounts/o1/dashboard"]);
  });

  it("keeps the list when it can't be read again, and says so when it can't be read at all", async () => {
    const { api } = await open({ [list]: failWith("internal") });
    await screen.findByRole("alert");
    expect(screen.queryByRole("list", { name: "Organizations" })).toBeNull();
    api.answer({ [list]: { items: [one, two] } });
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    await card("One");
  });
});

describe("an invitation that waits", () => {
  it("is shown with who invites and as what, and accepted here", async () => {
    const { api } = await open({ [invites]: { items: [invite] } });
    const waiting = await screen.findByRole("region", { name: "Invitations" });
    within(waiting).getByText("Bo invited you as Support.");
    const joined = makeOrganization({ org_id: "o4", name: "Harbour", roles: ["support"] });
    api.answer({
      [accept]: {
        data: {
          accountId: "o4",
          message: "",
          organizationName: "Harbour",
          usergroup_name: "Support",
          role: "support",
        },
      },
      [list]: { items: [one, two, three, joined] },
    });
    fireEvent.click(within(waiting).getByRole("button", { name: "Accept" }));
    await card("Harbour");
    await screen.findByText("You have joined Harbour");
    expect(screen.queryByRole("region", { name: "Invitations" })).toBeNull();
  });

  it("keeps users without an organization from being sent to create one", async () => {
    await open({ [list]: { items: [] }, [invites]: { items: [invite] } });
    await screen.findByRole("button", { name: "Accept" });
    expect(location.pathname).toBe("/choose-company");
  });

  it("keeps a single organization from opening by itself", async () => {
    sessionStorage.setItem("justSignedIn", "true");
    const { sentTo } = await open({ [list]: { items: [one] }, [invites]: { items: [invite] } });
    await screen.findByRole("button", { name: "Accept" });
    await card("One");
    expect(sentTo).toEqual([]);
  });

  it("says when it could not be accepted", async () => {
    await open({ [invites]: { items: [invite] }, [accept]: failWith("not_found") });
    fireEvent.click(await screen.findByRole("button", { name: "Accept" }));
    await screen.findByText("This doesn't exist, or it was deleted.");
  });

  it("that can't be read does not block the page", async () => {
    await open({ [list]: { items: [] }, [invites]: failWith("internal") });
    await waitFor(() => expect(location.pathname).toBe("/setup-company"));
  });

  it("leads to the second factor that an organization requires, and then into it", async () => {
    const app = "POST /api/auth/v1.0/profile/second-factor";
    const detail = "GET /api/auth/v1.0/profile/detail";
    const secret = { secret: "ABCDEFGH", uri: "otpauth://totp/Pilothouse" };
    const { api, sentTo } = await open(
      {
        [detail]: { data: { hasPassword: true, secondFactor: null } },
        [`${app}/begin`]: { data: secret },
        [app]: { data: { recoveryCodes: ["aaaa-bbbb"] } },
      },
      "?requiredBy=o2",
    );
    const part = within(await screen.findByRole("region", { name: "Two-factor sign-in" }));
    part.getByText("Two requires two-factor sign-in. Set it up to continue.");
    await waitFor(() =>
      // A press is left out until it is known what the member has.
      expect(part.getByRole("button", { name: "Set up" }).hasAttribute("aria-busy")).toBe(false),
    );
    fireEvent.click(part.getByRole("button", { name: "Set up" }));
    fireEvent.change(await screen.findByLabelText("Current password"), { target: { value: "right" } });
    fireEvent.click(screen.getByRole("button", { name: "Continue" }));
    api.answer({ [detail]: { data: { hasPassword: true, secondFactor: { enabledAt: 1 } } } });
    fireEvent.change(await screen.findByLabelText("Code from the app"), {
      target: { value: "123456" },
    });
    fireEvent.click(await screen.findByRole("button", { name: "I saved them" }));
    await waitFor(() => expect(sentTo).toEqual(["/accounts/o2/dashboard"]));
  });

  it("offers no new organization where none may be created, and says what to do instead", async () => {
    await open({ [list]: { items: [], isCreationClosed: true } });
    await screen.findByText(/Ask an owner or admin for an invitation/);
    expect(screen.queryByRole("link", { name: "Create organization" })).toBeNull();
  });
});
