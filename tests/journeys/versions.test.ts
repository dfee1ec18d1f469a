import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import {
  createDataSource,
  getDataSource,
  updateDataSource,
} from "../../shared/contract/knowledge/knowledge.ts";
import { getAgent, updateAgent } from "../../shared/contract/agents/agents.ts";
import { openRoleApp, type RoleApp } from "../kit/browser/roleApp.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";

const noon = "The ferry leaves at noon from the old pier.";
const midnight = "The ferry leaves at midnight from the new pier.";

let app: RoleApp;
let chromium: RunningChromium;
let page: Page;

beforeAll(async () => {
  buildIfMissing();
  app = await openRoleApp();
  chromium = await launch();
  page = await app.enter("owner", chromium);
});
afterAll(() => chromium?.close());

it("an owner publishes an agent, changes it, compares versions, and restores one with its knowledge", async () => {
  const agentPath = `${app.server.url}/accounts/${app.orgId}/cp/${app.agentId}`;
  const params = { productId: app.agentId };
  const { data: source } = await app.client.call(createDataSource, {
    params,
    body: { data: { name: "Ferry times", config: { kind: "text", title: "Ferry", text: noon } } },
  });
  await settle(source.id);
  await instruct("You help passengers.\nBe kind.");
  await page.goto(`${agentPath}/overview`);
  await publish("Ferry at noon");

  await instruct("You help passengers.\nBe brief.");
  await app.client.call(updateDataSource, {
    params: { ...params, datasourceId: source.id },
    body: { data: { name: "Ferry times", config: { kind: "text", title: "Ferry", text: midnight } } },
  });
  await settle(source.id);
  await page.reload();
  await publish("Ferry at midnight");

  await page.getByRole("link", { name: "Versions" }).first().click();
  await page.getByRole("link", { name: /Ferry at noon/ }).click();
  await page.getByRole("heading", { level: 1, name: "Version 2" }).waitFor();
  const main = page.getByRole("main");
  await main.getByText("Added: ").first().waitFor({ state: "attached" });
  await main.getByText("Be brief.").waitFor();
  await main.getByText("0 added, 1 changed, 0 removed").waitFor();
  await page.reload();
  await main.getByText("Be kind.").waitFor();

  await page.getByRole("button", { name: "Restore" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /Settings and knowledge/ }).check();
  await dialog.getByRole("button", { name: "Restore" }).click();
  await main.getByText("Draft before a restore").waitFor();
  await settle(source.id);
  await main.getByText("Unpublished changes").waitFor();

  await main.getByRole("link", { name: /Ferry at noon/ }).click();
  await main.getByText("No differences.").waitFor();
  await page.goto(`${agentPath}/datasources?source=${source.id}`);
  await main.getByText("These are the pages of version 2.", { exact: false }).waitFor();
  const { data } = await app.client.call(getAgent, { params });
  expect(data).toMatchObject({
    publishedVersion: 3,
    configuration: { instructions: "You help passengers.\nBe kind." },
  });
});

async function publish(note: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: /Note/ }).fill(note);
  await dialog.getByRole("button", { name: "Publish" }).click();
  await dialog.waitFor({ state: "detached" });
}

async function instruct(instructions: string): Promise<void> {
  const params = { productId: app.agentId };
  const { data } = await app.client.call(getAgent, { params });
  const configuration = { ...data.configuration, instructions };
  await app.client.call(updateAgent, {
    params,
    body: { data: { revision: data.revision, configuration } },
  });
}

async function settle(sourceId: string): Promise<void> {
  const params = { productId: app.agentId, datasourceId: sourceId };
  const ended = async () => (await app.client.call(getDataSource, { params })).data.lastRun?.endedAt ?? null;
  await expect.poll(ended).not.toBeNull();
}
