import { describe, expect, it } from "vitest";
import {
  createOrganization,
  getOrganizationDetail,
  listOrganizations,
} from "../../../shared/contract/accounts/accounts.ts";
import {
  acceptPanelInvite,
  createPanelOrganization,
  createPanelTeamMember,
  getPanelOrganization,
  getPanelTeamMember,
  listPanelOrganizations,
  listPanelUserGroups,
  updatePanelOrganization,
  updatePanelTeamMember,
} from "../../../shared/contract/accounts/panel.ts";
import { getTeamMember, inviteMembers, listUserGroups } from "../../../shared/contract/accounts/teams.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

describe.each(stores())("the panel calls on $name", (store) => {
  it("create, list, return and change organizations as the organization calls do", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner("Harbour");
    const mine = server.as(owner);
    const { data: made } = await mine.call(createPanelOrganization, { body: { data: { name: "Pier" } } });
    const { items } = await mine.call(listPanelOrganizations);
    expect(items.map(({ name }) => name)).toEqual(["Harbour", "Pier"]);
    expect(items).toEqual((await mine.call(listOrganizations)).items);
    expect(items.at(-1)).toEqual(made);

    await mine.call(updatePanelOrganization, { body: { data: { name: "Haven" } } });
    const detail = await mine.call(getPanelOrganization);
    expect(detail.data.name).toBe("Haven");
    expect(detail).toEqual(await mine.call(getOrganizationDetail));
  });

  it("create a team member by an invitation, which they accept, then return and change them", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner("Harbour");
    const mine = server.as(owner);
    const groups = await mine.call(listPanelUserGroups);
    expect(groups).toEqual(await mine.call(listUserGroups));
    const groupFor = (role: string) => groups.items.find((group) => group.role === role)?._id ?? "";

    const person = await server.createPerson({ email: "ben@example.com" });
    const { data } = await mine.call(createPanelTeamMember, {
      body: { data: { emails: ["ben@example.com"], groupId: groupFor("support") } },
    });
    const token = new URL(data.invites[0]?.link ?? "").searchParams.get("token") ?? "";
    const accepted = await server.as(person).call(acceptPanelInvite, { params: { token } });
    expect(accepted.data).toMatchObject({
      accountId: owner.organizationId,
      message: "User is registered and added to the group.",
    });

    const params = { memberId: person.user._id };
    await mine.call(updatePanelTeamMember, { params, body: { data: { groupIds: [groupFor("admin")] } } });
    const member = await mine.call(getPanelTeamMember, { params });
    expect(member.data).toMatchObject({ email: "ben@example.com", role: "admin" });
    expect(member).toEqual(await mine.call(getTeamMember, { params }));
  });

  it("require the same rights, and treat a foreign organization as missing", async () => {
    const server = await startTestServer({ store });
    const [owner, stranger] = [await server.createOwner(), await server.createOwner()];
    const support = await server.createMember(owner.organizationId, "support");
    const body = { data: { name: "Mine now" } };
    await expect(server.as(support).call(updatePanelOrganization, { body })).rejects.toMatchObject({
      status: 403,
    });
    const params = { orgId: owner.organizationId };
    await expect(server.as(stranger).call(getPanelOrganization, { params })).rejects.toMatchObject({
      status: 404,
    });
  });

  it("use the same handlers as the organization calls", async () => {
    const { app } = await startTestServer({ store });
    const handlerOf = (call: object) => app.routes.find((route) => route.call === call)?.handler;
    const pairs = [
      [createPanelOrganization, createOrganization],
      [createPanelTeamMember, inviteMembers],
    ];
    for (const [panel = {}, original = {}] of pairs) {
      expect(handlerOf(panel)).toBeTypeOf("function");
      expect(handlerOf(panel)).toBe(handlerOf(original));
    }
  });
});
