import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { register } from "../../shared/contract/accounts/registration.ts";
import {
  acceptInvite,
  inviteMembers,
  listMembers,
  listUserGroups,
} from "../../shared/contract/accounts/teams.ts";
import { openBenchApp, type BenchApp } from "../bench/visitor.ts";
import { findBarriers } from "../kit/browser/axe.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { createTestClient, type Actor } from "../kit/client.ts";
import { readCookie } from "../kit/factories.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";

const bo = { email: "bo@example.com", password: "long enough", first_name: "Bo" };
const pollEveryMs = 120_000;

let server: SpawnedServer;
let chromium: RunningChromium;
let app: BenchApp;

beforeAll(async () => {
  buildIfMissing();
  server = await spawnServer();
  app = await openBenchApp(server);
  await joinAsSupport();
  chromium = await launch();
});
afterAll(() => chromium?.close());

it.each([
  { size: "desktop", viewport: { width: 1280, height: 900 }, hasTouch: false },
  { size: "phone", viewport: { width: 390, height: 844 }, hasTouch: true },
])("a support agent goes Online and Offline at $size size", async ({ size, viewport, hasTouch }) => {
  const page = await openPage({ viewport, hasTouch });
  const polls: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/agentusers/poll")) polls.push(request.method());
  });
  await page.clock.install();
  await page.goto(server.url);
  await page.getByLabel("E-mail").fill(bo.email);
  await page.getByRole("textbox", { name: "Password" }).fill(bo.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  const toggle = page.getByRole("switch", { name: "Online" });
  await toggle.waitFor();
  expect(await toggle.getAttribute("aria-checked")).toBe("false");
  const barriers = await findBarriers(page, "offline");

  await toggle.click();
  if (size === "phone") {
    const dialog = page.getByRole("dialog", { name: "Go Online?" });
    await dialog.waitFor();
    await page.clock.runFor(1000);
    barriers.push(...(await findBarriers(page, "asking")));
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await toggle.click();
    await dialog.getByRole("button", { name: "Confirm" }).click();
  } else {
    await page.getByRole("group", { name: "Go Online" }).waitFor();
    barriers.push(...(await findBarriers(page, "asking")));
    await page.keyboard.press("Escape");
    await toggle.click();
    await page.getByRole("button", { name: "Confirm: Go Online" }).click();
  }
  await page.getByText("Status changed successfully").waitFor();
  expect(await readStatus()).toBe("online");
  barriers.push(...(await findBarriers(page, "online")));

  expect(polls).toEqual([]);
  const polled = page.waitForResponse(/agentusers\/poll$/);
  await page.clock.runFor(pollEveryMs);
  expect((await polled).status()).toBe(200);
  expect(polls).toEqual(["POST"]);

  await page.reload();
  await toggle.and(page.locator("[aria-checked=true]")).waitFor();
  await toggle.click();
  if (size === "phone") await page.getByRole("button", { name: "Confirm" }).click();
  else await page.getByRole("button", { name: "Confirm: Go Offline" }).click();
  await toggle.and(page.locator("[aria-checked=false]")).waitFor();
  await expect.poll(readStatus).toBe("offline");
  const before = polls.length;
  await page.clock.runFor(2 * pollEveryMs);
  expect(polls).toHaveLength(before);
  expect(barriers).toEqual([]);
  await page.context().close();
});

/** Somebody who was invited into the group of support agents and has come. */
async function joinAsSupport(): Promise<void> {
  const { items } = await app.client.call(listUserGroups);
  const groupId = items.find(({ role }) => role === "support")?._id ?? "";
  const body = { data: { emails: [bo.email], groupId } };
  const { data } = await app.client.call(inviteMembers, { query: { source: "copilot" }, body });
  const token = new URL(data.invites[0]?.link ?? "").searchParams.get("token") ?? "";
  const connect = (actor: Actor) =>
    createTestClient({ send: (request) => fetch(request), origin: server.url, now: Date.now }, actor);
  const response = await connect({ address: "" }).send(register, { body: { ...bo, inviteToken: token } });
  const { session } = await response.json();
  const person = connect({ address: "", session, cookie: readCookie(response) });
  await person.call(acceptInvite, { params: { token } });
}

/** The status as the rest of the team sees it. */
async function readStatus(): Promise<string | undefined> {
  const { items } = await app.client.call(listMembers, { query: { search: bo.email } });
  return items[0]?.agentStatus;
}

async function openPage(options: {
  viewport: { width: number; height: number };
  hasTouch: boolean;
}): Promise<Page> {
  const context = await chromium.browser.newContext({ ...options, bypassCSP: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  return page;
}
