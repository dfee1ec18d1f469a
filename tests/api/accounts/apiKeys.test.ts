import { beforeEach, describe, expect, it } from "vitest";
import {
  getProfile,
  listOrganizations,
  updateOrganization,
} from "../../../shared/contract/accounts/accounts.ts";
import {
  createApiKey,
  getApiKey,
  listApiKeys,
  revokeApiKey,
  updateApiKey,
} from "../../../shared/contract/accounts/apiKeys.ts";
import {
  createAgent,
  getAgent,
  listAgents,
  updateAgentStatus,
} from "../../../shared/contract/agents/agents.ts";
import { getSubscription } from "../../../shared/contract/billing/billing.ts";
import { watchEvents } from "../../../shared/contract/conversations/conversations.ts";
import { listMembers, updateTeamMember, listUserGroups } from "../../../shared/contract/accounts/teams.ts";
import { isKeyScope, keyScopes } from "../../../shared/domain/keyScopes.ts";
import type { KeyScope } from "../../../shared/domain/keyScopes.ts";
import type { Role } from "../../../shared/domain/access.ts";
import type { Actor } from "../../kit/client.ts";
import { nextAddress } from "../../kit/client.ts";
import type { Member } from "../../kit/factories.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

interface NewKey {
  agentIds?: string[];
  expiresAt?: number;
}

const day = 24 * 60 * 60 * 1000;

describe.each(stores())("API keys on $name", (store) => {
  let server: TestServer;
  let owner: Member;
  beforeEach(async () => {
    server = await startTestServer({ store });
    owner = await server.createOwner("Harbour");
  });

  /** Makes a key and gives it with a program that asks by it. */
  async function makeKey(by: Member, scopes: KeyScope[], more: NewKey = {}) {
    const body = { data: { name: "Shop", scopes, ...more } };
    const { data } = await server.as(by).call(createApiKey, { body });
    const actor: Actor = { address: nextAddress(), bearer: data.key, organizationId: by.organizationId };
    return { ...data, actor, program: server.as(actor) };
  }

  async function putInto(role: Role, member: Member) {
    const { items } = await server.as(owner).call(listUserGroups);
    const groupIds = items.filter((group) => group.role === role).map(({ _id }) => _id);
    const params = { memberId: member.user._id };
    await server.as(owner).call(updateTeamMember, { params, body: { data: { groupIds } } });
  }

  it("are created, shown once, listed by their last four characters, changed and revoked", async () => {
    const made = await makeKey(owner, ["agents.read"], { expiresAt: server.clock.now() + day });
    expect(made.key).toMatch(/^ph_[\w-]{43}$/);
    const { items, page } = await server.as(owner).call(listApiKeys);
    expect(page).toEqual({ page: 1, limit: 25, total: 1 });
    expect(items).toEqual([
      expect.objectContaining({
        ...{ id: made.id, organizationId: owner.organizationId, name: "Shop", scopes: ["agents.read"] },
        ...{ allowed: ["agents.read"], agentIds: null, state: "active", lastUsedAt: null },
        ...{ ending: made.key.slice(-4), madeBy: { _id: owner.user._id, name: "Test Person" } },
      }),
    ]);
    expect(JSON.stringify(items)).not.toContain(made.key);

    const params = { keyId: made.id };
    const body = { data: { name: "Till", scopes: ["knowledge.read" as const] } };
    expect((await server.as(owner).call(updateApiKey, { params, body })).data).toMatchObject({
      ...{ name: "Till", scopes: ["knowledge.read"] },
    });
    expect((await server.as(owner).call(getApiKey, { params })).data.name).toBe("Till");

    await server.as(owner).call(revokeApiKey, { params });
    expect((await server.as(owner).call(listApiKeys)).items).toEqual([]);
    for (const call of [getApiKey, revokeApiKey]) {
      await expect(server.as(owner).call(call, { params })).rejects.toMatchObject({ status: 404 });
    }
  });

  it("D16: are stored only as hashes, and never logged", async () => {
    const { key, program } = await makeKey(owner, ["agents.read"]);
    await program.call(listAgents);
    const rows = await server.store.db.selectFrom("apiKeys").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key.slice(3));
    expect(server.readLog()).not.toContain(key.slice(3));
  });

  it("authenticate a program without a signature or a cookie, and record their last use", async () => {
    const { id, program, actor } = await makeKey(owner, ["agents.read"]);
    const agent = await server.createAgent(owner);
    expect((await program.call(listAgents)).items.map((one) => one.id)).toEqual([agent.id]);
    const { data } = await server.as(owner).call(getApiKey, { params: { keyId: id } });
    expect(data).toMatchObject({ lastUsedAddress: actor.address, lastUsedAt: expect.any(Number) });
  });

  it("are created only by owners and admins", async () => {
    for (const role of ["collaborator", "support"] as const) {
      const member = await server.createMember(owner.organizationId, role);
      await expect(makeKey(member, ["agents.read"])).rejects.toMatchObject({ status: 403 });
      await expect(server.as(member).call(listApiKeys)).rejects.toMatchObject({ status: 403 });
    }
    const admin = await server.createMember(owner.organizationId, "admin");
    await expect(makeKey(admin, ["agents.read"])).resolves.toMatchObject({ state: "active" });
  });

  it("are changed only by their creator, and revoked by every owner and admin", async () => {
    const admin = await server.createMember(owner.organizationId, "admin");
    const { id: keyId } = await makeKey(owner, ["agents.read"]);
    const body = { data: { scopes: [...keyScopes] } };
    await expect(server.as(admin).call(updateApiKey, { params: { keyId }, body })).rejects.toMatchObject({
      status: 403,
      code: "forbidden",
    });
    await server.as(admin).call(revokeApiKey, { params: { keyId } });
  });

  it("B4: are refused with forbidden scopes, foreign agents, an end in the past, or unknown fields", async () => {
    const stranger = await server.createOwner();
    const theirs = await server.createAgent(stranger);
    const wrong: [object, string][] = [
      [{ scopes: ["keys.update"] }, "body.data.scopes.0"],
      [{ scopes: [] }, "body.data.scopes"],
      [{ agentIds: [theirs.id] }, "body.data.agentIds"],
      [{ agentIds: [] }, "body.data.agentIds"],
      [{ expiresAt: server.clock.now() - 1 }, "body.data.expiresAt"],
      [{ userId: stranger.user._id }, "body.data.userId"],
      [{ name: " " }, "body.data.name"],
    ];
    for (const [more, path] of wrong) {
      const failed = await makeKey(owner, ["agents.read"], more as NewKey).catch((error) => error);
      expect(failed, JSON.stringify(more)).toMatchObject({
        status: 400,
        body: { error: { fields: [{ path }] } },
      });
    }
  });

  describe("B10: a key", () => {
    it("has only its scopes, no matter what its creator can do", async () => {
      const { program } = await makeKey(owner, ["agents.read"]);
      const agent = await server.createAgent(owner);
      const status = { params: { productId: agent.id }, body: { data: { status: "paused" as const } } };
      for (const refused of [
        () => program.call(updateAgentStatus, status),
        () => program.call(listMembers),
        () => program.call(getSubscription),
      ]) {
        await expect(refused()).rejects.toMatchObject({ status: 403, code: "forbidden" });
      }
    });

    it("limited to one agent sees another as missing, and in no list", async () => {
      const [mine, other] = [await server.createAgent(owner), await server.createAgent(owner)];
      const { program } = await makeKey(owner, ["agents.read", "agents.create", "team.read"], {
        agentIds: [mine.id],
      });
      const ask = (productId: string) => program.call(getAgent, { params: { productId } });
      expect((await ask(mine.id)).data.id).toBe(mine.id);
      const [foreign, missing] = await Promise.all(
        [other.id, "01m000000000000000000000aa"].map((id) => ask(id).catch((error) => error)),
      );
      expect(foreign).toMatchObject({ status: 404, code: "not_found" });
      expect({ ...foreign.body.error, requestId: "" }).toEqual({ ...missing.body.error, requestId: "" });
      const { items, page } = await program.call(listAgents);
      expect([items.map(({ id }) => id), page.total]).toEqual([[mine.id], 1]);
      for (const refused of [
        () => program.call(listMembers),
        () => program.call(createAgent, { body: { data: { name: "New" } } }),
      ]) {
        await expect(refused()).rejects.toMatchObject({ status: 403, code: "api_key_not_allowed" });
      }
    });

    it("stops working once it is revoked", async () => {
      const { id: keyId, program } = await makeKey(owner, ["agents.read"]);
      await program.call(listAgents);
      await server.as(owner).call(revokeApiKey, { params: { keyId } });
      await expect(program.call(listAgents)).rejects.toMatchObject({
        status: 401,
        code: "api_key_refused",
      });
    });

    it("stops working once it expires", async () => {
      const { program } = await makeKey(owner, ["agents.read"], { expiresAt: server.clock.now() + day });
      await program.call(listAgents);
      server.clock.advance(day);
      await expect(program.call(listAgents)).rejects.toMatchObject({ status: 401 });
      expect((await server.as(owner).call(listApiKeys)).items[0]?.state).toBe("expired");
    });

    it("stops working at once when its creator leaves, and stays off when they return", async () => {
      const admin = await server.createMember(owner.organizationId, "admin");
      const { program } = await makeKey(admin, ["agents.read"]);
      await program.call(listAgents);
      const { db } = server.store;
      const userId = admin.user._id;
      const member = await db
        .selectFrom("members")
        .selectAll()
        .where("userId", "=", userId)
        .executeTakeFirstOrThrow();
      const groups = await db.selectFrom("groupMembers").selectAll().where("userId", "=", userId).execute();
      await db.deleteFrom("groupMembers").where("userId", "=", userId).execute();
      await db.deleteFrom("members").where("userId", "=", userId).execute();
      await expect(program.call(listAgents)).rejects.toMatchObject({ status: 401 });
      expect((await server.as(owner).call(listApiKeys)).items[0]).toMatchObject({
        ...{ state: "stopped", allowed: [], madeBy: { name: "Test Person" } },
      });
      server.clock.advance(1000);
      await db
        .insertInto("members")
        .values({ ...member, createdAt: server.clock.now() })
        .execute();
      await db.insertInto("groupMembers").values(groups).execute();
      await expect(program.call(listAgents)).rejects.toMatchObject({ status: 401 });
    });

    it("loses at once the rights that its creator loses", async () => {
      const admin = await server.createMember(owner.organizationId, "admin");
      const { program } = await makeKey(admin, ["agents.read", "organization.update"]);
      const rename = () => program.call(updateOrganization, { body: { data: { name: "Renamed" } } });
      await rename();
      await putInto("support", admin);
      await expect(rename()).rejects.toMatchObject({ status: 403, code: "forbidden" });
      await program.call(listAgents);
      expect((await server.as(owner).call(listApiKeys)).items[0]).toMatchObject({
        ...{ scopes: ["agents.read", "organization.update"], allowed: ["agents.read"], state: "active" },
      });
    });

    it("sees another organization as missing", async () => {
      const stranger = await server.createOwner();
      const { actor } = await makeKey(owner, ["agents.read"]);
      const elsewhere = server.as({ ...actor, organizationId: stranger.organizationId });
      const nowhere = server.as({ ...actor, organizationId: "01m000000000000000000000aa" });
      for (const program of [elsewhere, nowhere]) {
        await expect(program.call(listAgents)).rejects.toMatchObject({ status: 404, code: "not_found" });
      }
    });

    it("is refused by calls about keys and about a person", async () => {
      const { id: keyId, program } = await makeKey(owner, [...keyScopes]);
      for (const refused of [
        () => program.call(listApiKeys),
        () => program.call(createApiKey, { body: { data: { name: "More", scopes: ["agents.read"] } } }),
        () => program.call(revokeApiKey, { params: { keyId } }),
        () => program.call(getProfile),
        () => program.call(listOrganizations),
      ]) {
        await expect(refused()).rejects.toMatchObject({ status: 403, code: "api_key_not_allowed" });
      }
    });

    it("is read only from its header, and ignored in the address", async () => {
      const { key } = await makeKey(owner, ["agents.read"]);
      const path = `/api/console/v1/org/${owner.organizationId}/copilotapps`;
      for (const name of ["key", "api_key", "access_token", "authorization"]) {
        const response = await server.request(`${path}?${name}=${key}`);
        expect(response.status).toBe(401);
      }
      for (const header of ["x-api-key", "x-cplt-session", "cookie"]) {
        const response = await server.request(path, { headers: { [header]: key } });
        expect(response.status, header).toBe(401);
      }
      expect(server.readLog()).not.toContain(key);
    });

    it("shares no rights with a cookie in the same request", async () => {
      const { actor } = await makeKey(owner, ["agents.read"]);
      const mixed = server.as({ ...actor, cookie: owner.cookie, session: owner.session });
      await mixed.call(listAgents);
      await expect(mixed.call(getSubscription)).rejects.toMatchObject({ status: 403, code: "forbidden" });
      await expect(mixed.call(getProfile)).rejects.toMatchObject({ code: "api_key_not_allowed" });
      const wrong = {
        ...actor,
        bearer: `ph_${"x".repeat(43)}`,
        cookie: owner.cookie,
        session: owner.session,
      };
      await expect(server.as(wrong).call(listAgents)).rejects.toMatchObject({
        status: 401,
        code: "api_key_refused",
      });
    });

    it("works from any origin, since no browser sends it by itself", async () => {
      const { program } = await makeKey(owner, ["agents.read"]);
      const headers = { origin: "https://tool.example", "sec-fetch-site": "cross-site" };
      await program.call(listAgents, { headers });
      await expect(server.as(owner).call(listAgents, { headers })).rejects.toMatchObject({
        status: 403,
        code: "cross_site",
      });
    });

    it("has a rate limit of its own, across all addresses", async () => {
      const { actor } = await makeKey(owner, ["agents.read"]);
      const { program: other } = await makeKey(owner, ["agents.read"]);
      const asked = Array.from({ length: 500 }, () =>
        server.as({ ...actor, address: nextAddress() }).send(listAgents),
      );
      const statuses = new Set((await Promise.all(asked)).map(({ status }) => status));
      expect(statuses).toEqual(new Set([200, 429]));
      expect((await other.send(listAgents)).status).toBe(200);
    });

    it("receives an agent's events, and is cut off when it is revoked", async () => {
      const agent = await server.createAgent(owner);
      const { id: keyId, program } = await makeKey(owner, ["conversations.read"], { agentIds: [agent.id] });
      const events = program.stream(watchEvents, { params: { productId: agent.id } });
      expect((await events.next()).value).toMatchObject({ type: "ready" });
      await server.as(owner).call(revokeApiKey, { params: { keyId } });
      expect((await events.next()).done).toBe(true);
    });
  });

  it("are refused when they only look like one", async () => {
    const path = `/api/console/v1/org/${owner.organizationId}/copilotapps`;
    const long = `Bearer ph_${"a".repeat(5000)}`;
    for (const authorization of [
      "Bearer ph_",
      "Bearer ph_short",
      "bearer PH_x",
      "ph_x",
      "Basic ph_x",
      long,
    ]) {
      const response = await server.request(path, { headers: { authorization } });
      expect(response.status, authorization.slice(0, 20)).toBe(401);
    }
  });

  it("give no right to manage keys", () => {
    expect(["keys.read", "keys.update"].some(isKeyScope)).toBe(false);
  });
});
