import { beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "../../../shared/contract/accounts/apiKeys.ts";
import { createPanelTeamMember, updatePanelTeamMember } from "../../../shared/contract/accounts/panel.ts";
import {
  inviteMembers,
  removeFromGroup,
  resendInvite,
  revokeInvite,
  updateTeamMember,
} from "../../../shared/contract/accounts/teams.ts";
import { roles } from "../../../shared/domain/access.ts";
import type { Role } from "../../../shared/domain/access.ts";
import { nextAddress } from "../../kit/client.ts";
import type { Actor } from "../../kit/client.ts";
import type { Member } from "../../kit/factories.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

const source = { source: "copilot" } as const;
const nameOfGroup: Record<Role, string> = {
  owner: "Organization Owners",
  admin: "Admin",
  collaborator: "Collaborator",
  support: "Support",
};

describe.each(stores())("ways to a higher role on $name", (store) => {
  let server: TestServer;
  let owner: Member;
  let groups: Record<Role, string>;
  let callers: Record<string, Actor>;
  let people: Record<Role, Member>;

  beforeAll(async () => {
    server = await startTestServer({ store });
    owner = await server.createOwner();
    const rows = await server.store.db.selectFrom("userGroups").select(["id", "name"]).execute();
    const idOf = (role: Role) => rows.find(({ name }) => name === nameOfGroup[role])?.id ?? "";
    groups = {
      ...{ owner: idOf("owner"), admin: idOf("admin") },
      ...{ collaborator: idOf("collaborator"), support: idOf("support") },
    };
    const join = (role: Role) => server.createMember(owner.organizationId, role);
    people = {
      ...{ owner: await join("owner"), admin: await join("admin") },
      ...{ collaborator: await join("collaborator"), support: await join("support") },
    };
    const scopes = ["team.read", "team.invite", "team.update", "organization.update"] as const;
    const { data } = await server
      .as(people.admin)
      .call(createApiKey, { body: { data: { name: "An admin's", scopes: [...scopes] } } });
    callers = {
      ...{ admin: people.admin, collaborator: people.collaborator, support: people.support },
      "an admin's API key": {
        ...{ address: nextAddress(), bearer: data.key, organizationId: owner.organizationId },
      },
    };
    await server.as(owner).call(inviteMembers, {
      query: source,
      body: { data: { emails: ["boss@example.com"], groupId: groups.owner } },
    });
  });

  it.each(["admin", "collaborator", "support", "an admin's API key"])(
    "B9: are closed to the %s, who can't promote anyone, demote an owner or touch an owner's invitation",
    async (who) => {
      const client = server.as(callers[who] ?? owner);
      const before = await readAll();
      const above = roles.slice(0, who === "admin" || who === "an admin's API key" ? 1 : 4);
      for (const role of above) {
        const groupId = groups[role];
        const invited = { data: { emails: [`new-${role}@example.com`], groupId } };
        const attempts: Promise<Response>[] = [
          client.send(inviteMembers, { query: source, body: invited }),
          client.send(createPanelTeamMember, { body: invited }),
        ];
        for (const member of Object.values(people)) {
          const params = { memberId: member.user._id };
          const body = { data: { groupIds: [groupId] } };
          // Who has this role already would be given nothing.
          if (member === people[role]) continue;
          attempts.push(client.send(updateTeamMember, { params, body }));
          attempts.push(client.send(updatePanelTeamMember, { params, body }));
        }
        for (const response of await Promise.all(attempts)) expect(response.status).toBe(403);
      }
      const owners = { groupId: groups.owner, email: people.owner.user.email };
      const lowering = [
        client.send(removeFromGroup, { params: owners }),
        client.send(updateTeamMember, {
          params: { memberId: people.owner.user._id },
          body: { data: { groupIds: [groups.support] } },
        }),
        client.send(resendInvite, { query: source, body: { data: { email: "boss@example.com" } } }),
        client.send(revokeInvite, { params: { emailid: "boss@example.com" } }),
      ];
      for (const response of await Promise.all(lowering)) expect(response.status).toBe(403);
      expect(await readAll()).toEqual(before);
    },
  );

  async function readAll() {
    const { db } = server.store;
    const [held, invited] = await Promise.all([
      db.selectFrom("groupMembers").selectAll().execute(),
      db.selectFrom("invites").selectAll().execute(),
    ]);
    return [held, invited].map((rows) => rows.map((row) => JSON.stringify(row)).toSorted());
  }
});
