import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { openBenchApp } from "../bench/visitor.ts";
import { findBarriers } from "../kit/browser/axe.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { startIdentityProvider, type IdentityProvider } from "../kit/accounts/identityProvider.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";

const label = "Continue with Harbour ID";

let provider: IdentityProvider;
let server: SpawnedServer;
let chromium: RunningChromium;

beforeAll(async () => {
  buildIfMissing();
  provider = await startIdentityProvider();
  server = await startServer();
  await openBenchApp(server);
  chromium = await launch();
});
afterAll(async () => {
  await chromium?.close();
  await provider?.stop();
});

it("a Google sign-in leads from the button to the organization, out at the provider too, and in again as another user", async () => {
  provider.people["owner"] = { email: "bench@example.com", email_verified: true };
  provider.people["stranger"] = { email: "stranger@example.com", email_verified: true };
  provider.people["careless"] = { email: "bench@example.com", email_verified: false };
  const { page, asked, faults } = await openPage();

  await page.goto(`${server.url}/auth/login`);
  await page.getByRole("link", { name: label }).waitFor();
  expect(asked.filter((url) => !url.startsWith(server.url))).toEqual([]);

  // Away, and back without having signed in.
  await page.getByRole("link", { name: label }).click();
  await page.getByRole("heading", { name: "Sign in to the provider" }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alert").getByText("You did not finish signing in with the provider.").waitFor();
  await page.waitForURL(({ search }) => search === "");

  // Somebody whose address the provider has not checked.
  await goThrough(page, "careless");
  await page.getByRole("alert").getByText("The provider has not verified your e-mail address.").waitFor();

  // The owner, who goes straight into their only organization.
  await forgetProvider(page);
  const landed = page.waitForURL(`${server.url}/choose-company`);
  await goThrough(page, "owner");
  await landed;
  await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();

  // Out, here and at the provider.
  await page.getByRole("button", { name: "Profile menu" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("heading", { name: "Sign out of the provider" }).waitFor();
  expect(page.url().startsWith(`${provider.issuer}/session/end?id_token_hint=`)).toBe(true);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.origin === server.url && url.pathname === "/auth/login");

  // The provider asks again who it is; this one has no account and no invitation.
  await goThrough(page, "stranger");
  await page.getByRole("alert").getByText("Accounts are by invitation only.").waitFor();
  expect(faults).toEqual([]);
});

it("One Tap signs in through the browser's own dialog, without a third-party script", async () => {
  provider.people["owner"] = { email: "bench@example.com", email_verified: true };
  const offering = await startServer({ OIDC_ONE_TAP_URL: provider.oneTapUrl });
  await openBenchApp(offering);
  const { page, asked, faults } = await openPage();
  const browser = await page.context().newCDPSession(page);
  await browser.send("FedCm.enable", { disableRejectionDelay: true });
  const offered = new Promise<string[]>((resolve) => {
    browser.on("FedCm.dialogShown", ({ dialogId, accounts }) => {
      const accountIndex = accounts.findIndex(({ accountId }) => accountId === "owner");
      void browser.send("FedCm.selectAccount", { dialogId, accountIndex });
      resolve(accounts.map(({ email }) => email));
    });
  });
  await page.goto(`${offering.url}/auth/login`);
  expect(await offered).toContain("bench@example.com");
  await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
  expect(asked.filter((url) => /\.js($|\?)/.test(url) && !url.startsWith(offering.url))).toEqual([]);
  expect(faults).toEqual([]);
});

it("a Google sign-in leads a redirected user on to the page they wanted", async () => {
  provider.people["owner"] = { email: "bench@example.com", email_verified: true };
  const { page } = await openPage();
  await page.goto(`${server.url}/choose-app?a=1`);
  await goThrough(page, "owner");
  await page.waitForURL(`${server.url}/choose-app?a=1`);
});

it("the login page shows the Google button and its errors to everyone", async () => {
  for (const theme of ["light", "dark"]) {
    const context = await chromium.browser.newContext({ bypassCSP: true, reducedMotion: "reduce" });
    await context.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
    const page = await context.newPage();
    await page.goto(`${server.url}/auth/login?signInError=provider_expired`);
    await page.getByRole("alert").waitFor();
    expect(await findBarriers(page, `the login page, ${theme}`)).toEqual([]);
    await context.close();
  }
});

/** A server that knows the provider, and that the provider knows. */
async function startServer(env: Record<string, string> = {}): Promise<SpawnedServer> {
  const started = await spawnServer({
    env: {
      OIDC_ISSUER: provider.issuer,
      OIDC_NAME: "Harbour ID",
      GOOGLE_CLIENT_ID: provider.clientId,
      GOOGLE_CLIENT_SECRET: provider.clientSecret,
      ...env,
    },
  });
  provider.origins.push(started.url);
  return started;
}

/** A browser of somebody's own, with every address it asks for and every fault it tells. */
async function openPage(): Promise<{ page: Page; asked: string[]; faults: string[] }> {
  const page = await (await chromium.browser.newContext()).newPage();
  const [asked, faults]: [string[], string[]] = [[], []];
  page.on("request", (request) => asked.push(request.url()));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) faults.push(message.text());
  });
  return { page, asked, faults };
}

async function goThrough(page: Page, subject: string): Promise<void> {
  await page.getByRole("link", { name: label }).click();
  await page.getByLabel("Account").fill(subject);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** The provider would let the same person in again without a question. */
async function forgetProvider(page: Page): Promise<void> {
  await page.context().clearCookies({ domain: new URL(provider.issuer).hostname });
}
