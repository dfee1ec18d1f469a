import { describe, expect, it } from "vitest";
import {
  createOrganization,
  getOrganizationDetail,
  getOrganizationToken,
  getProfile,
  getSession,
  listOrganizations,
  logout,
  pollOrganization,
} from "../../../shared/contract/accounts/accounts.ts";
import {
  createFirstOwner,
  getFirstOwner,
  loginWithPassword,
} from "../../../shared/contract/accounts/signIn.ts";
import { getSubscription } from "../../../shared/contract/billing/billing.ts";
import { testPassword, readCookie } from "../../kit/factories.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

const ana = { email: "Ana@Example.com", password: "long enough", first_name: "Ana", last_name: "Lima" };
const local = "127.0.0.1";

describe.each(stores())("accounts on $name", (store) => {
  describe("the first owner", () => {
    it("is created by the set-up link, signed in, with an organization", async () => {
      const server = await startTestServer({ store });
      expect(await server.anyone(local).call(getFirstOwner)).toEqual({ needed: true });
      const response = await server.anyone(local).send(createFirstOwner, {
        body: { ...ana, setupToken: server.app.setupToken, organizationName: "Lima & Söhne" },
      });
      const { user, session, organization } = await response.json();
      expect(user).toMatchObject({ email: "ana@example.com", first_name: "Ana", isSuperAdmin: false });
      expect(organization).toMatchObject({ name: "Lima & Söhne", slug: "lima-sohne", roles: ["owner"] });
      const actor = { address: local, session, cookie: readCookie(response) };
      expect(await server.as(actor).call(getProfile)).toMatchObject({ data: user });
      expect(await server.anyone(local).call(getFirstOwner)).toMatchObject({ needed: false });
    });

    it("D15, hole 2: needs the link from the log, even on this machine", async () => {
      const server = await startTestServer({ store });
      const stranger = server.anyone();
      expect(await stranger.call(getFirstOwner)).toEqual({ needed: true });
      const refused = { status: 403, code: "setup_link_needed" };
      await expect(stranger.call(createFirstOwner, { body: ana })).rejects.toMatchObject(refused);
      const wrong = { ...ana, setupToken: server.app.setupToken.replace(/.$/, "_") };
      await expect(stranger.call(createFirstOwner, { body: wrong })).rejects.toMatchObject(refused);
      const sameMachine = server.anyone(local).call(createFirstOwner, { body: ana });
      await expect(sameMachine).rejects.toMatchObject(refused);
      const right = { ...ana, setupToken: server.app.setupToken };
      expect(await stranger.call(createFirstOwner, { body: right })).toMatchObject({ organization: null });
    });

    it("D15: is created once no matter how many try at once, and set-up stays closed when all users are gone", async () => {
      const server = await startTestServer({ store });
      const { setupToken } = server.app;
      const tries = Array.from({ length: 4 }, (_, index) =>
        server.anyone(local).send(createFirstOwner, {
          body: { ...ana, setupToken, email: `ana${index}@example.com` },
        }),
      );
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, 403, 403, 403]);
      await server.store.db.deleteFrom("users").execute();
      const again = server.anyone(local).call(createFirstOwner, { body: ana });
      await expect(again).rejects.toMatchObject({ status: 403, code: "setup_closed" });
    });

    it("comes from the operator's settings, once", async () => {
      const server = await startTestServer({ store });
      const { accounts } = server.app;
      const owner = { email: ana.email, password: ana.password };
      await Promise.all([accounts.createOwnerFromSettings(owner), accounts.createOwnerFromSettings(owner)]);
      await accounts.createOwnerFromSettings({ email: "other@example.com", password: "other password" });
      const body = { email: "ana@example.com", password: ana.password };
      expect(await server.anyone().call(loginWithPassword, { body })).toMatchObject({
        user: { first_name: "Owner" },
      });
      expect(await accounts.isOwnerNeeded()).toBe(false);
    });
  });

  describe("signing in", () => {
    it("gives a session that the cookie restores, until it ends", async () => {
      const server = await startTestServer({ store });
      const person = await server.createPerson();
      const found = await server.as({ ...person, session: undefined }).call(getSession);
      expect(found).toMatchObject({
        user: person.user,
        session: { id: person.session.id, key: person.session.key },
      });
      expect(await server.as(person).call(logout)).toEqual({ redirectUrl: null });
      const ended = { status: 401, code: "unauthenticated" };
      await expect(server.as(person).call(getSession)).rejects.toMatchObject(ended);
      await expect(server.as(person).call(getProfile)).rejects.toMatchObject(ended);
    });

    it("D3: answers a wrong password and an unknown address alike", async () => {
      const server = await startTestServer({ store });
      const { user } = await server.createPerson();
      const read = async (email: string) => {
        const response = await server
          .anyone()
          .send(loginWithPassword, { body: { email, password: "wrong" } });
        const { error } = await response.json();
        return { status: response.status, code: error.code, message: error.message };
      };
      expect(await read(user.email)).toEqual(await read("nobody@example.com"));
      expect(await read(user.email)).toMatchObject({ status: 401, code: "wrong_credentials" });
    });

    it("D2: allows at most ten tries in 15 minutes for one account, from any number of addresses", async () => {
      const server = await startTestServer({ store });
      const { user } = await server.createPerson();
      const attempt = (password: string) =>
        server.anyone().send(loginWithPassword, { body: { email: user.email, password } });
      let tried = 0;
      for (let minute = 0; minute < 15; minute += 1) {
        for (const response of await Promise.all([attempt("wrong"), attempt("wrong")])) {
          if (response.status === 401) tried += 1;
          else expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
        }
        server.clock.advance(60_000);
      }
      expect(tried).toBeLessThanOrEqual(10);
      expect(tried).toBeGreaterThanOrEqual(5);
    });

    it("D2: allows no more from one address with a forged header, or after successful sign-ins", async () => {
      const server = await startTestServer({ store });
      const { user } = await server.createPerson();
      const attempt = (index: number) =>
        server.anyone("192.0.2.7").send(loginWithPassword, {
          body: { email: `victim${index}@example.com`, password: "wrong" },
          headers: { "x-forwarded-for": `198.51.100.${index}` },
        });
      const right = () =>
        server
          .anyone("192.0.2.7")
          .send(loginWithPassword, { body: { email: user.email, password: testPassword } });
      for (let index = 0; index < 8; index += 1) expect((await right()).status).toBe(200);
      const statuses: number[] = [];
      for (let index = 0; index < 7; index += 1) statuses.push((await attempt(index)).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    });

    it("D9: sets a new cookie each time, hidden from scripts, other sites and plain http", async () => {
      const server = await startTestServer({ store });
      const { user, cookie } = await server.createPerson();
      const body = { email: user.email, password: testPassword };
      const response = await server.anyone().send(loginWithPassword, { body });
      const [set = ""] = response.headers.getSetCookie();
      expect(set).toMatch(
        /^__Host-cplt_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/,
      );
      expect(readCookie(response)).not.toBe(cookie);
    });

    it("D16: leaves no password, token or key in the database", async () => {
      const server = await startTestServer({ store });
      const { cookie, session } = await server.createPerson();
      const rows = JSON.stringify([
        await server.store.db.selectFrom("users").selectAll().execute(),
        await server.store.db.selectFrom("sessions").selectAll().execute(),
      ]);
      expect(rows).toContain("$argon2id$");
      for (const secret of [testPassword, session.key, cookie.split("=")[1] ?? ""])
        expect(rows).not.toContain(secret);
    });

    it("expires after thirty days without a visit", async () => {
      const server = await startTestServer({ store });
      const person = await server.createPerson();
      server.clock.advance(20 * 24 * 3600_000);
      await server.as(person).call(getSession);
      server.clock.advance(20 * 24 * 3600_000);
      await server.as(person).call(getSession);
      server.clock.advance(31 * 24 * 3600_000);
      await expect(server.as(person).call(getSession)).rejects.toMatchObject({ status: 401 });
    });
  });

  describe("an organization", () => {
    it("is created with its default account and its creator as owner, and is ready at once", async () => {
      const server = await startTestServer({ store });
      const owner = await server.createOwner("Acme GmbH");
      const { data } = await server.as(owner).call(getOrganizationDetail);
      expect(data).toMatchObject({
        name: "Acme GmbH",
        slug: "acme-gmbh",
        timeZone: "UTC",
        roles: ["owner"],
        member: { roles: ["owner"], agentStatus: "offline" },
        orgAccounts: [{ acc_name: "Acme GmbH", type: "default", identifier: "acme-gmbh" }],
      });
      expect(await server.as(owner).call(pollOrganization)).toEqual({ data: { ready: true } });
      expect(await server.as(owner).call(listOrganizations)).toEqual({
        items: [data],
        isCreationClosed: false,
      });
    });

    it("gets a unique identifier when another has its name, even at the same moment", async () => {
      const server = await startTestServer({ store });
      const people = await Promise.all([1, 2, 3].map(() => server.createPerson()));
      const made = await Promise.all(
        people.map((person) =>
          server.as(person).call(createOrganization, { body: { data: { name: "日本" } } }),
        ),
      );
      const slugs = made.map(({ data }) => data.slug);
      expect(new Set(slugs).size).toBe(3);
      expect(slugs.toSorted()[0]).toBe("organisation");
    });

    it("has the plan of a self-hosted install, which never ends", async () => {
      const server = await startTestServer({ store });
      const { data } = await server.as(await server.createOwner()).call(getSubscription);
      expect(data).toMatchObject({
        status: "active",
        paymentProvider: "none",
        currentEndDate: Date.parse("9999-12-31T00:00:00Z"),
        plan: { features: [{ id: "app", units: 1_000_000 }] },
      });
    });

    it.each([
      ["owner", ["owner"]],
      ["admin", ["admin"]],
      ["collaborator", ["collaborator"]],
      ["support", ["support"]],
    ] as const)("gives the role %s by the name of a group", async (role, roles) => {
      const server = await startTestServer({ store });
      const { organizationId } = await server.createOwner();
      const member = await server.createMember(organizationId, role);
      const { data } = await server
        .as(member)
        .call(getOrganizationToken, { params: { orgId: organizationId } });
      expect(data.roles).toEqual(roles);
    });

    it("reports a member's roles there, and the session their roles everywhere, the highest first", async () => {
      const server = await startTestServer({ store });
      const { organizationId } = await server.createOwner();
      const member = await server.createMember(organizationId, "support");
      const person = server.as(member);
      expect((await person.call(getSession)).user.roles).toEqual(["support"]);
      await person.call(createOrganization, { body: { data: { name: "Their own" } } });
      const roles = ["owner", "support"];
      expect((await person.call(getSession)).user).toMatchObject({ roles });
      expect((await person.call(getProfile)).data).toMatchObject({ roles });
      const { items } = await person.call(listOrganizations);
      expect(items.map((one) => one.member)).toEqual([
        { roles: ["support"], role: "support", agentStatus: "offline", meta: { isSuperAdmin: false } },
        { roles: ["owner"], role: "owner", agentStatus: "offline", meta: { isSuperAdmin: false } },
      ]);
    });

    it("B1: is missing for a stranger, exactly like one that doesn't exist", async () => {
      const server: TestServer = await startTestServer({ store });
      const [mine, theirs] = [await server.createOwner(), await server.createOwner()];
      const ask = async (orgId: string) => {
        const response = await server.as(mine).send(getOrganizationToken, { params: { orgId } });
        const { error } = await response.json();
        return { status: response.status, ...error, requestId: null };
      };
      expect(await ask(theirs.organizationId)).toEqual(await ask("01m000000000000000000000aa"));
      expect(await ask(theirs.organizationId)).toMatchObject({ status: 404, code: "not_found" });
    });
  });
});
