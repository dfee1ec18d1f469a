import { describe, expect, it } from "vitest";
import {
  getAgentActivity,
  getOrganizationDetail,
  listOrganizations,
  pollAgentActivity,
  setAgentActivity,
  updateOrganization,
} from "../../../shared/contract/accounts/accounts.ts";
import { listMembers } from "../../../shared/contract/accounts/teams.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

describe.each(stores())("members on $name", (store) => {
  it("with the support role are offline at first, and then as they say", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const agent = await server.createMember(owner.organizationId, "support");
    const read = async () => (await server.as(agent).call(getAgentActivity)).data.status;
    expect(await read()).toBe("offline");
    await server.as(agent).call(setAgentActivity, { body: { data: { status: "online" } } });
    expect(await read()).toBe("online");
    server.clock.advance(120_000);
    expect(await server.as(agent).call(pollAgentActivity)).toEqual({ data: { status: "online" } });
    const { agentSeenAt } = await server.store.db
      .selectFrom("members")
      .select("agentSeenAt")
      .where("userId", "=", agent.user._id)
      .executeTakeFirstOrThrow();
    expect(agentSeenAt).toBeGreaterThan(server.clock.now() - 60_000);
  });

  it("with the support role count as offline everywhere when their console goes silent, until it is back", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const agent = await server.createMember(owner.organizationId, "support");
    await server.as(agent).call(setAgentActivity, { body: { data: { status: "online" } } });
    const readAll = async () => {
      const team = await server.as(owner).call(listMembers, { query: { search: agent.user.email } });
      const own = await server.as(agent).call(listOrganizations);
      return [
        (await server.as(agent).call(getAgentActivity)).data.status,
        team.items[0]?.agentStatus,
        own.items[0]?.member.agentStatus,
      ];
    };
    server.clock.advance(2 * 120_000);
    expect(await readAll()).toEqual(["online", "online", "online"]);
    server.clock.advance(60_001);
    expect(await readAll()).toEqual(["offline", "offline", "offline"]);
    expect((await server.as(agent).call(pollAgentActivity)).data.status).toBe("online");
    expect(await readAll()).toEqual(["online", "online", "online"]);
    await server.as(agent).call(setAgentActivity, { body: { data: { status: "offline" } } });
    expect((await server.as(agent).call(pollAgentActivity)).data.status).toBe("offline");
  });

  it("without the support role get 'Agent user not found'", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const told = { status: 404, body: { error: { message: "Agent user not found" } } };
    await expect(server.as(owner).call(getAgentActivity)).rejects.toMatchObject(told);
  });

  it("who manage the organization can change its profile, and nobody else can", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner("Harbour");
    const helper = await server.createMember(owner.organizationId, "collaborator");
    const body = { data: { name: "Harbour & Sons", country: "PT" } };
    const { data } = await server.as(owner).call(updateOrganization, { body });
    expect(data).toMatchObject({ name: "Harbour & Sons", country: "PT", slug: "harbour", timeZone: "UTC" });
    expect((await server.as(helper).send(updateOrganization, { body })).status).toBe(403);
    expect((await server.as(helper).call(getOrganizationDetail)).data.name).toBe("Harbour & Sons");
  });

  it.each([
    [{ country: "Portugal" }, "country"],
    [{ country: "pt" }, "country"],
    [{ state: "somewhere else" }, "state"],
    [{ timeZone: "Mars/Olympus" }, "timeZone"],
  ])("who give %j as its place get 'Invalid data'", async (data, field) => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const fields = [{ path: `body.data.${field}`, message: "Invalid data" }];
    const told = { status: 400, body: { error: { fields } } };
    await expect(server.as(owner).call(updateOrganization, { body: { data } })).rejects.toMatchObject(told);
  });
});
