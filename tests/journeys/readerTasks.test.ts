import type { Locator, Page } from "playwright";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { sendMessage } from "../../shared/contract/conversations/conversations.ts";
import { addTexts, openBenchApp, openVisitor, type BenchApp } from "../bench/visitor.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { signIn } from "../kit/browser/signIn.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";

let server: SpawnedServer;
let app: BenchApp;
let chromium: RunningChromium;
let page: Page;

beforeAll(async () => {
  buildIfMissing();
  server = await spawnServer({ env: { TRUST_PROXY: "1" } });
  app = await openBenchApp(server);
  await addTexts(app, server, ["# Opening hours\n\nThe lighthouse opens in April."]);
  for (const at of [1, 2]) await ask(`198.51.100.${at}`);
  chromium = await launch();
  page = await (await chromium.browser.newContext()).newPage();
  await signIn(page.context(), server);
});
afterAll(() => chromium?.close());

async function ask(address: string): Promise<void> {
  const visitor = await openVisitor(app, server, address);
  const params = { productId: app.agentId };
  const data = { clientId: `said-${randomUUID()}`, content: "When does the lighthouse open?" };
  // To its end: what nobody reads is not answered here.
  for await (const _ of visitor.stream(sendMessage, { params, body: { data } }));
}

const link = (name: string | RegExp) => page.getByRole("main").getByRole("link", { name });
const menu = (name: string) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
const tab = (name: string) => page.getByRole("navigation", { name: "AI Agents" }).getByRole("link", { name });
const button = (name: string) => page.getByRole("button", { name, exact: true });

/** What people come to do, by what they press from the dashboard, and what shows that it is done. */
const tasks: [task: string, clicks: () => Locator[], shown: () => Promise<unknown>][] = [
  [
    "find who may sign in",
    () => [menu("Settings")],
    () => page.getByRole("main").getByText("bench@example.com").first().waitFor(),
  ],
  [
    "pause the agent",
    () => [link("Bench").first(), tab("Overview"), page.getByRole("switch", { name: "Bench is live" })],
    () => page.getByText("Visitors get no answers until you switch it on again.").waitFor(),
  ],
  [
    "see why an answer was given",
    () => [menu("Inbox"), link(/Visitor/).first(), page.getByRole("link", { name: "Why this answer" })],
    () => page.getByRole("dialog", { name: "Why this answer" }).waitFor(),
  ],
  [
    "reach the form that asks visitors for an e-mail",
    () => [link("Bench").first(), tab("Integrations"), link(/contact details/i).first()],
    () => page.waitForURL(/from=system/),
  ],
  [
    "resolve a conversation and take the next",
    () => [menu("Inbox"), link(/Visitor/).first(), button("Resolve and open the next")],
    async () => {
      await page.getByText("Resolved", { exact: true }).first().waitFor();
      await page
        .getByRole("region", { name: /^Conversation with/ })
        .getByRole("button", { name: "Resolve", exact: true })
        .waitFor();
    },
  ],
];

it.each(tasks)("a member can %s in three clicks from the dashboard", async (_, clicks, shown) => {
  await page.goto(`${server.url}/accounts/${app.organizationId}/dashboard`);
  const presses = clicks();
  expect(presses.length).toBeLessThanOrEqual(3);
  for (const press of presses) await press.click();
  await shown();
});
