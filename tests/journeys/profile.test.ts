import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { openBenchApp } from "../bench/visitor.ts";
import { findBarriers } from "../kit/browser/axe.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { codeIn, startMailServer, type MailServer } from "../kit/network/mailServer.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";

let server: SpawnedServer;
let chromium: RunningChromium;
let mails: MailServer;
const barriers: string[] = [];
const ida = { email: "ida@example.com", password: "a long password" };

beforeAll(async () => {
  buildIfMissing();
  mails = await startMailServer();
  server = await spawnServer({ env: { SMTP_URL: mails.url, REGISTRATION: "open" } });
  await openBenchApp(server);
  chromium = await launch();
});
afterAll(async () => {
  await chromium?.close();
  await mails?.stop();
});

it("a user goes from a mailed code to a picture, a second factor, and a recovery code for a lost phone", async () => {
  const page = await openPage();
  await register(page);
  await page.getByRole("button", { name: "Profile menu" }).click();
  await page.getByRole("link", { name: "Your Profile" }).click();
  await page.getByRole("region", { name: "Name and picture" }).waitFor();
  await see(page, "the profile");
  await changePicture(page);
  const { secret, recoveryCode } = await turnOn(page);

  await signOut(page);
  await signIn(page);
  await see(page, "the second step of signing in");
  // The code of the half minute in which it was turned on is used up.
  const next = new TOTP({ secret: Secret.fromBase32(secret) });
  await page.getByLabel("Code", { exact: true }).fill(next.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole("button", { name: "Profile menu" }).waitFor();
  // The picture is theirs wherever they sign in.
  await expectPicture(page);

  await signOut(page);
  await signIn(page);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCode.toUpperCase());
  await see(page, "signing in by a recovery code");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "Profile menu" }).waitFor();

  await signOut(page);
  await signIn(page);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCode);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("This code is wrong. Check it and try again.").waitFor();
  expect(barriers).toEqual([]);
});

async function openPage(): Promise<Page> {
  const context = await chromium.browser.newContext({
    ...{ viewport: { width: 1280, height: 900 }, bypassCSP: true, reducedMotion: "reduce" },
  });
  const page = await context.newPage();
  return page;
}

/** Makes an account by the code that comes by mail, and an organization to be in. */
async function register(page: Page): Promise<void> {
  await page.goto(server.url);
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("First name").fill("Ida");
  await page.getByLabel("E-mail").fill(ida.email);
  await page.getByRole("textbox", { name: "Password" }).fill(ida.password);
  await see(page, "registering");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByText(/We sent it to ida@example.com/).waitFor();
  await see(page, "entering the code");
  await vi.waitFor(() => expect(mails.letters).toHaveLength(1), 10_000);
  const [letter] = mails.letters.splice(0);
  if (!letter) throw new Error("No letter came.");
  await page.getByLabel("Code", { exact: true }).fill(codeIn(letter));
  await page.waitForURL(/choose-company|setup-company/);
  await page.goto(`${server.url}/setup-company`);
  await page.getByLabel("Organization name").fill("Ida’s Boats");
  await page.getByRole("button", { name: "Create organization" }).click();
  await page.getByRole("button", { name: "Not now" }).click();
  await page.getByRole("button", { name: "Profile menu" }).waitFor();
}

async function changePicture(page: Page): Promise<void> {
  // A picture that is wider than high, as photos are; the middle of it is kept.
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1600, 900);
    const context = canvas.getContext("2d");
    if (!context) throw new Error("No canvas.");
    context.fillStyle = "#0e6a72";
    context.fillRect(0, 0, 1600, 900);
    const blob = await canvas.convertToBlob({ type: "image/png" });
    return [...new Uint8Array(await blob.arrayBuffer())];
  });
  const file = { name: "holiday.png", mimeType: "image/png", buffer: Buffer.from(bytes) };
  await page.getByLabel("Picture", { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: "Change picture" }).waitFor();
  await expectPicture(page);
}

/** The menu shows the picture, and the browser could draw it. */
async function expectPicture(page: Page): Promise<void> {
  const image = page.getByRole("button", { name: "Profile menu" }).locator("img");
  await image.waitFor();
  const width = await image.evaluate(async (element) => {
    const picture = element as HTMLImageElement; // the locator names images only
    await picture.decode();
    return picture.naturalWidth;
  });
  expect(width).toBe(512);
}

async function turnOn(page: Page): Promise<{ secret: string; recoveryCode: string }> {
  const card = page.getByRole("region", { name: "Two-factor sign-in" });
  await card.getByRole("button", { name: "Turn on" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Current password" }).fill(ida.password);
  await see(page, "asking for the password");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  await see(page, "setting the app up");
  const secret = ((await dialog.getByLabel("Key", { exact: true }).textContent()) ?? "").replaceAll(" ", "");
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  await dialog.getByLabel("Code from the app").fill(totp.generate());
  const codes = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await codes.first().waitFor();
  expect(await codes.count()).toBe(10);
  await see(page, "the recovery codes");
  const recoveryCode = (await codes.first().textContent()) ?? "";
  await dialog.getByRole("button", { name: "I saved them" }).click();
  await card.getByText(/10 recovery codes are left/).waitFor();
  return { secret, recoveryCode };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Profile menu" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill(ida.email);
  await page.getByRole("textbox", { name: "Password" }).fill(ida.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Enter your code" }).waitFor();
}

async function see(page: Page, where: string): Promise<void> {
  barriers.push(...(await findBarriers(page, where)));
}
