import { describe, expect, it } from "vitest";
import { getOrganizationToken, listOrganizations } from "../../../shared/contract/accounts/accounts.ts";
import {
  acceptInvite,
  inviteMembers,
  listGroupMembers,
  listInvitedUsers,
  listMembers,
  listPendingInvites,
  listTeam,
  listUserGroups,
  removeFromGroup,
  resendInvite,
  revokeInvite,
  searchUsers,
  updateTeamMember,
  verifyInvite,
} from "../../../shared/contract/accounts/teams.ts";
import { register } from "../../../shared/contract/accounts/registration.ts";
import type { Role } from "../../../shared/domain/access.ts";
import { readCookie } from "../../kit/factories.ts";
import type { Member, Person } from "../../kit/factories.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

const source = { source: "copilot" } as const;
const ben = { email: "ben@example.com", password: "long enough", first_name: "Ben" };

async function setUp(store: ReturnType<typeof stores>[number]) {
  const server = await startTestServer({ store });
  const owner = await server.createOwner("Harbour");
  const groupsOf = async (member: Member) => (await server.as(member).call(listUserGroups)).items;
  const groups = await groupsOf(owner);
  const groupFor = (role: Role) => groups.find((group) => group.role === role)?._id ?? "";
  return {
    ...{ server, owner, groupFor },
    /** Invites somebody and gives what the link carries. */
    async invite(email: string, role: Role = "support", by = owner) {
      const body = { data: { emails: [email], groupId: groupFor(role) } };
      const { data } = await server.as(by).call(inviteMembers, { query: source, body });
      return tokenOf(data.invites[0]?.link);
    },
    async join(email: string, role: Role) {
      const member = await server.createMember(owner.organizationId, role);
      await server.store.db.updateTable("users").set({ email }).where("id", "=", member.user._id).execute();
      return member;
    },
    async enter(person: Person) {
      const params = { orgId: owner.organizationId };
      return (await server.as(person).call(getOrganizationToken, { params })).data.roles;
    },
  };
}

function tokenOf(link: string | null | undefined): string {
  return new URL(link ?? "http://none/").searchParams.get("token") ?? "";
}

describe.each(stores())("the team on $name", (store) => {
  it("grows by an invitation link: verified, registered, accepted, in the chosen group", async () => {
    const { server, invite, enter, owner } = await setUp(store);
    const token = await invite(ben.email, "collaborator");
    const asked = await server.anyone().call(verifyInvite, { params: { token } });
    expect(asked.data).toEqual({
      ...{ email: ben.email, organizationName: "Harbour", invitedBy: "Test Person", isRegistered: false },
      ...{ usergroup_name: "Collaborator", role: "collaborator" },
    });
    const response = await server.anyone().send(register, { body: { ...ben, inviteToken: token } });
    const { user, session } = await response.json();
    const person = { address: "192.0.2.8", user, session, cookie: readCookie(response) };
    expect(await server.as(person).call(listOrganizations)).toEqual({ items: [], isCreationClosed: false });
    const { data } = await server.as(person).call(acceptInvite, { params: { token } });
    expect(data).toEqual({
      accountId: owner.organizationId,
      message: "User is registered and added to the group.",
      ...{ organizationName: "Harbour", usergroup_name: "Collaborator", role: "collaborator" },
    });
    expect(await enter(person)).toEqual(["collaborator"]);
    const used = server.as(person).call(acceptInvite, { params: { token } });
    await expect(used).rejects.toMatchObject({ status: 404, code: "invite_invalid" });
  });

  it("D6: binds an invitation to its address, and ends it after a week, by a newer one, or when revoked", async () => {
    const { server, invite, owner } = await setUp(store);
    const stranger = await server.createPerson();
    const first = await invite(ben.email);
    const passedOn = server.as(stranger).call(acceptInvite, { params: { token: first } });
    await expect(passedOn).rejects.toMatchObject({ status: 403, code: "invite_for_other" });
    const other = server.anyone().call(register, {
      body: { ...ben, email: "eve@example.com", inviteToken: first },
    });
    await expect(other).rejects.toMatchObject({ code: "invite_for_other" });

    const resent = await server.as(owner).call(resendInvite, {
      ...{ query: source, body: { data: { email: ben.email } } },
    });
    const second = tokenOf(resent.data.link);
    const verify = (token: string) => server.anyone().send(verifyInvite, { params: { token } });
    expect([(await verify(first)).status, (await verify(second)).status]).toEqual([404, 200]);

    await server.as(owner).call(revokeInvite, { params: { emailid: ben.email } });
    expect((await verify(second)).status).toBe(404);
    const third = await invite(ben.email);
    server.clock.advance(8 * 24 * 60 * 60 * 1000);
    expect((await verify(third)).status).toBe(404);
  });

  it("is closed to users without an invitation", async () => {
    const { server } = await setUp(store);
    const refused = { status: 403, code: "registration_closed" };
    await expect(server.anyone().call(register, { body: ben })).rejects.toMatchObject(refused);
  });

  it("lists members with groups and role, by page, by words, by group and by address", async () => {
    const { server, owner, join, groupFor } = await setUp(store);
    await join("zoe%x@example.com", "admin");
    await join("yan@example.com", "support");
    const all = await server.as(owner).call(listMembers, { query: { per_page: 2 } });
    expect([all.items.length, all.page]).toEqual([2, { page: 1, limit: 2, total: 3 }]);
    const found = await server.as(owner).call(listMembers, { query: { search: "ZOE%" } });
    expect(found.items).toMatchObject([
      { email: "zoe%x@example.com", role: "admin", usergroups: [{ usergroup_name: "Admin" }] },
    ]);
    const none = await server.as(owner).call(listTeam, { query: { search: "a%x" } });
    expect(none.items).toEqual([]);
    const params = { groupId: groupFor("support") };
    const support = await server.as(owner).call(listGroupMembers, { params });
    expect(support.items.map(({ email }) => email)).toEqual(["yan@example.com"]);
    const one = await server.as(owner).call(searchUsers, { query: { email: "Yan@Example.com" } });
    expect(one.items).toHaveLength(1);
  });

  it("lists invited people, and invites no existing member again", async () => {
    const { server, owner, invite, join, groupFor } = await setUp(store);
    await invite(ben.email, "admin");
    await join("yan@example.com", "support");
    const groupId = groupFor("admin");
    const pending = await server.as(owner).call(listPendingInvites, { params: { groupId } });
    expect(pending.items).toMatchObject([{ email: ben.email, isExpired: false, invitedBy: "Test Person" }]);
    expect((await server.as(owner).call(listInvitedUsers)).items).toHaveLength(1);
    const body = { data: { emails: ["yan@example.com", ben.email, ben.email], groupId } };
    const { data } = await server.as(owner).call(inviteMembers, { query: source, body });
    expect([data.members, data.invites.length]).toEqual([["yan@example.com"], 1]);
    expect((await server.as(owner).call(listInvitedUsers)).items).toHaveLength(1);
  });

  it("finds invited people by address, and no revoked ones", async () => {
    const { server, owner, invite } = await setUp(store);
    await invite("zoe_x@example.com", "admin");
    await invite(ben.email, "support");
    const find = async (search: string) => {
      const { items } = await server.as(owner).call(listInvitedUsers, { query: { search } });
      return items.map(({ email }) => email);
    };
    expect(await find("ZOE_")).toEqual(["zoe_x@example.com"]);
    expect(await find("zo__x")).toEqual([]);
    expect(await find(ben.email)).toEqual([ben.email]);
    await server.as(owner).call(revokeInvite, { params: { emailid: ben.email } });
    expect(await find(ben.email)).toEqual([]);
  });

  it("lets nobody give or remove a role above their own", async () => {
    const { server, owner, join, groupFor, invite } = await setUp(store);
    const admin = await join("adam@example.com", "admin");
    const forbidden = { status: 403, code: "forbidden" };
    await expect(invite(ben.email, "owner", admin)).rejects.toMatchObject(forbidden);
    const up = { params: { memberId: admin.user._id }, body: { data: { groupIds: [groupFor("owner")] } } };
    await expect(server.as(admin).call(updateTeamMember, up)).rejects.toMatchObject(forbidden);
    const down = { params: { groupId: groupFor("owner"), email: owner.user.email } };
    await expect(server.as(admin).call(removeFromGroup, down)).rejects.toMatchObject(forbidden);
    const offered = await server.as(admin).call(listUserGroups, { query: { invite: "true" } });
    expect(offered.items.map(({ role }) => role)).toEqual(["admin", "collaborator", "support"]);
    const helper = await join("helper@example.com", "support");
    await expect(server.as(helper).call(listMembers)).rejects.toMatchObject(forbidden);
  });

  it("keeps its last owner, even when two leave at once", async () => {
    const { server, owner, join, groupFor } = await setUp(store);
    const groupId = groupFor("owner");
    const leave = (by: Member, email: string) =>
      server.as(by).send(removeFromGroup, { params: { groupId, email } });
    const alone = await leave(owner, owner.user.email);
    expect([alone.status, (await alone.json()).error.code]).toEqual([409, "last_owner"]);
    const second = await join("olga@example.com", "owner");
    const statuses = await Promise.all([leave(owner, "olga@example.com"), leave(second, owner.user.email)]);
    expect(statuses.filter(({ status }) => status === 204)).toHaveLength(1);
    expect((await server.store.db.selectFrom("members").selectAll().execute()).length).toBe(1);
  });

  it("removes a member without groups, whose token stops working at once", async () => {
    const { server, owner, join, groupFor } = await setUp(store);
    const yan = await join("yan@example.com", "collaborator");
    const params = { groupId: groupFor("collaborator"), email: "yan@example.com" };
    await server.as(owner).call(removeFromGroup, { params });
    const refused = await server.as(yan).send(listTeam);
    expect(refused.status).toBe(404);
  });

  it("changes a member's groups, and treats a foreign member or group as missing", async () => {
    const { server, owner, join, groupFor } = await setUp(store);
    const yan = await join("yan@example.com", "support");
    const change = (memberId: string, groupIds: string[], by = owner) =>
      server.as(by).send(updateTeamMember, { params: { memberId }, body: { data: { groupIds } } });
    const changed = await change(yan.user._id, [groupFor("admin"), groupFor("support")]);
    expect((await changed.json()).data).toMatchObject({ role: "admin" });
    const stranger = await server.createOwner("Other");
    expect((await change(stranger.user._id, [groupFor("support")])).status).toBe(404);
    expect((await change(stranger.user._id, [groupFor("support")], stranger)).status).toBe(404);
  });
});
