import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { sendMessage } from "../../shared/contract/conversations/conversations.ts";
import { createCustomField } from "../../shared/contract/conversations/inbox/customFields.ts";
import { updateThread } from "../../shared/contract/conversations/threads/threads.ts";
import { openVisitor } from "../bench/visitor.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { pressShortcut } from "../kit/console/pressShortcut.ts";
import { openRoleApp, type RoleApp } from "../kit/browser/roleApp.ts";

/* The inbox as a table: somebody who only supports puts it in order, chooses its columns and rows, reads one and goes on. */

let app: RoleApp;
let chromium: RunningChromium;
let page: Page;
const threadIds: string[] = [];

beforeAll(async () => {
  buildIfMissing();
  app = await openRoleApp();
  const field = { key: "plan", name: "Plan", kind: "text" } as const;
  await app.client.call(createCustomField, { body: { data: field } });
  for (const at of [1, 2, 3]) threadIds.push(await ask(`198.51.100.${at}`));
  const params = { productId: app.agentId, threadId: threadIds[0] ?? "" };
  const data = { priority: "urgent", customFields: { plan: "Gold" } } as const;
  await app.client.call(updateThread, { params, body: { data } });
  chromium = await launch();
  page = await app.enter("support", chromium);
});
afterAll(() => chromium?.close());

it("the inbox table sorts, shows the chosen columns, and remembers both", async () => {
  await page.goto(inbox());
  await page.getByText("Table", { exact: true }).click();
  await page.getByRole("cell", { name: "Gold" }).waitFor();
  expect(await rows()).toEqual(threadIds.toReversed());
  await page.getByRole("columnheader", { name: "Priority" }).getByRole("button").click();
  await expect.poll(rows).toEqual([threadIds[0], threadIds[2], threadIds[1]]);

  await page.getByRole("button", { name: "Columns" }).click();
  const dialog = page.getByRole("dialog", { name: "Columns" });
  await dialog.getByRole("checkbox", { name: "Labels" }).press("Space");
  // Past those that are left out: Started, Surface, Outcome, Rating and Waiting since; and past Reply due.
  for (const place of [13, 12, 11, 10, 9, 8]) {
    await dialog.getByRole("button", { name: "Move Plan up" }).press("Enter");
    await dialog.getByText(`Plan, column ${place} of 14`).waitFor({ state: "attached" });
  }
  await page
    .locator(":focus")
    .and(dialog.getByRole("button", { name: "Move Plan up" }))
    .waitFor();
  await dialog.getByRole("button", { name: "Done" }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  const atFirst = ["Visitor", "Conversation", "Unread", "Last activity", "Status", "Answered by", "Priority"];
  const wanted = [...atFirst, "Plan", "Reply due"];
  await expect.poll(heads).toEqual(wanted);
  await page.goto(inbox());
  await expect.poll(heads).toEqual(wanted);
  await page.waitForURL(/layout=table/);
});

it("the inbox table supports moving and selecting by keys, and keeps the names in sight while scrolling sideways", async () => {
  await page.setViewportSize({ width: 800, height: 700 });
  await page.goto(inbox("?layout=table"));
  const first = page.locator("[data-row]").first();
  await first.waitFor();
  const before = await first.boundingBox();
  await page.getByRole("cell", { name: "Gold" }).scrollIntoViewIfNeeded();
  expect((await first.boundingBox())?.x).toBe(before?.x);
  await page.getByRole("checkbox", { name: "Select all rows" }).waitFor();
  // What hears the key comes with it.
  await page.getByRole("button", { name: "Select conversations" }).waitFor();
  await page.locator("[data-row]").nth(1).focus();
  await pressShortcut(page, "x");
  await page.getByText("1 selected").waitFor();
  await page.getByRole("button", { name: "Select all 3 that match" }).press("Enter");
  await page.getByText("3 selected").waitFor();
  await page.getByRole("button", { name: "Clear the selection" }).press("Enter");
  await page.setViewportSize({ width: 1440, height: 900 });
});

it("the inbox table opens a conversation in full width and returns to its row", async () => {
  await page.goto(inbox("?layout=table"));
  await page.getByRole("cell", { name: "Gold" }).click();
  await page.waitForURL((url) => url.pathname.endsWith(threadIds[0] ?? ""));
  const conversation = page.getByRole("region", { name: /^Conversation with/ });
  await conversation.getByText("When do you open?").first().waitFor();
  expect(await page.getByRole("table").isVisible()).toBe(false);
  await page.getByRole("link", { name: "Back to the list" }).press("Enter");
  await page.locator(`[data-row="${threadIds[0]}"]:focus`).waitFor();
});

it("the inbox table moves between conversations by keys in its own order, and stays a table", async () => {
  await page.goto(inbox("?layout=table"));
  const [oldest = "", older = "", newest = ""] = threadIds;
  await page.locator(`[data-row="${newest}"]`).click();
  await page.getByRole("region", { name: /^Conversation with/ }).waitFor();
  const isAt = (id: string) => page.waitForURL((url) => url.pathname.endsWith(id));
  // What hears the key comes with the conversation. The page says at once where it is, page.url() a moment later.
  const path = () => page.evaluate(() => location.pathname);
  await expect
    .poll(async () => {
      if ((await path()).endsWith(newest)) await page.keyboard.press("j");
      return path();
    })
    .toMatch(new RegExp(`/${older}$`));
  await page.keyboard.press("j");
  await isAt(oldest);
  await page.keyboard.press("k");
  await isAt(older);
  expect(page.url()).toContain("layout=table");
  await page.getByRole("link", { name: "Back to the list" }).press("Enter");
  await page.locator(`[data-row="${older}"]`).waitFor();
});

const inbox = (query = "") =>
  `${app.server.url}/accounts/${app.orgId}/cp/${app.agentId}/inbox/conversations${query}`;
const rows = () =>
  page.locator("[data-row]").evaluateAll((links) => links.map((link) => link.getAttribute("data-row")));
const heads = () =>
  page.getByRole("columnheader").evaluateAll((cells) => cells.map(({ textContent }) => textContent));

/** A visitor's question; gives the conversation. */
async function ask(address: string): Promise<string> {
  const visitor = await openVisitor(app, app.server, address);
  const params = { productId: app.agentId };
  const clientId = `question-${address}`.replaceAll(".", "-");
  const body = { data: { clientId, content: "When do you open?" } };
  let threadId = "";
  for await (const event of visitor.stream(sendMessage, { params, body }))
    if (event.type === "accepted") threadId = event.thread.id;
  return threadId;
}
