import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getAgent, updateAgent } from "../../shared/contract/agents/agents.ts";
import { listThreads } from "../../shared/contract/conversations/threads/threads.ts";
import { buildIfMissing } from "../../server/build.ts";
import { addTexts, openBenchApp } from "../bench/visitor.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { holdReply, refuse, say, startModelProvider, type Reply } from "../kit/models/modelProvider.ts";
import { pressShortcut } from "../kit/console/pressShortcut.ts";
import { spawnServer } from "../kit/processes/spawnServer.ts";

let chromium: RunningChromium;
beforeAll(async () => {
  buildIfMissing();
  chromium = await launch();
});
afterAll(() => chromium?.close());

it("an admin asks the draft, sees the reasons for its answer, compares three models and gives the draft the best one", async () => {
  const provider = await startModelProvider();
  const server = await spawnServer({ env: { OPENAI_BASE_URL: `${provider.url}/v1` } });
  const app = await openBenchApp(server);
  await addTexts(app, server, ["# Opening hours\n\nThe lighthouse opens in April and closes in October."]);
  const params = { productId: app.agentId };
  const { data: agent } = await app.client.call(getAgent, { params });
  const configuration = { ...agent.configuration, model: "gpt-4o" };
  await app.client.call(updateAgent, {
    params,
    body: { data: { revision: agent.revision, configuration } },
  });

  const page = await enter(server.url);
  const field = page.getByRole("textbox", { name: /^Question to/ });
  await page.goto(`${server.url}/accounts/${app.organizationId}/cp/${app.agentId}/overview`);
  await field.waitFor();
  await page.locator("h1").click();
  await pressShortcut(page, "/");
  provider.script(say("chat", ["In **April** [1]."]));
  await page.keyboard.type("When does the lighthouse open?");
  await page.keyboard.press("Enter");
  await page.getByText("April", { exact: true }).waitFor();
  await page.getByText("5 credits", { exact: true }).waitFor();
  await page.getByText("Cited as 1").waitFor();
  await page.getByRole("list", { name: "Sources" }).getByRole("button").click();
  await page.getByText("closes in October", { exact: false }).last().waitFor();

  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByRole("combobox", { name: "Model 2" }).selectOption("gpt-4.1-mini");
  await page.getByRole("button", { name: "Add a model" }).click();
  await page.getByRole("combobox", { name: "Model 3" }).selectOption("o4-mini");
  const held = holdReply();
  provider.script(
    byModel({ "gpt-4o": held.reply, "gpt-4.1-mini": say("chat", ["April [1]."]), "o4-mini": refuse(402) }),
  );
  await field.fill("When?");
  await field.press("Enter");
  await held.asked;
  held.say("It opens ");
  const large = page.getByRole("article", { name: "GPT-4o" });
  const small = page.getByRole("article", { name: "GPT-4.1 mini" });
  await large.getByText("It opens").waitFor();
  // The others are there while the first one still writes.
  await small.getByText("1 credit", { exact: true }).waitFor();
  await page
    .getByRole("article", { name: "o4 mini" })
    .getByText("no credit left", { exact: false })
    .waitFor();
  expect(await large.getByText("First word").count()).toBe(0);
  await page.getByRole("button", { name: "Stop answering" }).click();
  await large.getByText("Stopped here").waitFor();
  await provider.closedEarly;

  await small.getByRole("button", { name: "Use this model" }).click();
  await page.getByText("The draft answers with GPT-4.1 mini").first().waitFor();
  const { data: after } = await app.client.call(getAgent, { params });
  expect([after.configuration.model, after.hasUnpublishedChanges]).toEqual(["gpt-4.1-mini", true]);
  expect((await app.client.call(listThreads, { params })).items).toEqual([]);
});

async function enter(url: string): Promise<Page> {
  const context = await chromium.browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel("E-mail").fill("bench@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill("long enough");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/dashboard/);
  return page;
}

function byModel(replies: Record<string, Reply>): Reply {
  return (response, body, request) => (replies[body.model] ?? refuse(404))(response, body, request);
}
