import { TOTP, Secret } from "otpauth";
import { describe, expect, it } from "vitest";
import { createApiKey } from "../../../shared/contract/accounts/apiKeys.ts";
import {
  getOrganizationDetail,
  getOrganizationToken,
  getProfile,
  listOrganizations,
  updateOrganization,
} from "../../../shared/contract/accounts/accounts.ts";
import {
  beginSecondFactor,
  enableSecondFactor,
  proveIdentity,
} from "../../../shared/contract/accounts/secondFactor.ts";
import { endOtherSessions, endSession, listSessions } from "../../../shared/contract/accounts/signIn.ts";
import { endMemberSessions } from "../../../shared/contract/accounts/teams.ts";
import { nextAddress } from "../../kit/client.ts";
import { testPassword } from "../../kit/factories.ts";
import type { Member, Person } from "../../kit/factories.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

/** Gives a person a second factor, and what makes its codes from then on. */
async function setUpFactor(server: TestServer, person: Person): Promise<() => string> {
  const body = { currentPassword: testPassword };
  const { data } = await server.as(person).call(beginSecondFactor, { body });
  const totp = new TOTP({ secret: Secret.fromBase32(data.secret) });
  const makeCode = () => totp.generate({ timestamp: server.clock.now() });
  await server.as(person).call(enableSecondFactor, { body: { code: makeCode() } });
  server.clock.advance(30_000);
  return makeCode;
}

async function requireFactor(server: TestServer, owner: Member, requiresSecondFactor = true) {
  const asked = { params: { orgId: owner.organizationId }, body: { data: { requiresSecondFactor } } };
  return server.as(owner).send(updateOrganization, asked);
}

const codeOf = async (response: Response) => [response.status, (await response.json()).error?.code];

describe.each(stores())("a second factor that an organization requires, on $name", (store) => {
  it("keeps members without one out of everything there until they set one up", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const member = await server.createMember(owner.organizationId, "admin");
    const scopes = ["organization.read" as const, "team.read" as const];
    const { data } = await server.as(member).call(createApiKey, { body: { data: { name: "One", scopes } } });
    const program = { address: nextAddress(), bearer: data.key, organizationId: owner.organizationId };
    await setUpFactor(server, owner);
    expect((await requireFactor(server, owner)).status).toBe(200);

    const read = () => server.as(member).send(getOrganizationDetail);
    const token = () =>
      server.as(member).send(getOrganizationToken, { params: { orgId: owner.organizationId } });
    for (const refused of [await read(), await token(), await server.as(program).send(getOrganizationDetail)])
      expect(await codeOf(refused)).toEqual([403, "second_factor_required"]);
    expect((await server.as(owner).send(getOrganizationDetail)).status).toBe(200);
    const { items } = await server.as(member).call(listOrganizations);
    expect(items.map((one) => one.requiresSecondFactor)).toEqual([true]);

    await setUpFactor(server, member);
    expect([(await read()).status, (await token()).status]).toEqual([200, 200]);
    expect((await server.as(program).send(getOrganizationDetail)).status).toBe(200);
  });

  it("can be required by a person who has one, and by no key", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    expect(await codeOf(await requireFactor(server, owner))).toEqual([409, "conflict"]);
    await setUpFactor(server, owner);
    const scopes = ["organization.update" as const];
    const { data } = await server.as(owner).call(createApiKey, { body: { data: { name: "One", scopes } } });
    const { organizationId } = owner;
    const program = { address: nextAddress(), bearer: data.key, organizationId };
    const byKey = await server.as(program).send(updateOrganization, {
      params: { orgId: organizationId },
      body: { data: { requiresSecondFactor: true } },
    });
    expect(await codeOf(byKey)).toEqual([403, "api_key_not_allowed"]);
  });
});

describe.each(stores())("ending sessions on $name", (store) => {
  const elevenMinutes = 11 * 60_000;

  it("requires the password or a code at an unattended screen", async () => {
    const server = await startTestServer({ store });
    const person = await server.createPerson();
    const makeCode = await setUpFactor(server, person);
    const { items } = await server.as(person).call(listSessions);
    const end = () => server.as(person).send(endSession, { params: { sessionId: items[0]?._id ?? "" } });
    const endOthers = () => server.as(person).send(endOtherSessions);
    const prove = (body: { currentPassword?: string; code?: string }) =>
      server.as(person).send(proveIdentity, { body });
    server.clock.advance(elevenMinutes);
    for (const refused of [
      await end(),
      await endOthers(),
      await prove({}),
      await prove({ currentPassword: "x" }),
    ])
      expect(await codeOf(refused)).toEqual([403, "password_needed"]);
    expect(await codeOf(await prove({ code: "000000" }))).toEqual([403, "code_wrong"]);
    expect((await prove({ code: makeCode() })).status).toBe(204);
    expect((await endOthers()).status).toBe(204);
    server.clock.advance(elevenMinutes);
    expect(await codeOf(await endOthers())).toEqual([403, "password_needed"]);
    expect((await prove({ currentPassword: testPassword })).status).toBe(204);
    expect((await end()).status).toBe(204);
  });

  it("is done by admins for members, but for nobody above them, and is in the audit log", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const [admin, agent] = [
      await server.createMember(owner.organizationId, "admin"),
      await server.createMember(owner.organizationId, "support"),
    ];
    const stranger = await server.createOwner("Other");
    const end = (by: Member, of: Member) =>
      server.as(by).send(endMemberSessions, {
        params: { orgId: by.organizationId, memberId: of.user._id },
      });
    const ask = async (person: Person) => (await server.as(person).send(getProfile)).status;
    expect((await end(admin, owner)).status).toBe(403);
    expect((await end(agent, admin)).status).toBe(403);
    expect((await end(stranger, agent)).status).toBe(404);
    expect([await ask(owner), await ask(admin), await ask(agent)]).toEqual([200, 200, 200]);
    expect((await end(admin, agent)).status).toBe(204);
    expect([await ask(admin), await ask(agent)]).toEqual([200, 401]);
    expect(server.readLog()).toContain(`"event":"sessions ended","address":"${admin.address}"`);
    server.clock.advance(elevenMinutes);
    expect(await codeOf(await end(owner, admin))).toEqual([403, "password_needed"]);
  });
});
