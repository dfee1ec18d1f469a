import { describe, expect, it, onTestFinished } from "vitest";
import { startIdentityProvider } from "../../kit/accounts/identityProvider.ts";
import type { IdentityProviderOptions } from "../../kit/accounts/identityProvider.ts";
import { openSocialBrowser } from "../../kit/accounts/socialBrowser.ts";
import { goThrough, origin, signInBy, startSocialServer } from "../../kit/accounts/socialSignIn.ts";
import { stores } from "../../kit/database/stores.ts";
import type { StoreKind } from "../../kit/database/stores.ts";

const ada = { email: "ada@example.com", given_name: "Ada" };

interface Case {
  provider?: IdentityProviderOptions;
  person?: { email_verified?: boolean };
  /** Said of the provider in the settings. */
  issuer?: (issuer: string) => string;
  trustsEmails?: boolean;
}

async function begin(
  store: StoreKind,
  { provider: options = {}, person = {}, issuer = (own) => own, trustsEmails = false }: Case,
) {
  const provider = await startIdentityProvider({ origins: [origin], ...options });
  onTestFinished(() => provider.stop());
  provider.people["ada"] = { ...ada, ...person };
  const { clientId, clientSecret } = provider;
  const social = { issuer: issuer(provider.issuer), clientId, clientSecret, name: "Own", trustsEmails };
  const server = await startSocialServer(provider, { store, social });
  return { server, provider, browser: openSocialBrowser(server) };
}

const withoutSlash = (issuer: string) => issuer.replace(/\/$/, "");
const verified = { email_verified: true };

describe.each(stores())("unusual OpenID providers, on $name", (store) => {
  it.each<[string, Case]>([
    [
      "whose issuer ends in a slash that the setting lacks",
      { provider: { path: "/" }, person: verified, issuer: withoutSlash },
    ],
    [
      "with a path and a slash behind it",
      { provider: { path: "/app/" }, person: verified, issuer: withoutSlash },
    ],
    [
      "with a path, where the setting has a slash",
      { provider: { path: "/app" }, person: verified, issuer: (own) => `${own}/` },
    ],
    [
      "that verify addresses in the user info alone",
      { provider: { verifiesInUserInfo: true }, person: verified },
    ],
    ["that say nothing of addresses, where the operator trusts them", { trustsEmails: true }],
  ])("sign users in: those %s", async (_, given) => {
    const { browser } = await begin(store, given);
    expect(await signInBy(browser, "ada")).toMatchObject({
      status: 200,
      body: { user: { email: ada.email } },
    });
  });

  it.each<[string, Case]>([
    ["say nothing of addresses, where nobody trusts them", {}],
    [
      "say that an address is not verified, however much they are trusted",
      { person: { email_verified: false }, trustsEmails: true },
    ],
  ])("are refused when they %s", async (_, given) => {
    const { browser } = await begin(store, given);
    expect(await signInBy(browser, "ada")).toMatchObject({
      status: 403,
      body: { error: { code: "provider_unverified" } },
    });
  });

  it("are logged with both issuers when these differ", async () => {
    const { server, provider, browser } = await begin(store, {
      person: verified,
      issuer: (own) => own.replace("127.0.0.1", "localhost"),
    });
    const page = await goThrough(browser, "ada").catch((error: unknown) => error);
    expect(String(page)).toContain("provider_failed");
    const { port } = new URL(provider.issuer);
    expect(server.readLog()).toContain(
      `OIDC_ISSUER is http://localhost:${port}, but the provider's discovery says http://127.0.0.1:${port}.`,
    );
  });

  it("are logged with both issuers when a token has another one than their discovery", async () => {
    const { server, provider, browser } = await begin(store, {
      provider: { tokenIssuer: "https://login.example.com/tenant" },
      person: verified,
    });
    const page = await goThrough(browser, "ada");
    expect(page.href).toContain("provider_refused");
    expect(server.readLog()).toContain(
      `The token's issuer is https://login.example.com/tenant, and ${provider.issuer} is expected.`,
    );
  });
});
