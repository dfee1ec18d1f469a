import { beforeEach, describe, expect, it } from "vitest";
import {
  createOrganization,
  listOrganizations,
  pollAgentActivity,
  updateOrganization,
} from "../../../shared/contract/accounts/accounts.ts";
import {
  createAgent,
  getAgent,
  removeAgent,
  updateAgentStatus,
} from "../../../shared/contract/agents/agents.ts";
import { createApiKey, revokeApiKey } from "../../../shared/contract/accounts/apiKeys.ts";
import { listAuditEntries } from "../../../shared/contract/accounts/audit.ts";
import type { AuditEntry } from "../../../shared/contract/accounts/audit.ts";
import { beginSecondFactor, enableSecondFactor } from "../../../shared/contract/accounts/secondFactor.ts";
import { initUpload } from "../../../shared/contract/storage/storage.ts";
import { loginWithPassword, updatePassword } from "../../../shared/contract/accounts/signIn.ts";
import {
  acceptInvite,
  acceptOwnInvite,
  listOwnInvites,
  inviteMembers,
  listUserGroups,
  revokeInvite,
} from "../../../shared/contract/accounts/teams.ts";
import type { TestInput } from "../../kit/client.ts";
import { testPassword } from "../../kit/factories.ts";
import type { Member } from "../../kit/factories.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { bothStores } from "../../kit/database/stores.ts";

describe.each(bothStores())("the audit log on $name", (store) => {
  let server: TestServer;
  let owner: Member;
  beforeEach(async () => {
    server = await startTestServer({ store });
    owner = await server.createOwner("Harbour");
  });

  const read = async (query: TestInput<typeof listAuditEntries>["query"] = {}, by = owner) =>
    (await server.as(by).call(listAuditEntries, { query })).items;
  const actions = (entries: AuditEntry[]) => entries.map(({ action }) => action);

  it("records who did what to which, when, from where and in which request", async () => {
    const { data } = await server.as(owner).call(createAgent, { body: { data: { name: "Secret plan" } } });
    const params = { productId: data.id };
    const response = await server.as(owner).send(updateAgentStatus, {
      ...{ params, body: { data: { status: "paused" } } },
    });
    await server.as(owner).call(getAgent, { params });
    const [paused, created, ...rest] = await read();
    const { _id: userId, email } = owner.user;
    const actor = { userId, name: "Test Person", email, apiKey: null };
    expect(paused).toEqual({
      ...{ id: expect.any(String), at: expect.any(Number), actor, action: "Set an agent live or paused" },
      ...{ targets: { productId: data.id }, outcome: "done", address: owner.address },
      requestId: response.headers.get("x-request-id"),
    });
    expect(created).toMatchObject({ action: "Created an agent", targets: { id: data.id } });
    expect(actions(rest)).toEqual(["Created the organization"]);
    expect(JSON.stringify(await read())).not.toContain("Secret plan");
  });

  it("is written before the answer is sent", async () => {
    for (const name of ["One", "Two", "Three"]) {
      await server.as(owner).call(updateOrganization, { body: { data: { name } } });
      const rows = await server.store.db
        .selectFrom("auditEntries")
        .select("action")
        .where("action", "=", "Changed the organization")
        .execute();
      expect(rows.length).toBe(["One", "Two", "Three"].indexOf(name) + 1);
    }
  });

  it("records nothing that was refused or failed, and no noise", async () => {
    const support = await server.createMember(owner.organizationId, "support");
    const before = (await read()).length;
    const body = { data: { name: "Mine" } };
    await expect(server.as(support).call(updateOrganization, { body })).rejects.toMatchObject({
      status: 403,
    });
    const params = { productId: "01m000000000000000000000aa" };
    const query = { confirmed: "true" };
    await expect(server.as(owner).call(removeAgent, { params, query })).rejects.toMatchObject({
      status: 404,
    });
    await server.as(support).call(pollAgentActivity);
    const file = { data: { name: "a.txt", sizeBytes: 1, contentType: "text/plain" } };
    await server.as(owner).call(initUpload, { body: file });
    expect((await read()).length).toBe(before);
  });

  it("names the key that a program used, even after it is revoked", async () => {
    const data = { name: "Shop", scopes: ["organization.update" as const] };
    const made = (await server.as(owner).call(createApiKey, { body: { data } })).data;
    const program = server.as({ ...owner, cookie: "", session: undefined, bearer: made.key });
    await program.call(updateOrganization, { body: { data: { name: "By program" } } });
    await server.as(owner).call(revokeApiKey, { params: { keyId: made.id } });
    const [revoked, changed, keyMade] = await read();
    expect(revoked).toMatchObject({ action: "Revoked an API key", targets: { keyId: made.id } });
    expect(changed?.actor).toMatchObject({
      userId: owner.user._id,
      apiKey: { id: made.id, name: "Shop", ending: made.ending },
    });
    expect(keyMade).toMatchObject({ action: "Created an API key", targets: { id: made.id } });
    expect(actions(await read({ actor: made.id }))).toEqual(["Changed the organization"]);
    expect(JSON.stringify(await read())).not.toContain(made.key);
  });

  it("records sign-ins and new passwords in each organization of the user", async () => {
    const { data } = await server.as(owner).call(createOrganization, { body: { data: { name: "Pier" } } });
    const body = { email: owner.user.email, password: testPassword };
    await server.anyone().call(loginWithPassword, { body });
    const change = { password: "another long password", currentPassword: testPassword };
    await server.as(owner).call(updatePassword, { body: change });
    const { items } = await server.as(owner).call(listOrganizations);
    expect(items.length).toBe(2);
    const rows = await server.store.db
      .selectFrom("auditEntries")
      .select(["organizationId", "action"])
      .orderBy("id")
      .execute();
    const of = (id: string) => rows.filter((row) => row.organizationId === id).map(({ action }) => action);
    const since = ["Signed in", "Changed their password"];
    expect(of(owner.organizationId)).toEqual(["Created the organization", ...since]);
    expect(of(data.org_id)).toEqual(["Created the organization", ...since]);
  });

  it("records a wrong second factor as a failure", async () => {
    await server.as(owner).call(beginSecondFactor, { body: {} });
    const body = { code: "000000" };
    await expect(server.as(owner).call(enableSecondFactor, { body })).rejects.toMatchObject({
      status: 403,
      code: "code_wrong",
    });
    const [failed] = await read();
    expect(failed).toMatchObject({ action: "Gave a wrong second factor", outcome: "failed" });
  });

  it("records a path's ids and addresses, and never a link's token", async () => {
    const { items } = await server.as(owner).call(listUserGroups);
    const groupId = items.at(-1)?._id ?? "";
    const person = await server.createPerson({ email: "ben@example.com" });
    const invite = async (email: string) => {
      const input = { query: { source: "copilot" }, body: { data: { emails: [email], groupId } } };
      const { data } = await server.as(owner).call(inviteMembers, input);
      return new URL(data.invites[0]?.link ?? "").searchParams.get("token") ?? "";
    };
    const token = await invite("ben@example.com");
    await server.as(person).call(acceptInvite, { params: { token } });
    const dee = await server.createPerson({ email: "dee@example.com" });
    await invite("dee@example.com");
    const [waiting] = (await server.as(dee).call(listOwnInvites)).items;
    await server.as(dee).call(acceptOwnInvite, { params: { inviteId: waiting?._id ?? "" } });
    await invite("cy@example.com");
    await server.as(owner).call(revokeInvite, { params: { emailid: "cy@example.com" } });
    const entries = await read({ limit: 5 });
    expect(entries).toMatchObject([
      { action: "Revoked an invitation", targets: { emailid: "cy@example.com" } },
      { action: "Invited people", targets: { about: "cy@example.com" } },
      { action: "Accepted an invitation", targets: { inviteId: waiting?._id } },
      { action: "Invited people", targets: { about: "dee@example.com" } },
      { action: "Accepted an invitation", targets: {}, actor: { email: "ben@example.com" } },
    ]);
    expect(JSON.stringify(await read())).not.toContain(token);
  });

  it("is filtered by actor, action and time, and returned page by page", async () => {
    const admin = await server.createMember(owner.organizationId, "admin");
    const rename = (by: Member, name: string) =>
      server.as(by).call(updateOrganization, { body: { data: { name } } });
    await rename(owner, "One");
    server.clock.advance(60_000);
    const middle = server.clock.now();
    await rename(admin, "Two");
    await server.createAgent(admin);
    const own = { actor: admin.user._id };
    expect(actions(await read(own))).toEqual(["Created an agent", "Changed the organization"]);
    expect(await read({ action: "Changed the organization" })).toHaveLength(2);
    expect(await read({ action: "Changed the organization", ...own })).toHaveLength(1);
    expect(await read({ from: middle })).toHaveLength(2);
    expect(actions(await read({ to: middle - 1 }))).toEqual([
      "Changed the organization",
      "Created the organization",
    ]);
    const { page, items } = await server.as(owner).call(listAuditEntries, { query: { limit: 2, page: 2 } });
    expect(page).toMatchObject({ page: 2, limit: 2 });
    expect(items.length).toBeGreaterThan(0);
    expect(await read({ actor: "' or 1=1 --" })).toEqual([]);
  });

  it("lists all possible actions for its filter", async () => {
    const { actions: all } = await server.as(owner).call(listAuditEntries);
    expect(all).toEqual(all.toSorted());
    expect(all).toEqual(
      expect.arrayContaining(["Signed in", "Created an API key", "Invited people", "Accepted an invitation"]),
    );
  });

  it("B1, B8: is visible only to owners and admins of the organization", async () => {
    const stranger = await server.createOwner();
    const params = { orgId: owner.organizationId };
    await expect(server.as(stranger).call(listAuditEntries, { params })).rejects.toMatchObject({
      status: 404,
    });
    for (const role of ["collaborator", "support"] as const) {
      const member = await server.createMember(owner.organizationId, role);
      await expect(server.as(member).call(listAuditEntries)).rejects.toMatchObject({ status: 403 });
    }
    expect(actions(await read({}, stranger))).toEqual(["Created the organization"]);
  });

  it("is kept for 365 days", async () => {
    const day = 24 * 60 * 60 * 1000;
    const { audit } = server.app.accounts;
    server.clock.advance(364 * day);
    const again = await server.createOwner();
    await audit.prune();
    const left = () => server.store.db.selectFrom("auditEntries").select("organizationId").execute();
    expect(await left()).toHaveLength(2);
    server.clock.advance(2 * day);
    await audit.prune();
    expect(await left()).toEqual([{ organizationId: again.organizationId }]);
  });
});
