import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { openBenchApp } from "../bench/visitor.ts";
import { findBarriers } from "../kit/browser/axe.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { linkIn, startMailServer, type MailServer } from "../kit/network/mailServer.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";

let server: SpawnedServer;
let chromium: RunningChromium;
let mails: MailServer;
const barriers: string[] = [];

beforeAll(async () => {
  buildIfMissing();
  mails = await startMailServer();
  server = await spawnServer({ env: { SMTP_URL: mails.url, TRUST_PROXY: "1" } });
  await openBenchApp(server);
  chromium = await launch();
});
afterAll(async () => {
  await chromium?.close();
  await mails?.stop();
});

it("an invited user joins by mail, works as a support agent, and later resets a forgotten password", async () => {
  const owner = await openPage("192.0.2.1");
  await owner.goto(server.url);
  await signIn(owner, { email: "bench@example.com", password: "long enough" });
  await owner.waitForURL(/dashboard/);
  await owner.getByRole("button", { name: "Profile menu" }).click();
  await owner.getByRole("link", { name: "Manage Account" }).click();
  await owner.getByRole("table", { name: "Members" }).waitFor();
  await see(owner, "the members");
  await owner.getByRole("button", { name: "Invite people" }).click();
  const addresses = owner.getByLabel("E-mail addresses");
  await addresses.and(owner.locator(":focus")).waitFor();
  await addresses.fill("bo@example.com");
  await owner.getByLabel("Group").selectOption({ label: "Support" });
  await see(owner, "inviting");
  await owner.getByRole("button", { name: "Invite", exact: true }).click();
  await owner.getByRole("link", { name: "Pending invitations" }).click();
  await owner.getByRole("row", { name: /bo@example.com/ }).waitFor();
  await see(owner, "the pending invitations");

  const invited = await openPage("192.0.2.2");
  await invited.goto(await readLink());
  await invited.getByText("Bench invites you to Bench.").waitFor();
  await invited.getByLabel("First name").fill("Bo");
  await invited.getByRole("textbox", { name: "Password" }).fill("the first password");
  await see(invited, "registering");
  await invited.getByRole("button", { name: "Create account" }).click();
  await invited.getByRole("heading", { name: "Invitation Accepted" }).waitFor();
  await see(invited, "the accepted invitation");
  await invited.getByRole("link", { name: "Continue to Dashboard" }).click();
  await invited.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
  await seeOnlySupport(invited);

  await owner.getByRole("link", { name: "Members" }).click();
  await owner.getByRole("row", { name: /bo@example.com/ }).waitFor();

  const forgetful = await openPage("192.0.2.3");
  await forgetful.goto(server.url);
  await forgetful.getByRole("link", { name: "Forgot password?" }).click();
  await forgetful.getByLabel("E-mail").fill("bo@example.com");
  await see(forgetful, "asking for a link");
  await forgetful.getByRole("button", { name: "Send link" }).click();
  await forgetful.getByText(/If bo@example.com has an account/).waitFor();
  await forgetful.goto(await readLink());
  await forgetful.getByRole("textbox", { name: "New password" }).fill("the second password");
  await forgetful.waitForURL(({ search }) => search === "");
  await see(forgetful, "setting a password");
  await forgetful.getByRole("button", { name: "Set password" }).click();
  await forgetful.getByRole("link", { name: "Sign in" }).click();
  await signIn(forgetful, { email: "bo@example.com", password: "the second password" });
  await forgetful.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();

  // The new password ended the session of the first one.
  await invited.reload();
  await invited.getByRole("button", { name: "Sign in" }).waitFor();
  expect(barriers).toEqual([]);
});

/** A browser of somebody else's: nothing is kept in it, and it comes from an address of its own. */
async function openPage(address: string): Promise<Page> {
  const context = await chromium.browser.newContext({
    ...{ viewport: { width: 1280, height: 900 }, bypassCSP: true, reducedMotion: "reduce" },
    extraHTTPHeaders: { "x-forwarded-for": address },
  });
  const page = await context.newPage();
  return page;
}

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** The link of the letter that came; it is taken away, so that the next one is the next. */
async function readLink(): Promise<string> {
  const find = () => mails.letters.findIndex(({ to }) => to.includes("bo@example.com"));
  await vi.waitFor(() => expect(find()).toBeGreaterThanOrEqual(0), 10_000);
  const [letter] = mails.letters.splice(find(), 1);
  if (!letter) throw new Error("No letter came.");
  return linkIn(letter).href;
}

async function see(page: Page, where: string): Promise<void> {
  barriers.push(...(await findBarriers(page, where)));
}

/** What is shown to who is a support agent only: of an agent the inbox, and nothing of the account. */
async function seeOnlySupport(page: Page): Promise<void> {
  await page.getByRole("navigation", { name: "AI Agents" }).getByRole("link").first().click();
  await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
  for (const tab of ["Overview", "Configuration", "Data Sources", "Deploy"])
    expect(await page.getByRole("link", { name: tab }).count(), tab).toBe(0);
  await page.getByRole("button", { name: "Profile menu" }).click();
  await page.getByRole("button", { name: "Logout" }).waitFor();
  expect(await page.getByRole("link", { name: "Manage Account" }).count()).toBe(0);
}
