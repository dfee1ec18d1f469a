import { loginWithGoogle } from "../../../shared/contract/accounts/social.ts";
import type { IdentityProvider } from "./identityProvider.ts";
import { startTestServer } from "../server.ts";
import type { TestServer, TestServerOptions } from "../server.ts";
import type { SocialBrowser } from "./socialBrowser.ts";

/** Where a test server is reached, and where sign-in by a provider begins and comes back to. */
export const origin = "http://localhost:4300";
export const start = "/api/webhooks/v1.0/authentication/google";
export const returned = `${start}/return`;

/** Starts a server that knows the provider, whose first owner is there, and where everybody may make an account. */
export async function startSocialServer(
  { issuer, clientId, clientSecret }: IdentityProvider,
  options: TestServerOptions,
): Promise<TestServer> {
  const server = await startTestServer({
    social: { issuer, clientId, clientSecret, name: "The Provider" },
    registration: { isOpen: true, domains: [] },
    ...options,
  });
  const owner = { email: "boss@example.com", password: "a password" };
  await server.app.accounts.createOwnerFromSettings(owner);
  return server;
}

/** Signs in at the provider and gives the page of the console that the browser ended on. */
export async function goThrough(browser: SocialBrowser, subject: string, query = ""): Promise<URL> {
  return browser.answer(await browser.open(`${origin}${start}${query}`), { account: subject });
}

/** Signs in at the provider and gives the address by which it sends the browser back, before it goes there. */
export async function goNearly(browser: SocialBrowser, subject: string): Promise<URL> {
  return browser.answer(await browser.open(`${origin}${start}`), { account: subject }, returned);
}

/** Signs in at the provider and at the server; gives what that answered. */
export async function signInBy(browser: SocialBrowser, subject: string) {
  const code = codeOf(await goThrough(browser, subject));
  const response = await browser.send(loginWithGoogle, { body: { code } });
  return { status: response.status, body: await response.json() };
}

/** Gives the code with which the browser came back to the console. */
export function codeOf(page: URL): string {
  const code = page.searchParams.get("signInCode");
  if (code === null) throw new Error(`The browser ended on ${page.href}`);
  return code;
}
