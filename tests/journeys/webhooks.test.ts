import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { openBenchApp } from "../bench/visitor.ts";
import { findBarriers } from "../kit/browser/axe.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";
import { answerWith, isSignedBy, startWebhookReceiver, takeIt } from "../kit/webhooks/webhookReceiver.ts";
import type { WebhookReceiver } from "../kit/webhooks/webhookReceiver.ts";

let server: SpawnedServer;
let chromium: RunningChromium;
let receiver: WebhookReceiver;
const barriers: string[] = [];

beforeAll(async () => {
  buildIfMissing();
  receiver = await startWebhookReceiver();
  server = await spawnServer({ env: { EGRESS_ALLOW: "127.0.0.0/8" } });
  await openBenchApp(server);
  chromium = await launch();
});
afterAll(async () => {
  await chromium?.close();
  await receiver?.stop();
});

it("an owner adds a webhook, tests it, finds a failed delivery and sends it again", async () => {
  const context = await chromium.browser.newContext({
    ...{ viewport: { width: 1440, height: 900 }, bypassCSP: true, reducedMotion: "reduce" },
  });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.getByLabel("E-mail").fill("bench@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill("long enough");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/dashboard/);
  await page.getByRole("button", { name: "Profile menu" }).click();
  await page.getByRole("link", { name: "Manage Account" }).click();
  await page.getByRole("link", { name: "Webhooks" }).click();
  await page.getByText("No webhooks yet").waitFor();
  await see(page, "no webhook");

  await page.getByRole("button", { name: "Add webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a webhook" });
  await dialog.getByLabel("Name").fill("CRM");
  await dialog.getByLabel("Address").fill("http://10.0.0.1/hooks");
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await dialog
    .getByText(/could not be reached/)
    .first()
    .waitFor();
  await see(page, "an address that is refused");
  await dialog.getByLabel("Address").fill(receiver.url);
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  const secret = await page.getByLabel("Signing secret").textContent();
  await see(page, "the secret");
  await page.getByRole("button", { name: "I saved it" }).click();
  await page.getByRole("link", { name: /CRM/ }).click();
  await page.getByText("No deliveries yet").waitFor();
  await see(page, "a new webhook");

  receiver.react(answerWith(500, { "x-reason": "not ready" }, "Not ready"));
  await page.getByRole("button", { name: "Send test" }).click();
  await page.getByLabel("Response to attempt 1").waitFor({ state: "attached" });
  await page.locator("summary").filter({ hasText: "The address answered with 500." }).click();
  await page.getByLabel("Response to attempt 1").getByText("x-reason: not ready").waitFor();
  await see(page, "a delivery that failed");
  receiver.react(takeIt);
  await page.getByRole("button", { name: "Resend", exact: true }).click();
  await page
    .getByRole("link", { name: /conversation\.created.*Test/ })
    .filter({ hasText: "Delivered" })
    .waitFor();
  expect(receiver.arrived.map(({ id }) => id)).toEqual([receiver.arrived[0]?.id, receiver.arrived[0]?.id]);
  for (const delivery of receiver.arrived) expect(await isSignedBy(delivery, secret ?? "")).toBe(true);

  await page.getByRole("button", { name: "Actions for CRM" }).click();
  await page.getByRole("menuitem", { name: "Turn off" }).click();
  await page.getByText(/A member turned it off/).waitFor();
  await see(page, "a webhook that is off");
  await page.setViewportSize({ width: 390, height: 844 });
  await see(page, "on a phone");
  await page.getByRole("link", { name: "All webhooks" }).click();
  await page.getByRole("link", { name: /CRM/ }).waitFor();
  await see(page, "the list on a phone");
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  expect(barriers).toEqual([]);
});

async function see(page: Page, where: string): Promise<void> {
  barriers.push(...(await findBarriers(page, where)));
}
