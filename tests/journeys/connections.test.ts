import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startOAuthService, type OAuthService } from "../kit/actions/oauthService.ts";
import { findBarriers } from "../kit/browser/axe.ts";
import { openBrowserApp, type BrowserApp } from "../kit/browser/browserApp.ts";

let service: OAuthService;
let app: BrowserApp;
const barriers: string[] = [];
const hourMs = 60 * 60_000;

beforeAll(async () => {
  service = await startOAuthService();
  app = await openBrowserApp({
    egressAllow: ["127.0.0.0/8"],
    integrations: { "google-calendar": service.override },
  });
  // Where the service sends people back to.
  app.talk.server.app.printOrigin(app.origin);
});
afterAll(async () => {
  await app?.stop();
  await service?.stop();
});

it("an owner connects a calendar, adds an action, and two at once renew the access that has ended, once", async () => {
  const { talk, origin } = app;
  const agent = await talk.server.createAgent(talk.owner);
  const context = await app.enter(talk.owner, { bypassCSP: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(`${origin}/accounts/${talk.owner.organizationId}/cp/${agent.id}/integrations/connections`);
  await page.getByRole("button", { name: /^Google Calendar/ }).click();
  const dialog = page.getByRole("dialog", { name: "Connect Google Calendar" });
  await dialog.getByText("See and change events").waitFor();
  await see(page, "the way to connect");
  await dialog.getByRole("button", { name: "Sign in to Google Calendar" }).click();
  await page.getByRole("link", { name: "Allow" }).click();
  await page.getByRole("heading", { name: "Google Calendar" }).waitFor();
  await page.getByText("Connected", { exact: true }).first().waitFor();
  await see(page, "the connection");
  const connection = page.url();

  await page.getByRole("link", { name: "Add action List events" }).click();
  await fillTest(page);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Runs" }).waitFor();

  const other = await context.newPage();
  await other.goto(page.url());
  for (const tab of [page, other]) await fillTest(tab);
  talk.server.clock.advance(2 * hourMs);
  service.accessTokens.clear();
  await Promise.all([send(page), send(other)]);
  for (const tab of [page, other]) await resultOf(tab).getByText("- A boat trip").waitFor();
  const kinds = service.grants.map(({ form }) => form["grant_type"]);
  expect(kinds).toEqual(["authorization_code", "refresh_token"]);

  service.revoke();
  await page.goto(connection);
  await page.getByRole("button", { name: "Check access" }).click();
  await page.getByText("Broken", { exact: true }).waitFor();
  await see(page, "a broken connection");
  await page.getByRole("button", { name: "Reconnect" }).click();
  await page.getByRole("link", { name: "Allow" }).click();
  await page.getByRole("button", { name: "Check access" }).waitFor();
  expect(barriers).toEqual([]);
});

async function fillTest(page: Page): Promise<void> {
  service.answer = () => ({
    type: "application/json",
    body: '{"id":"ada@example.com","items":[{"summary":"A boat trip","start":{"date":"2026-05-04"}}]}',
  });
  await page.getByRole("radio", { name: "Send" }).check();
  await page.getByRole("textbox", { name: /^From/ }).last().fill("2026-05-04T00:00:00Z");
  await page
    .getByRole("textbox", { name: /^Until/ })
    .last()
    .fill("2026-05-05T00:00:00Z");
}

function send(page: Page): Promise<void> {
  return page.getByRole("button", { name: "Send request" }).click();
}

function resultOf(page: Page) {
  return page.getByRole("region", { name: "Result of the test" });
}

async function see(page: Page, what: string): Promise<void> {
  barriers.push(...(await findBarriers(page, what)));
}
