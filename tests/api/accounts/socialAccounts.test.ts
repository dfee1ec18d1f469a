import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { logout } from "../../../shared/contract/accounts/accounts.ts";
import { loginWithPassword } from "../../../shared/contract/accounts/signIn.ts";
import { acceptInvite, inviteMembers, listUserGroups } from "../../../shared/contract/accounts/teams.ts";
import { unlinkProvider } from "../../../server/accounts/commands.ts";
import type { Actor } from "../../kit/client.ts";
import { testPassword } from "../../kit/factories.ts";
import { startIdentityProvider } from "../../kit/accounts/identityProvider.ts";
import type { IdentityProvider, ProviderPerson } from "../../kit/accounts/identityProvider.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { openSocialBrowser } from "../../kit/accounts/socialBrowser.ts";
import type { SocialBrowser } from "../../kit/accounts/socialBrowser.ts";
import { origin, signInBy, startSocialServer } from "../../kit/accounts/socialSignIn.ts";
import { stores } from "../../kit/database/stores.ts";

const source = { source: "copilot" } as const;

let provider: IdentityProvider;

beforeAll(async () => {
  provider = await startIdentityProvider({ origins: [origin] });
});

afterAll(() => provider.stop());

describe.each(stores())("accounts linked to an OpenID provider on $name", (store) => {
  let server: TestServer;
  let browser: SocialBrowser;

  beforeAll(async () => {
    server = await startSocialServer(provider, { store });
  });

  beforeEach(() => {
    browser = openSocialBrowser(server);
  });

  async function actAs(by: SocialBrowser, { session }: Pick<Actor, "session">): Promise<Actor> {
    return { session, cookie: by.cookies(origin), address: "192.0.2.7" };
  }

  async function tryPassword(email: string): Promise<number> {
    const body = { email, password: testPassword };
    return (await server.anyone().send(loginWithPassword, { body })).status;
  }

  const findUser = (email: string) =>
    server.store.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirstOrThrow();

  describe("ownership", () => {
    it("goes to the existing account with the same verified address, which keeps its password", async () => {
      const person = await server.createPerson({ email: "ben@example.com" });
      addPerson("ben", { email: "ben@example.com" });
      expect((await signInBy(browser, "ben")).body.user._id).toBe(person.user._id);
      expect(await tryPassword("ben@example.com")).toBe(200);
    });

    it("D5: goes to the address's owner, and only to them, when a stranger made the account", async () => {
      const squatter = await server.createPerson({ email: "eve@example.com", emailVerifiedAt: null });
      await putSecondFactor(squatter.user._id);
      addPerson("eve", { email: "eve@example.com" });
      const { status, body } = await signInBy(browser, "eve");
      expect([status, body.user?._id]).toEqual([200, squatter.user._id]);
      expect((await server.as(squatter).send(logout)).status).toBe(401);
      expect(await tryPassword("eve@example.com")).toBe(401);
      expect((await findUser("eve@example.com")).emailVerifiedAt).toBeGreaterThan(0);
    });

    it("D5: is never based on an address that the provider hasn't verified", async () => {
      const person = await server.createPerson({ email: "kim@example.com", emailVerifiedAt: null });
      addPerson("kim", { email: "kim@example.com", email_verified: false });
      const { status, body } = await signInBy(browser, "kim");
      expect([status, body.error?.code]).toEqual([403, "provider_unverified"]);
      expect((await server.as(person).send(logout)).status).toBe(200);
    });

    it("doesn't pass to another user of the provider with the same address, until the operator allows it", async () => {
      addPerson("old", { email: "desk@example.com" });
      addPerson("new", { email: "desk@example.com" });
      expect((await signInBy(browser, "old")).status).toBe(200);
      const { status, body } = await signInBy(openSocialBrowser(server), "new");
      expect([status, body.error?.code]).toEqual([409, "provider_conflict"]);
      await unlinkProvider(server.store, { email: "desk@example.com" });
      expect((await signInBy(openSocialBrowser(server), "new")).status).toBe(200);
    });

    it("leads to one account for a user who comes six times at once", async () => {
      addPerson("twin", { email: "twin@example.com" });
      const browsers = Array.from({ length: 6 }, () => openSocialBrowser(server));
      const results = await Promise.all(browsers.map((one) => signInBy(one, "twin")));
      expect(results.map(({ status }) => status)).toEqual(Array(6).fill(200));
      expect(new Set(results.map(({ body }) => body.user._id)).size).toBe(1);
    });

    it("still requires the second factor, no matter which provider vouches", async () => {
      const person = await server.createPerson({ email: "two@example.com" });
      await putSecondFactor(person.user._id);
      addPerson("two", { email: "two@example.com" });
      const { status, body } = await signInBy(browser, "two");
      expect([status, body.status, body.session]).toEqual([200, "second_factor_needed", undefined]);
    });

    async function putSecondFactor(userId: string): Promise<void> {
      const row = { userId, sealedSecret: "x", lastStep: 0, createdAt: 1, enabledAt: 1 };
      await server.store.db.insertInto("secondFactors").values(row).execute();
    }
  });

  describe("a user without an account", () => {
    let closed: TestServer;

    beforeAll(async () => {
      closed = await startSocialServer(provider, { store, registration: { isOpen: false, domains: [] } });
    });

    it("is refused when accounts need an invitation", async () => {
      addPerson("sue", { email: "sue@example.com" });
      const { status, body } = await signInBy(openSocialBrowser(closed), "sue");
      expect([status, body.error?.code]).toEqual([403, "registration_closed"]);
    });

    it("gets in by an invitation to their address, and accepts it", async () => {
      const owner = await closed.createOwner();
      const { items } = await closed.as(owner).call(listUserGroups);
      const groupId = items.find(({ role }) => role === "support")?._id ?? "";
      const invitation = { data: { emails: ["tom@example.com"], groupId } };
      const { data } = await closed.as(owner).call(inviteMembers, { query: source, body: invitation });
      addPerson("tom", { email: "tom@example.com" });
      const by = openSocialBrowser(closed);
      const { body } = await signInBy(by, "tom");
      const token = new URL(data.invites[0]?.link ?? "").searchParams.get("token") ?? "";
      const joined = await closed.as(await actAs(by, body)).call(acceptInvite, { params: { token } });
      expect(joined.data.accountId).toBe(owner.organizationId);
    });

    it("is refused with an expired invitation, or one to another address", async () => {
      const owner = await closed.createOwner();
      const { items } = await closed.as(owner).call(listUserGroups);
      const body = { data: { emails: ["uma@example.com"], groupId: items.at(-1)?._id ?? "" } };
      await closed.as(owner).call(inviteMembers, { query: source, body });
      addPerson("other", { email: "uma@elsewhere.example" });
      expect((await signInBy(openSocialBrowser(closed), "other")).status).toBe(403);
      closed.clock.advance(8 * 24 * 60 * 60 * 1000);
      addPerson("uma", { email: "uma@example.com" });
      expect((await signInBy(openSocialBrowser(closed), "uma")).status).toBe(403);
    });

    it("doesn't become the first owner, even with open registration", async () => {
      const { issuer, clientId, clientSecret } = provider;
      const fresh = await startTestServer({
        ...{ store, registration: { isOpen: true, domains: [] } },
        social: { issuer, clientId, clientSecret, name: "The Provider" },
      });
      addPerson("first", { email: "first@example.com" });
      const { body } = await signInBy(openSocialBrowser(fresh), "first");
      expect(body.error?.code).toBe("registration_closed");
    });
  });

  describe("signing out", () => {
    it("leads to the provider, to end its session too, and back", async () => {
      addPerson("out", { email: "out@example.com" });
      const { body } = await signInBy(browser, "out");
      const { redirectUrl } = await server.as(await actAs(browser, body)).call(logout);
      const target = new URL(redirectUrl ?? "");
      expect(target.origin + target.pathname).toBe(`${provider.issuer}/session/end`);
      expect(target.searchParams.get("post_logout_redirect_uri")).toBe(`${origin}/auth/login`);
      const question = await browser.open(target.href);
      expect(question.href).toBe(target.href);
    });

    it("leads to the operator's address when one is set", async () => {
      const { issuer, clientId, clientSecret } = provider;
      const endSessionUrl = "https://login.example.com/logout?realm=team";
      const social = { issuer, clientId, clientSecret, name: "The Provider", endSessionUrl };
      const other = await startSocialServer(provider, { store, social });
      addPerson("vic", { email: "vic@example.com" });
      const by = openSocialBrowser(other);
      const { body } = await signInBy(by, "vic");
      const { redirectUrl } = await other.as(await actAs(by, body)).call(logout);
      expect(redirectUrl).toMatch(/^https:\/\/login\.example\.com\/logout\?realm=team&id_token_hint=ey/);
    });

    it("leads nowhere after a sign-in by password", async () => {
      const person = await server.createPerson();
      expect(await server.as(person).call(logout)).toEqual({ redirectUrl: null });
    });
  });
});

function addPerson(subject: string, person: Partial<ProviderPerson> & { email: string }): void {
  provider.people[subject] = { email_verified: true, ...person };
}
