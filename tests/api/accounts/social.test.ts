import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loginWithGoogle } from "../../../shared/contract/accounts/social.ts";
import { startIdentityProvider } from "../../kit/accounts/identityProvider.ts";
import type { IdentityProvider, ProviderPerson } from "../../kit/accounts/identityProvider.ts";
import type { TestServer } from "../../kit/server.ts";
import { openSocialBrowser } from "../../kit/accounts/socialBrowser.ts";
import type { SocialBrowser } from "../../kit/accounts/socialBrowser.ts";
import {
  codeOf,
  goNearly,
  goThrough,
  origin,
  returned,
  signInBy,
  start,
  startSocialServer,
} from "../../kit/accounts/socialSignIn.ts";
import { stores } from "../../kit/database/stores.ts";
import { startWebServer } from "../../kit/network/webServer.ts";

let provider: IdentityProvider;

beforeAll(async () => {
  provider = await startIdentityProvider({ origins: [origin] });
});

afterAll(() => provider.stop());

describe.each(stores())("sign-in by an OpenID provider on $name", (store) => {
  let server: TestServer;
  let browser: SocialBrowser;

  beforeAll(async () => {
    server = await startSocialServer(provider, { store });
  });

  beforeEach(() => {
    browser = openSocialBrowser(server);
  });

  const findUser = (email: string) =>
    server.store.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirstOrThrow();

  describe("the round trip", () => {
    it("signs in a user of the provider, by PKCE, state and nonce, and recognizes them again", async () => {
      addPerson("ada", { email: "Ada@Example.com", given_name: "Ada", family_name: "Lovelace" });
      const asked = new URL(await browser.peek(`${origin}${start}`));
      expect(Object.fromEntries(asked.searchParams)).toEqual({
        ...{ client_id: provider.clientId, redirect_uri: `${origin}${returned}`, response_type: "code" },
        ...{ scope: "openid email profile", code_challenge_method: "S256" },
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
      });
      const first = await signInBy(browser, "ada");
      const user = { email: "ada@example.com", first_name: "Ada", last_name: "Lovelace" };
      expect(first).toMatchObject({ status: 200, body: { user } });

      // Their address changes at the provider; who they are does not.
      addPerson("ada", { email: "ada@elsewhere.example", email_verified: false });
      const again = await signInBy(openSocialBrowser(server), "ada");
      expect(again.body.user).toEqual(first.body.user);
      expect(await findUser("ada@example.com")).toMatchObject({ passwordHash: null });
    });

    it("takes the address from the user info when the ID token has none", async () => {
      const lean = await startIdentityProvider({ origins: [origin], hasLeanIdTokens: true });
      lean.people["lea"] = { email: "lea@example.com", email_verified: true };
      const { issuer, clientId, clientSecret } = lean;
      const other = await startSocialServer(provider, {
        store,
        social: { issuer, clientId, clientSecret, name: "Lean" },
      });
      const by = openSocialBrowser(other);
      const end = await by.answer(await by.open(`${origin}${start}`), { account: "lea" });
      const response = await by.send(loginWithGoogle, { body: { code: codeOf(end) } });
      expect(await response.json()).toMatchObject({ user: { email: "lea@example.com", first_name: "lea" } });
      await lean.stop();
    });

    it.each([
      ["/accounts/o1/dashboard?a=1", "/accounts/o1/dashboard?a=1"],
      ["//evil.example", null],
      ["https://evil.example/", null],
      ["/\\evil.example", null],
      ["/auth/login?redirectUrl=/x", null],
    ])("D1: leads on from %s to %s", async (redirectUrl, kept) => {
      addPerson("ria", { email: "ria@example.com" });
      const end = await goThrough(browser, "ria", `?redirectUrl=${encodeURIComponent(redirectUrl)}`);
      expect(end.origin + end.pathname).toBe(`${origin}/auth/login`);
      expect(end.searchParams.get("redirectUrl")).toBe(kept);
    });

    it("reports that the user canceled, and that no sign-in was started", async () => {
      const page = await browser.open(`${origin}${start}`);
      expect(errorOf(await browser.answer(page, { cancel: "yes" }))).toBe("provider_cancelled");
      expect(errorOf(await browser.open(`${origin}${returned}`))).toBe("provider_expired");
    });

    it.each([
      ["is down", 503, "{}"],
      ["is no provider", 200, "<!doctype html>"],
      ["has another name", 200, JSON.stringify({ issuer: "https://evil.example" })],
    ])("reports to the user and the operator when the provider %s", async (_, status, text) => {
      const web = await startWebServer((_request, response) => {
        response.writeHead(status, { "content-type": "application/json" }).end(text);
      });
      const other = await startSocialServer(provider, {
        store,
        social: { issuer: web.origin, clientId: "x", name: "Nobody" },
      });
      expect(errorOf(await openSocialBrowser(other).open(`${origin}${start}`))).toBe("provider_failed");
      expect(web.hits).toEqual(["GET /.well-known/openid-configuration"]);
      expect(other.readLog()).toContain("authentication/google failed");
      await web.stop();
    });

    it("is unavailable without a provider", async () => {
      const other = await startSocialServer(provider, { store, social: null });
      const by = openSocialBrowser(other);
      expect(errorOf(await by.open(`${origin}${start}`))).toBe("not_found");
      expect(await refusal(by.send(loginWithGoogle, { body: { code: "x" } }))).toBe("404 not_found");
    });
  });

  describe("D14: an attacker", () => {
    beforeAll(() => addPerson("max", { email: "max@example.com" }));

    it("who brings the answer to another browser gets nothing, and makes it worthless", async () => {
      const back = await goNearly(browser, "max");
      expect(errorOf(await openSocialBrowser(server).open(back.href))).toBe("provider_expired");
      expect(errorOf(await browser.open(back.href))).toBe("provider_expired");
    });

    it("who replays it, or our own code, gets nothing", async () => {
      const back = await goNearly(browser, "max");
      const body = { code: codeOf(await browser.open(back.href)) };
      expect(errorOf(await browser.open(back.href))).toBe("provider_expired");
      expect((await browser.send(loginWithGoogle, { body })).status).toBe(200);
      expect(await refusal(browser.send(loginWithGoogle, { body }))).toBe("403 provider_expired");
    });

    it("who brings our code to another browser gets nothing", async () => {
      const body = { code: codeOf(await goThrough(browser, "max")) };
      const other = openSocialBrowser(server);
      await other.open(`${origin}${start}`);
      expect(await refusal(other.send(loginWithGoogle, { body }))).toBe("403 provider_expired");
    });

    it("gives nothing to a second attempt", async () => {
      const [early, late] = [await goNearly(browser, "max"), openSocialBrowser(server)];
      const body = { code: codeOf(await goThrough(late, "max")) };
      server.clock.advance(2 * 60 * 1000);
      expect(await refusal(late.send(loginWithGoogle, { body }))).toBe("403 provider_expired");
      server.clock.advance(13 * 60 * 1000);
      expect(errorOf(await browser.open(early.href))).toBe("provider_expired");
    });

    it("who puts another user's code into their own answer gets nothing", async () => {
      const mine = openSocialBrowser(server);
      const [stolen, own] = [await goNearly(browser, "max"), await goNearly(mine, "max")];
      own.searchParams.set("code", stolen.searchParams.get("code") ?? "");
      expect(errorOf(await mine.open(own.href))).toBe("provider_refused");
    });

    it.each([
      ["nonce", "another-nonce"],
      ["code_challenge", "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"],
    ])("who starts at the provider with another %s gets nothing", async (name, value) => {
      const asked = new URL(await browser.peek(`${origin}${start}`));
      asked.searchParams.set(name, value);
      const end = await browser.answer(await browser.open(asked.href), { account: "max" });
      expect(errorOf(end)).toBe("provider_refused");
    });

    it("who names another issuer in the answer gets nothing", async () => {
      const back = await goNearly(browser, "max");
      back.searchParams.set("iss", "https://evil.example");
      expect(errorOf(await browser.open(back.href))).toBe("provider_refused");
    });

    it("who opens the sign-in as a picture or a frame starts nothing", async () => {
      for (const destination of ["image", "iframe", "empty"]) {
        const headers = { "sec-fetch-dest": destination, "sec-fetch-site": "cross-site" };
        const response = await server.request(start, { headers });
        expect(response.headers.get("location")).toContain("signInError=cross_site");
        expect(response.headers.getSetCookie()).toEqual([]);
      }
    });

    it("who reads the database can't complete a sign-in", async () => {
      const asked = new URL(await browser.peek(`${origin}${start}`));
      const rows = await server.store.db.selectFrom("socialAttempts").selectAll().execute();
      for (const name of ["state", "nonce"])
        expect(JSON.stringify(rows)).not.toContain(asked.searchParams.get(name));
    });
  });
});

function addPerson(subject: string, person: Partial<ProviderPerson> & { email: string }): void {
  provider.people[subject] = { email_verified: true, ...person };
}

function errorOf(page: URL): string | null {
  expect(page.origin + page.pathname).toBe(`${origin}/auth/login`);
  return page.searchParams.get("signInError");
}

async function refusal(sent: Promise<Response>): Promise<string> {
  const response = await sent;
  const { error } = await response.json();
  return `${response.status} ${error?.code}`;
}
