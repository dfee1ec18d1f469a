import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { policyLines } from "../../shared/frame/snippet.ts";
import { addTexts } from "../bench/visitor.ts";
import { chatOf, expectChat, htmlPage, openStage, talk, withHeaders } from "../hosts/stage.ts";
import type { Stage } from "../hosts/stage.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";

let stage: Stage;
let chromium: RunningChromium;
let page: Page;
/** What was asked of the server above its path. */
const strays: string[] = [];

beforeAll(async () => {
  buildIfMissing();
  stage = await openStage({ BASE_PATH: "/helm" });
  await addTexts(stage.app, stage.server, ["# Opening hours\n\nThe lighthouse opens in April."]);
  chromium = await launch();
  const context = await chromium.browser.newContext({ viewport: { width: 1440, height: 900 } });
  const { origin } = new URL(stage.server.url);
  context.on("request", (request) => {
    const url = request.url();
    if (url.startsWith(origin) && !url.startsWith(`${origin}/helm/`)) strays.push(url);
  });
  page = await context.newPage();
});
afterAll(async () => {
  await chromium?.close();
  await stage?.site.stop();
});

/** Links that lead out of the product's path. */
const listStrayLinks = () =>
  page.evaluate(() =>
    [...document.querySelectorAll("a[href^='/'], img[src^='/'], iframe[src^='/']")]
      .map((one) => one.getAttribute("href") ?? one.getAttribute("src") ?? "")
      .filter((address) => !address.startsWith("/helm/") && !address.startsWith("//")),
  );

it("the console works below a path: sign-in, links, reload, back, previews and the inbox as an app", async () => {
  const { server, app } = stage;
  await page.goto(`${server.url}/`);
  await page.getByLabel("E-mail").fill("bench@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill("long enough");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/helm\/accounts\/[^/]+\/dashboard/);
  await page.getByRole("region", { name: "Learn" }).waitFor();
  expect(await listStrayLinks()).toEqual([]);
  await page.locator(`a[href^="/helm/accounts/"][href*="/cp/${app.agentId}"]`).first().click();
  await page.waitForURL(/\/helm\/accounts\/[^/]+\/cp\//);
  expect(await listStrayLinks()).toEqual([]);

  const agent = `${server.url}/accounts/${app.organizationId}/cp/${app.agentId}`;
  await page.goto(`${agent}/deploy/install`);
  await page.getByText(`${server.url}/widget.js?token=${app.token}`).first().waitFor();
  expect(await listStrayLinks()).toEqual([]);
  await page.getByRole("link", { name: "Hosted page" }).click();
  await page.waitForURL(`${agent}/deploy/page`);
  await page.goBack();
  await page.waitForURL(`${agent}/deploy/install`);
  await page.reload();
  await page.getByText(`${server.url}/widget.js?token=${app.token}`).first().waitFor();

  const inbox = `${server.url}/inbox/${app.organizationId}/${app.agentId}`;
  await page.goto(inbox);
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  expect(scope).toBe(`${server.url}/inbox/`);
  expect(await page.locator("link[rel=manifest]").getAttribute("href")).toMatch(/^\/helm\/inbox\//);
  expect(await listStrayLinks()).toEqual([]);
});

it("a website shows the chat from below a path under a strict policy, and visitors get answers and files there", async () => {
  const { server, site, tag } = stage;
  const policy = `default-src 'none'; ${policyLines({ host: server.url }).split("\n").join("; ")}`;
  site.pages.set("/shop", withHeaders(htmlPage(tag()), { "content-security-policy": policy }));
  await page.goto(`${site.origin}/shop`);
  await expectChat(page);
  await talk(chatOf(page), "When does the lighthouse open?");
  expect(strays).toEqual([]);
});
