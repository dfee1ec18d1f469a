import { SignJWT, UnsecuredJWT } from "jose";
import type { JWTPayload } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loginWithGoogle, loginWithOneTap, prepareOneTap } from "../../../shared/contract/accounts/social.ts";
import { startIdentityProvider } from "../../kit/accounts/identityProvider.ts";
import type { IdentityProvider } from "../../kit/accounts/identityProvider.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { openSocialBrowser } from "../../kit/accounts/socialBrowser.ts";
import type { SocialBrowser } from "../../kit/accounts/socialBrowser.ts";
import { stores } from "../../kit/database/stores.ts";

const origin = "http://localhost:4300";
const csrf = "0123456789abcdef0123456789abcdef";

let provider: IdentityProvider;

beforeAll(async () => {
  provider = await startIdentityProvider({ origins: [origin] });
});

afterAll(() => provider.stop());

describe.each(stores())("One Tap on $name", (store) => {
  let server: TestServer;
  let browser: SocialBrowser;

  beforeAll(async () => {
    const { issuer, clientId, clientSecret } = provider;
    const oneTapUrl = "https://provider.example/fedcm.json";
    server = await startTestServer({
      ...{ store, registration: { isOpen: true, domains: [] } },
      social: { issuer, clientId, clientSecret, name: "The Provider", oneTapUrl },
    });
    const owner = { email: "boss@example.com", password: "a password" };
    await server.app.accounts.createOwnerFromSettings(owner);
  });

  beforeEach(() => {
    browser = openSocialBrowser(server);
    browser.setCookie(origin, "g_csrf_token", csrf);
  });

  async function prepare(by = browser): Promise<string> {
    const { data } = await (await by.send(prepareOneTap)).json();
    expect(data.clientId).toBe(provider.clientId);
    return data.nonce;
  }

  async function send(credential: string, g_csrf_token = csrf): Promise<string> {
    const response = await browser.send(loginWithOneTap, { body: { credential, g_csrf_token } });
    const { user, error } = await response.json();
    return `${response.status} ${error?.code ?? user.email}`;
  }

  it("signs in with the provider's credential, once", async () => {
    const credential = await provider.sign({ ...ada, nonce: await prepare() });
    expect(await send(credential)).toBe("200 ada@example.com");
    expect(browser.cookies(origin)).toContain("session=");
    expect(await send(credential)).toBe("403 provider_expired");
  });

  it("is accepted by the sign-in call too, for the same user", async () => {
    const sub = "somebody";
    const email = "somebody@example.com";
    const first = await provider.sign({ ...ada, sub, email, nonce: await prepare() });
    expect(await send(first)).toBe("200 somebody@example.com");
    const credential = await provider.sign({ ...ada, sub, email: "x@y.example", nonce: await prepare() });
    const response = await browser.send(loginWithGoogle, { body: { credential } });
    expect(await response.json()).toMatchObject({ user: { email: "somebody@example.com" } });
  });

  it.each<[string, JWTPayload]>([
    ["for another application", { aud: "another" }],
    ["for another application and ours", { aud: ["another", "pilothouse"], azp: "another" }],
    ["by another issuer", { iss: "https://accounts.google.com" }],
    ["that has expired", { iat: 1_700_000_000, exp: 1_700_000_300 }],
    ["without a subject", { sub: "" }],
  ])("refuses a credential %s", async (_, claims) => {
    const credential = await provider.sign({ ...ada, nonce: await prepare(), ...claims });
    expect(await send(credential)).toBe("403 provider_refused");
  });

  it("refuses a credential with an unverified address", async () => {
    const unchecked = { sub: "carl", email: "carl@example.com", email_verified: false };
    const credential = await provider.sign({ ...unchecked, nonce: await prepare() });
    expect(await send(credential)).toBe("403 provider_unverified");
  });

  it("refuses a credential with a foreign signature or none", async () => {
    const claims = { ...ada, iss: provider.issuer, aud: provider.clientId, iat: now(), exp: now() + 300 };
    const header = { alg: "HS256", kid: "key-1" };
    const secret = new TextEncoder().encode(provider.clientSecret);
    const forge: ((nonce: string) => string | Promise<string>)[] = [
      (nonce) => provider.sign({ ...ada, nonce }, "forger"),
      (nonce) => new UnsecuredJWT({ ...claims, nonce }).encode(),
      (nonce) => new SignJWT({ ...claims, nonce }).setProtectedHeader(header).sign(secret),
    ];
    for (const make of forge) expect(await send(await make(await prepare()))).toBe("403 provider_refused");
    expect(await send("no token at all")).toBe("403 provider_refused");
  });

  it("refuses a credential without our nonce, with another browser's nonce, or past its time", async () => {
    const other = await prepare(openSocialBrowser(server));
    for (const nonce of [undefined, "made-up", other]) {
      await prepare();
      expect(await send(await provider.sign({ ...ada, nonce }))).toBe("403 provider_expired");
    }
    const nonce = await prepare();
    server.clock.advance(30 * 60 * 1000);
    expect(await send(await provider.sign({ ...ada, nonce }))).toBe("403 provider_expired");
  });

  it("D8: refuses a request that the page didn't send itself", async () => {
    const credential = await provider.sign({ ...ada, nonce: await prepare() });
    expect(await send(credential, csrf.replace("0", "1"))).toBe("403 cross_site");
    browser.setCookie(origin, "g_csrf_token", "");
    expect(await send(credential)).toBe("403 cross_site");
    const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    const body = { credential, g_csrf_token: csrf };
    expect((await browser.send(loginWithOneTap, { body, headers })).status).toBe(403);
    // None of it has used it up.
    browser.setCookie(origin, "g_csrf_token", csrf);
    expect(await send(credential)).toBe("200 ada@example.com");
  });

  it("works beside a sign-in in another tab", async () => {
    const start = `${origin}/api/webhooks/v1.0/authentication/google`;
    provider.people["ada"] = { email: ada.email, email_verified: true };
    const page = await browser.open(start);
    await prepare();
    const end = await browser.answer(page, { account: "ada" });
    expect(end.searchParams.get("signInCode")).toBeTruthy();
  });

  it("is unavailable when the provider doesn't offer it", async () => {
    const { issuer, clientId } = provider;
    const social = { issuer, clientId, name: "The Provider" };
    const other = await startTestServer({ store, social });
    expect((await other.anyone().send(prepareOneTap)).status).toBe(404);
  });
});

const ada = { sub: "ada", email: "ada@example.com", email_verified: true };

function now(): number {
  return Math.floor(Date.now() / 1000);
}
