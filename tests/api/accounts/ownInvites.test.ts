import { describe, expect, it } from "vitest";
import { listOrganizations } from "../../../shared/contract/accounts/accounts.ts";
import {
  acceptOwnInvite,
  inviteMembers,
  listInvitedUsers,
  listOwnInvites,
  listUserGroups,
} from "../../../shared/contract/accounts/teams.ts";
import type { Role } from "../../../shared/domain/access.ts";
import type { Member, Person } from "../../kit/factories.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

const source = { source: "copilot" } as const;
const week = 7 * 24 * 60 * 60 * 1000;

async function setUp(store: ReturnType<typeof stores>[number]) {
  const server = await startTestServer({ store });
  const owner = await server.createOwner("Harbour");
  const ben = await server.createPerson({ email: "ben@example.com" });
  return {
    ...{ server, owner, ben },
    async invite(email: string, role: Role, by: Member = owner) {
      const groups = (await server.as(by).call(listUserGroups)).items;
      const groupId = groups.find((group) => group.role === role)?._id ?? "";
      await server
        .as(by)
        .call(inviteMembers, { query: source, body: { data: { emails: [email], groupId } } });
    },
    waiting: async (person: Person) => (await server.as(person).call(listOwnInvites)).items,
    join: (person: Person, inviteId: string) =>
      server.as(person).call(acceptOwnInvite, { params: { inviteId } }),
  };
}

describe.each(stores())("a user's own invitations on $name", (store) => {
  it("wait for the owner of the address, who becomes a member without the link", async () => {
    const { server, owner, ben, invite, waiting, join } = await setUp(store);
    await invite("ben@example.com", "collaborator");
    const [found, ...more] = await waiting(ben);
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      ...{ organizationName: "Harbour", usergroup_name: "Collaborator", role: "collaborator" },
      invitedBy: "Test Person",
    });
    expect((await join(ben, found?._id ?? "")).data).toEqual({
      accountId: owner.organizationId,
      message: "User is registered and added to the group.",
      ...{ organizationName: "Harbour", usergroup_name: "Collaborator", role: "collaborator" },
    });
    expect(await waiting(ben)).toEqual([]);
    const { items } = await server.as(ben).call(listOrganizations);
    expect(items.map(({ name, roles }) => ({ name, roles }))).toEqual([
      { name: "Harbour", roles: ["collaborator"] },
    ]);
    await expect(join(ben, found?._id ?? "")).rejects.toMatchObject({ status: 404 });
  });

  it("B1: are missing for everybody else, exactly like none", async () => {
    const { server, owner, invite, waiting, join } = await setUp(store);
    await invite("ben@example.com", "owner");
    const params = { orgId: owner.organizationId };
    const [invited] = (await server.as(owner).call(listInvitedUsers, { params })).items;
    const stranger = await server.createPerson();
    expect(await waiting(stranger)).toEqual([]);
    const refused = await join(stranger, invited?._id ?? "").catch((error: unknown) => error);
    const missing = await join(stranger, "01m000000000000000000000aa").catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 404, code: "not_found" });
    expect(missing).toMatchObject({ status: 404, code: "not_found" });
  });

  it("D6: are closed to an account with an unverified address", async () => {
    const { server, owner, invite, waiting, join } = await setUp(store);
    const squatter = await server.createPerson({ email: "cy@example.com", emailVerifiedAt: null });
    await invite("cy@example.com", "admin");
    const params = { orgId: owner.organizationId };
    const [invited] = (await server.as(owner).call(listInvitedUsers, { params })).items;
    expect(await waiting(squatter)).toEqual([]);
    await expect(join(squatter, invited?._id ?? "")).rejects.toMatchObject({ status: 404 });
  });

  it("expire after a week", async () => {
    const { server, ben, invite, waiting, join } = await setUp(store);
    await invite("ben@example.com", "support");
    const [found] = await waiting(ben);
    server.clock.advance(week);
    const again = await server.createPerson({ email: "dee@example.com" });
    await server.store.db
      .updateTable("users")
      .set({ email: "old@example.com" })
      .where("id", "=", ben.user._id)
      .execute();
    await server.store.db
      .updateTable("users")
      .set({ email: "ben@example.com" })
      .where("id", "=", again.user._id)
      .execute();
    expect(await waiting(again)).toEqual([]);
    await expect(join(again, found?._id ?? "")).rejects.toMatchObject({ status: 404 });
  });
});
