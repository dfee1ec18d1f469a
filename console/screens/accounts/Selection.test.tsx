import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { PendingInvite, TeamMember } from "../../../shared/contract/accounts/teams.ts";
import type { Role } from "../../../shared/domain/access.ts";
import { failWith, type FakeApi, type Replies } from "../../../tests/kit/console/fakeApi.ts";
import { openConsole, signedIn } from "../../../tests/kit/console/openConsole.tsx";

const teams = "/accounts/o1/account/teams";
const organisation = "/api/organisation/organization";
const team = "/api/organisation/v1.0/org/o1";
const at = Date.UTC(2026, 2, 5);
const owners = { _id: "g1", usergroup_name: "Organization Owners" };
const advisors = { _id: "g3", usergroup_name: "Collaborator" };
const support = { _id: "g4", usergroup_name: "Support" };

function makeMember(name: string, part: Partial<TeamMember> = {}): TeamMember {
  return {
    ...{ _id: name, email: `${name.toLowerCase()}@example.com`, first_name: name, last_name: "" },
    ...{ profile_pic_url: null, usergroups: [advisors], role: "collaborator" },
    ...{ agentStatus: "offline", joinedAt: at },
    ...part,
  };
}

function makeInvite(email: string, part: Partial<PendingInvite> = {}): PendingInvite {
  return {
    ...{ _id: email, email, usergroups: [support], invitedBy: "Ada" },
    ...{ sentAt: at, expiresAt: at + 1000, isExpired: false },
    ...part,
  };
}

const ada = makeMember("Ada", { _id: "u1", usergroups: [owners], role: "owner" });
const bo = makeMember("Bo", { usergroups: [support, advisors] });
const cy = makeMember("Cy");
const di = makeMember("Di", { usergroups: [owners, support], role: "owner" });

function pageOf<T>(items: T[]) {
  return { items, page: { page: 1, limit: 25, total: items.length } };
}

const replies: Replies = {
  [`GET ${organisation}/account/members`]: pageOf([ada, bo, cy, di]),
  [`GET ${organisation}/account/usergroups`]: {
    items: [
      { ...owners, role: "owner", memberCount: 2 },
      { ...advisors, role: "collaborator", memberCount: 2 },
      { ...support, role: "support", memberCount: 2 },
    ],
  },
  [`GET ${team}/invitedusers`]: pageOf([makeInvite("eve@example.com"), makeInvite("fay@example.com")]),
};

async function open({
  roles = ["owner"],
  view = "",
  more = {},
}: { roles?: Role[]; view?: string; more?: Replies } = {}) {
  const opened = await openConsole(teams + view, { ...signedIn(roles), ...replies, ...more });
  await screen.findByRole("table");
  return opened;
}

const listNames = () =>
  screen.queryAllByRole("checkbox", { name: /^Select / }).map((box) => box.getAttribute("aria-label"));
const select = (...names: string[]) =>
  names.forEach((name) => fireEvent.click(screen.getByRole("checkbox", { name: `Select ${name}` })));
const bar = () => within(screen.getByRole("region", { name: "Selection" }));
const choose = (name: string) => fireEvent.click(bar().getByRole("button", { name }));
const listSent = ({ requests }: FakeApi, method: string) =>
  requests.map(({ what }) => what).filter((what) => what.startsWith(method));

function press(key: string): void {
  act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key }));
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe("choosing members", () => {
  it("is for all others of whom every group may be taken", async () => {
    await open();
    expect(listNames()).toEqual(["Select Bo", "Select Cy", "Select Di"]);
    expect(screen.queryByRole("region", { name: "Selection" })).toBeNull();
    await open({ roles: ["admin"] });
    expect(listNames()).toEqual(["Select Bo", "Select Cy"]);
    await open({ roles: ["collaborator"] });
    expect(listNames()).toEqual([]);
  });

  it("goes by j, k and x, and says how many are chosen", async () => {
    await open();
    await waitFor(async () => {
      const { listShortcuts } = await import("../../state/shell/shortcutKeys.ts");
      const keys = listShortcuts().flatMap(({ shortcuts }) => shortcuts.map(({ keys }) => keys));
      expect(keys).toEqual(expect.arrayContaining(["j", "x"]));
    });
    press("x");
    expect(document.activeElement).toBe(screen.getByRole("checkbox", { name: "Select Bo" }));
    press("x");
    press("j");
    press("x");
    expect(bar().getByRole("status").textContent).toBe("2 selected");
    press("k");
    press("x");
    expect(bar().getByRole("status").textContent).toBe("1 selected");
    expect(screen.getByRole("checkbox", { name: "Select Cy" })).toHaveProperty("checked", true);
    choose("Select all");
    expect(bar().getByRole("status").textContent).toBe("3 selected");
    expect(bar().queryByRole("button", { name: "Select all" })).toBeNull();
    choose("Clear");
    expect(screen.queryByRole("region", { name: "Selection" })).toBeNull();
  });

  it("ends for whom a search leaves out", async () => {
    const { api } = await open();
    select("Bo", "Cy");
    api.answer({ [`GET ${organisation}/account/members`]: pageOf([cy]) });
    fireEvent.change(screen.getByLabelText("Search by name or e-mail"), { target: { value: "cy" } });
    await waitFor(() => expect(bar().getByRole("status").textContent).toBe("1 selected"));
  });

  it("puts all of them into the same groups, beginning with those that they share", async () => {
    const { api } = await open({
      more: {
        [`PATCH ${team}/team/Bo`]: { data: bo },
        [`PATCH ${team}/team/Cy`]: { data: cy },
      },
    });
    select("Cy", "Bo");
    choose("Change groups");
    const dialog = within(await screen.findByRole("dialog", { name: "Groups of 2 members" }));
    expect(await dialog.findByRole("checkbox", { name: /^Collaborator/ })).toHaveProperty("checked", true);
    expect(dialog.getByRole("checkbox", { name: /^Support/ })).toHaveProperty("checked", false);
    fireEvent.click(dialog.getByRole("checkbox", { name: /^Support/ }));
    fireEvent.click(dialog.getByRole("button", { name: "Save groups" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(listSent(api, "PATCH")).toEqual([`PATCH ${team}/team/Bo`, `PATCH ${team}/team/Cy`]);
    expect(api.last(`PATCH ${team}/team/Cy`)?.body).toEqual({ data: { groupIds: ["g3", "g4"] } });
    expect(screen.queryByRole("region", { name: "Selection" })).toBeNull();
  });

  it("takes them out of all groups after a question, owners' groups first", async () => {
    const out = (group: string, name: string) =>
      `DELETE ${organisation}/usergroup/${group}/member/${name}%40example.com`;
    const calls = [out("g3", "cy"), out("g1", "di"), out("g4", "di")];
    const { api } = await open({
      more: Object.fromEntries(calls.map((call) => [call, () => undefined])),
    });
    select("Cy", "Di");
    choose("Remove");
    const dialog = await screen.findByRole("dialog", { name: "Remove 2 members?" });
    expect(listSent(api, "DELETE")).toEqual([]);
    api.answer({ [`GET ${organisation}/account/members`]: pageOf([ada, bo]) });
    fireEvent.click(within(dialog).getByRole("button", { name: "Remove from the organization" }));
    await waitFor(() => expect(screen.queryByText("cy@example.com")).toBeNull());
    expect(listSent(api, "DELETE")).toEqual(calls);
    await screen.findByText("2 members removed");
  });

  it("continues after a failed removal, says why, and shows what was done", async () => {
    const { api } = await open({
      more: {
        [`DELETE ${organisation}/usergroup/g1/member/di%40example.com`]: failWith("last_owner"),
        [`DELETE ${organisation}/usergroup/g3/member/cy%40example.com`]: () => undefined,
      },
    });
    select("Di", "Cy");
    choose("Remove");
    const dialog = await screen.findByRole("dialog", { name: "Remove 2 members?" });
    fireEvent.click(within(dialog).getByRole("button", { name: "Remove from the organization" }));
    const alert = await within(dialog).findByRole("alert");
    expect(alert.textContent).toContain("1 of 2 failed.");
    expect(alert.textContent).toContain("Di: An organization needs an owner.");
    within(dialog).getByRole("button", { name: "Try again" });
    api.answer({ [`GET ${organisation}/account/members`]: pageOf([ada, bo, di]) });
    const [, close] = within(dialog).getAllByRole("button", { name: "Close" }); // the first is the cross
    if (close) fireEvent.click(close);
    await waitFor(() => expect(screen.queryByText("cy@example.com")).toBeNull());
    await screen.findByText("1 member removed");
  });
});

describe("choosing invitations", () => {
  const resend = `POST ${organisation}/resend-invite`;

  it("is for those into groups that one may give", async () => {
    const invites = [makeInvite("eve@example.com", { usergroups: [owners] }), makeInvite("fay@example.com")];
    await open({
      ...{ roles: ["admin"], view: "?view=invites" },
      more: { [`GET ${team}/invitedusers`]: pageOf(invites) },
    });
    expect(listNames()).toEqual(["Select fay@example.com"]);
    expect(screen.queryByRole("button", { name: "Actions for eve@example.com" })).toBeNull();
  });

  it("sends them again after a question, and shows all new links where no mail goes out", async () => {
    const link = "https://pilot.example/accept-invite?token=new";
    const { api } = await open({
      view: "?view=invites",
      more: { [resend]: { data: { ...makeInvite("eve@example.com"), link } } },
    });
    select("eve@example.com", "fay@example.com");
    choose("Resend");
    const asked = await screen.findByRole("dialog");
    fireEvent.click(within(asked).getByRole("button", { name: "Resend" }));
    const dialog = await screen.findByRole("dialog", { name: "Share the links" });
    within(dialog).getByRole("button", { name: "Copy all" });
    const bodies = api.requests.filter(({ what }) => what === resend).map(({ body }) => body);
    expect(bodies).toEqual([{ data: { email: "eve@example.com" } }, { data: { email: "fay@example.com" } }]);
    fireEvent.click(within(dialog).getByRole("button", { name: "Done" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
  });

  it("takes them back after a question", async () => {
    const calls = ["eve", "fay"].map((name) => `DELETE ${team}/invitedusers/${name}%40example.com`);
    const { api } = await open({
      view: "?view=invites",
      more: Object.fromEntries(calls.map((call) => [call, () => undefined])),
    });
    select("fay@example.com");
    choose("Select all");
    choose("Revoke");
    api.answer({ [`GET ${team}/invitedusers`]: pageOf([]) });
    fireEvent.click(await screen.findByRole("button", { name: "Revoke invitations" }));
    await screen.findByText("No pending invitations");
    expect(listSent(api, "DELETE")).toEqual(calls);
  });
});
