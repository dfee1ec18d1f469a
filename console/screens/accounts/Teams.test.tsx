import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PendingInvite, TeamMember, UserGroup } from "../../../shared/contract/accounts/teams.ts";
import type { Role } from "../../../shared/domain/access.ts";
import { failWith, type Replies } from "../../../tests/kit/console/fakeApi.ts";
import { openConsole, signedIn } from "../../../tests/kit/console/openConsole.tsx";

const teams = "/accounts/o1/account/teams";
const organisation = "/api/organisation/organization";
const team = "/api/organisation/v1.0/org/o1";
const joinedAt = Date.UTC(2026, 2, 5);

const groups: UserGroup[] = [
  { _id: "g1", usergroup_name: "Organization Owners", role: "owner", memberCount: 1 },
  { _id: "g2", usergroup_name: "Admin", role: "admin", memberCount: 0 },
  { _id: "g3", usergroup_name: "Collaborator", role: "collaborator", memberCount: 1 },
  { _id: "g4", usergroup_name: "Support", role: "support", memberCount: 0 },
];
const ada = makeMember({ _id: "u1", email: "ada@example.com", first_name: "Ada" });
const bo = makeMember({
  ...{ _id: "u2", email: "bo@example.com", first_name: "Bo", role: "collaborator", agentStatus: "online" },
  usergroups: [{ _id: "g3", usergroup_name: "Collaborator" }],
});
const waiting: PendingInvite = {
  ...{ _id: "i1", email: "cy@example.com", usergroups: [{ _id: "g4", usergroup_name: "Support" }] },
  ...{ invitedBy: "Ada Lovelace", sentAt: joinedAt, expiresAt: joinedAt + 1000, isExpired: true },
};

function makeMember(part: Partial<TeamMember>): TeamMember {
  return {
    ...{ _id: "u0", email: "x@example.com", first_name: "", last_name: "", profile_pic_url: null },
    ...{ usergroups: [{ _id: "g1", usergroup_name: "Organization Owners" }], role: "owner" },
    ...{ agentStatus: "offline", joinedAt },
    ...part,
  };
}

function pageOf<T>(items: T[], part = {}) {
  return { items, page: { page: 1, limit: 25, total: items.length, ...part } };
}

const replies: Replies = {
  [`GET ${organisation}/account/members`]: pageOf([ada, bo]),
  [`GET ${organisation}/account/usergroups`]: ({ query }: { query: URLSearchParams }) => ({
    items: query.get("invite") === "true" ? groups.slice(1) : groups,
  }),
  [`GET ${team}/invitedusers`]: pageOf([waiting]),
  [`GET ${organisation}/pending-invites/g2`]: pageOf([]),
};

function open({
  roles = ["owner"],
  at = "",
  more = {},
}: { roles?: Role[]; at?: string; more?: Replies } = {}) {
  return openConsole(teams + at, { ...signedIn(roles), ...replies, ...more });
}

async function choose(person: string, action: string): Promise<void> {
  fireEvent.click(await screen.findByRole("button", { name: `Actions for ${person}` }));
  const menu = screen.getByRole("menu", { name: `Actions for ${person}`, hidden: true });
  fireEvent.click(within(menu).getByRole("menuitem", { name: action, hidden: true }));
}
const cells = async (name: RegExp) => {
  const row = await screen.findByRole("row", { name });
  return within(row)
    .getAllByRole("cell")
    .map((cell) => cell.textContent);
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  // happy-dom has no popovers; the menu's items are there all the same.
  HTMLElement.prototype.hidePopover = () => undefined;
});
afterEach(() => vi.restoreAllMocks());

describe("the members", () => {
  it("are a table with groups, role, status and the day they joined", async () => {
    await open();
    await screen.findByRole("heading", { level: 1, name: "Settings" });
    expect((await cells(/bo@example.com/)).slice(0, 4)).toEqual([
      "Collaborator",
      "Advisor",
      "Online",
      "5 March 2026",
    ]);
    expect(screen.getByRole("row", { name: /ada@example.com/ }).textContent).toContain("You");
  });

  it("are kept by their addresses, with the order of what was found", async () => {
    await open();
    await screen.findByRole("table", { name: "Members" });
    const { team: slice } = await import("../../state/accounts/team.ts");
    expect(Object.keys(slice.data?.members ?? {})).toEqual(["ada@example.com", "bo@example.com"]);
    expect(slice.data?.searchResults).toEqual(["ada@example.com", "bo@example.com"]);
  });

  it("are searched by what is typed, which the address keeps", async () => {
    const { api } = await open();
    await screen.findByRole("table", { name: "Members" });
    api.answer({ [`GET ${organisation}/account/members`]: pageOf([]) });
    fireEvent.change(screen.getByLabelText("Search by name or e-mail"), { target: { value: "zoe" } });
    await screen.findByText("No members found");
    expect(location.search).toBe("?search=zoe");
    expect(api.last(`GET ${organisation}/account/members`)?.query.get("search")).toBe("zoe");
    fireEvent.click(screen.getByRole("button", { name: "Show all members" }));
    await waitFor(() =>
      expect(api.last(`GET ${organisation}/account/members`)?.query.get("search")).toBe(""),
    );
  });

  it("come a page at a time", async () => {
    const { api } = await open({
      more: { [`GET ${organisation}/account/members`]: pageOf([ada], { total: 40 }) },
    });
    fireEvent.click(await screen.findByRole("link", { name: "Next" }));
    await waitFor(() => expect(api.last(`GET ${organisation}/account/members`)?.query.get("page")).toBe("2"));
  });

  it("keep their error beside another try", async () => {
    const call = `GET ${organisation}/account/members`;
    const { api } = await open({ more: { [call]: failWith("internal") } });
    const alert = await screen.findByRole("alert");
    api.answer({ [call]: pageOf([ada]) });
    fireEvent.click(within(alert).getByRole("button", { name: "Retry" }));
    await screen.findByRole("table", { name: "Members" });
  });

  it("are only seen by an advisor", async () => {
    await open({ roles: ["collaborator"] });
    await screen.findByText(/Only owners and admins can invite people/);
    expect(screen.queryByRole("button", { name: /^(Invite|Actions)/ })).toBeNull();
  });

  it("are closed to a support agent, who is sent to the dashboard", async () => {
    const { sentTo } = await open({ roles: ["support"] });
    await waitFor(() => expect(sentTo).toEqual(["/accounts/o1/dashboard"]));
  });

  it("tell people without a role who may see them", async () => {
    await open({ roles: [] });
    await screen.findByText("Your role doesn’t have access");
  });
});

describe("the groups of a member", () => {
  const remove = `DELETE ${organisation}/usergroup/g3/member/bo%40example.com`;

  it("are left after a question that says what is lost with the last of them", async () => {
    const { api } = await open({ more: { [remove]: () => undefined } });
    await choose("Bo", "Remove from Collaborator");
    const dialog = await screen.findByRole("dialog", { name: "Remove Bo from Collaborator?" });
    expect(dialog.textContent).toContain("leaves the organization");
    api.answer({ [`GET ${organisation}/account/members`]: pageOf([ada]) });
    fireEvent.click(within(dialog).getByRole("button", { name: "Remove from the organization" }));
    await waitFor(() => expect(screen.queryByText("bo@example.com")).toBeNull());
    expect(api.last(remove)).toBeTruthy();
  });

  it("signs a member out everywhere", async () => {
    const end = `DELETE ${team}/team/u2/sessions`;
    const { api } = await open({ more: { [end]: () => undefined } });
    await choose("Bo", "Sign out everywhere");
    const dialog = await screen.findByRole("dialog", { name: "Sign out Bo?" });
    fireEvent.click(within(dialog).getByRole("button", { name: "Sign out everywhere" }));
    await screen.findByText("Bo is signed out everywhere");
    expect(api.last(end)).toBeTruthy();
  });

  it("say why the last owner stays", async () => {
    const own = `DELETE ${organisation}/usergroup/g1/member/ada%40example.com`;
    const { sentTo } = await open({ more: { [own]: failWith("last_owner") } });
    await choose("Ada", "Remove from Organization Owners");
    fireEvent.click(await screen.findByRole("button", { name: "Remove from the organization" }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain(
      "An organization needs an owner. Make another member an owner first.",
    );
    expect(sentTo).toEqual([]);
  });

  it("are chosen, at least one, and sent as they shall be", async () => {
    const change = `PATCH ${team}/team/u2`;
    const { api } = await open({ more: { [change]: { data: { ...bo, role: "admin" } } } });
    await choose("Bo", "Change groups");
    const dialog = await screen.findByRole("dialog", { name: "Groups of Bo" });
    fireEvent.click(await within(dialog).findByRole("checkbox", { name: /^Collaborator/ }));
    const save = within(dialog).getByRole("button", { name: "Save groups" });
    expect(save).toHaveProperty("disabled", true);
    fireEvent.click(within(dialog).getByRole("checkbox", { name: /^Admin/ }));
    fireEvent.click(within(dialog).getByRole("checkbox", { name: /^Support/ }));
    fireEvent.click(save);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.last(change)?.body).toEqual({ data: { groupIds: ["g2", "g4"] } });
  });

  it("above one's own role can't be given or taken", async () => {
    await open({ roles: ["admin"] });
    await choose("Bo", "Change groups");
    const owners = await screen.findByRole("checkbox", { name: /^Organization Owners/ });
    expect(owners).toHaveProperty("disabled", true);
    expect(screen.queryByRole("button", { name: "Actions for Ada" })).toBeNull();
  });

  it("of oneself reload the page, because one's permissions change", async () => {
    const change = `PATCH ${team}/team/u1`;
    const { sentTo } = await open({ more: { [change]: { data: ada } } });
    await choose("Ada", "Change groups");
    await screen.findByRole("checkbox", { name: /^Admin/ });
    fireEvent.click(screen.getByRole("button", { name: "Save groups" }));
    await waitFor(() => expect(sentTo).toEqual([teams]));
  });
});

describe("inviting", () => {
  const invite = `POST ${organisation}/invite`;

  async function send(typed: string) {
    fireEvent.click(await screen.findByRole("button", { name: "Invite people" }));
    const dialog = await screen.findByRole("dialog", { name: "Invite people" });
    fireEvent.change(within(dialog).getByLabelText("E-mail addresses"), { target: { value: typed } });
    await within(dialog).findByLabelText("Group");
    fireEvent.click(within(dialog).getByRole("button", { name: /^Invite/ }));
    return dialog;
  }

  it("takes several addresses into a group that one may give", async () => {
    const answer = { data: { invites: [{ ...waiting, link: null }], members: [] } };
    const { api } = await open({ more: { [invite]: answer } });
    const dialog = await send("Cy <cy@example.com>, di@example.com\nCY@example.com");
    expect(
      within(dialog)
        .getAllByRole("option")
        .map((one) => one.textContent),
    ).toEqual(["Admin", "Collaborator (Advisor)", "Support"]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const sent = api.last(invite);
    expect(sent?.body).toEqual({ data: { emails: ["cy@example.com", "di@example.com"], groupId: "g4" } });
    expect(sent?.query.get("source")).toBe("copilot");
  });

  it("says what is no address, and sends nothing", async () => {
    const { api } = await open();
    await send("cy@example.com, nonsense");
    await screen.findByText("“nonsense” isn’t an e-mail address.");
    expect(api.last(invite)).toBeUndefined();
  });

  it("shows the links once if there is no mail server, and lists who is already a member", async () => {
    const link = "https://pilot.example/accept-invite?token=abc";
    const answer = { data: { invites: [{ ...waiting, link }], members: ["bo@example.com"] } };
    await open({ more: { [invite]: answer } });
    await send("cy@example.com, bo@example.com");
    const dialog = await screen.findByRole("dialog", { name: "Share the links" });
    expect(dialog.textContent).toContain("once");
    expect(within(dialog).getByLabelText("Link for cy@example.com").textContent).toBe(link);
    expect(dialog.textContent).toContain("Already a member, so not invited: bo@example.com.");
  });
});

describe("the pending invitations", () => {
  it("are marked where they are too old, and filtered by group", async () => {
    const { api } = await open({ at: "?view=invites" });
    expect(await cells(/cy@example.com/)).toEqual(
      expect.arrayContaining(["Support", "Ada Lovelace", "Expired"]),
    );
    fireEvent.click(await screen.findByRole("link", { name: "Admin" }));
    await screen.findByText("No pending invitations");
    expect(api.last(`GET ${organisation}/pending-invites/g2`)).toBeTruthy();
  });

  it("are searched by address among all groups, which the page's address keeps", async () => {
    const call = `GET ${team}/invitedusers`;
    const { api } = await open({ at: "?view=invites&group=g2" });
    await screen.findByText("No pending invitations");
    api.answer({ [call]: pageOf([]) });
    fireEvent.change(screen.getByLabelText("Search by e-mail"), { target: { value: "zoe" } });
    await screen.findByText("No invitations found");
    expect(location.search).toBe("?view=invites&search=zoe");
    await waitFor(() => expect(api.last(call)?.query.get("search")).toBe("zoe"));
    api.answer({ [call]: pageOf([waiting]) });
    fireEvent.click(screen.getByRole("button", { name: "Show all invitations" }));
    await screen.findByText("cy@example.com");
    expect(api.last(call)?.query.get("search")).toBe("");
  });

  it("are sent again, and show the new link where no mail goes out", async () => {
    const resend = `POST ${organisation}/resend-invite`;
    const link = "https://pilot.example/accept-invite?token=new";
    const { api } = await open({
      at: "?view=invites",
      more: { [resend]: { data: { ...waiting, link } } },
    });
    await choose("cy@example.com", "Resend invitation");
    const dialog = await screen.findByRole("dialog", { name: "Share the links" });
    expect(dialog.textContent).toContain(link);
    expect(api.last(resend)?.body).toEqual({ data: { email: "cy@example.com" } });
  });

  it("are taken back after a question", async () => {
    const revoke = `DELETE ${team}/invitedusers/cy%40example.com`;
    const { api } = await open({ at: "?view=invites", more: { [revoke]: () => undefined } });
    await choose("cy@example.com", "Revoke");
    api.answer({ [`GET ${team}/invitedusers`]: pageOf([]) });
    fireEvent.click(await screen.findByRole("button", { name: "Revoke invitation" }));
    await screen.findByText("No pending invitations");
    expect(api.last(revoke)).toBeTruthy();
  });
});
