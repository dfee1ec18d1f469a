import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { sendMessage } from "../../shared/contract/conversations/conversations.ts";
import { listMessages, updateThread } from "../../shared/contract/conversations/threads/threads.ts";
import { openVisitor } from "../bench/visitor.ts";
import { findBarriers } from "../kit/browser/axe.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { openRoleApp, type RoleApp } from "../kit/browser/roleApp.ts";
import { startTcpProxy, type TcpProxy } from "../kit/network/tcpProxy.ts";

let chromium: RunningChromium;
let app: RoleApp;
let proxy: TcpProxy;

beforeAll(async () => {
  buildIfMissing();
  chromium = await launch();
  app = await openRoleApp();
  proxy = await startTcpProxy(Number(new URL(app.server.url).port));
});
afterAll(async () => {
  await chromium?.close();
  await proxy?.stop();
});

it("replies written while offline arrive once and in order, though their author moved on and closed the tab", async () => {
  const [threadId, otherId] = [await ask("198.51.100.1"), await ask("198.51.100.2")];
  const page = await app.enter("support", chromium, proxy.origin);
  const inbox = `${proxy.origin}/accounts/${app.orgId}/cp/${app.agentId}/inbox/conversations`;
  await page.goto(`${inbox}/${threadId}`);
  const field = page.getByRole("textbox", { name: /^Reply to/ });
  await field.fill("Before");
  await field.press("Enter");
  await expect.poll(() => said(threadId)).toEqual(["Before"]);
  // What shows another conversation is there before the line goes.
  await page.locator(`a[href*="${otherId}"]`).first().click();
  await page.waitForURL(new RegExp(otherId));
  await field.waitFor();
  await page.locator(`a[href*="${threadId}"]`).first().click();
  await page.getByRole("log").getByText("Before").waitFor();

  proxy.setDown(true);
  for (const text of ["One", "Two"]) {
    await field.fill(text);
    await field.press("Enter");
  }
  const waits = page.getByRole("log").getByText(/It will be sent/);
  await expect.poll(() => waits.count()).toBe(2);
  await page
    .getByRole("status", { name: "Your own state" })
    .getByText(/Your messages are kept/)
    .waitFor();
  expect(await findBarriers(page, "replies that wait")).toEqual([]);
  await field.fill("Half of");
  await page.locator(`a[href*="${otherId}"]`).first().click();
  await page.waitForURL(new RegExp(otherId));
  await waits.first().waitFor({ state: "detached" });

  // The line is back: all goes out while another conversation is open.
  proxy.setDown(false);
  await expect.poll(() => said(threadId)).toEqual(["Before", "One", "Two"]);

  // The tab is closed while others wait: the next one sends them, and has what was half written.
  await page.locator(`a[href*="${threadId}"]`).first().click();
  await page.getByRole("log").getByText("Two").waitFor();
  proxy.setDown(true);
  await expect.poll(() => field.inputValue()).toBe("Half of");
  for (const text of ["Three", "Four"]) {
    await field.fill(text);
    await field.press("Enter");
  }
  await expect.poll(() => waits.count()).toBe(2);
  await field.fill("Half again");
  await page.close();
  proxy.setDown(false);
  const pages = [await page.context().newPage(), await page.context().newPage()];
  for (const next of pages) await next.goto(`${inbox}/${threadId}`);
  await expect.poll(() => said(threadId)).toEqual(["Before", "One", "Two", "Three", "Four"]);
  for (const next of pages) {
    await next.getByRole("log").getByText("Four").waitFor();
    expect(await next.getByRole("textbox", { name: /^Reply to/ }).inputValue()).toBe("Half again");
    await expect.poll(() => next.getByText(/Sending…|Not sent/).count()).toBe(0);
  }
});

/** A visitor asks, and a person takes it over. */
async function ask(address: string): Promise<string> {
  const visitor = await openVisitor(app, app.server, address);
  const body = { data: { content: "Where is my order?", clientId: `ask-${address}`.replaceAll(".", "-") } };
  const params = { productId: app.agentId };
  let threadId = "";
  for await (const event of visitor.stream(sendMessage, { params, body }))
    if (event.type === "accepted") threadId = event.thread.id;
  await app.client.call(updateThread, {
    params: { ...params, threadId },
    body: { data: { handledBy: "human" } },
  });
  return threadId;
}

/** What people of the team said, as a fresh reader gets it. */
async function said(threadId: string): Promise<string[]> {
  const params = { productId: app.agentId, threadId };
  const { items } = await app.client.call(listMessages, { params });
  return items
    .filter(({ role, kind }) => role === "support" && kind === "text")
    .map(({ content }) => content);
}
