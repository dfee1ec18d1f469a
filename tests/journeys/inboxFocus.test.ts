import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { getAgent, publishAgent, updateAgent } from "../../shared/contract/agents/agents.ts";
import { requestPerson, sendMessage } from "../../shared/contract/conversations/conversations.ts";
import { createCannedReply } from "../../shared/contract/conversations/messages/cannedReplies.ts";
import { createDataSource } from "../../shared/contract/knowledge/knowledge.ts";
import { getThread, updateThread } from "../../shared/contract/conversations/threads/threads.ts";
import { openBenchApp, openVisitor, type BenchApp } from "../bench/visitor.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import type { TestClient } from "../kit/client.ts";
import { pressShortcut } from "../kit/console/pressShortcut.ts";
import { signIn } from "../kit/browser/signIn.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../kit/webhooks/webhookReceiver.ts";

/* In the inbox, by keys alone: what had the focus goes away with what was done, and the work goes on beside it. */

let server: SpawnedServer;
let app: BenchApp;
let chromium: RunningChromium;
let receiver: WebhookReceiver;
let page: Page;
const threadIds: string[] = [];

beforeAll(async () => {
  buildIfMissing();
  receiver = await startWebhookReceiver();
  server = await spawnServer({ env: { EGRESS_ALLOW: "127.0.0.0/8", TRUST_PROXY: "1" } });
  app = await openBenchApp(server);
  await promiseReplies();
  const welcome = { name: "welcome", text: "Hello and welcome!" };
  await app.client.call(createCannedReply, {
    params: { productId: app.agentId },
    body: { data: welcome },
  });
  for (const at of [1, 2, 3]) threadIds.push(await ask(`198.51.100.${at}`));
  chromium = await launch();
  page = await (await chromium.browser.newContext({ reducedMotion: "reduce" })).newPage();
  await signIn(page.context(), server);
});
afterAll(async () => {
  await chromium?.close();
  await receiver?.stop();
});

it("a conversation's header shows the time to the next reply on a phone", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(inbox(`/${threadIds[0]}`));
  const head = page.getByRole("region", { name: /^Conversation with/ }).locator("header");
  const due = head.locator("time");
  await due.filter({ hasText: /Due in/ }).waitFor();
  // What else stands in the head comes later, and moves both between one look and the next.
  const isWithin = async () => {
    const [box, line] = [await due.boundingBox(), await head.locator("p").boundingBox()];
    if (!box || !line) return false;
    return box.y + box.height <= line.y + line.height && box.x + box.width <= line.x + line.width;
  };
  await expect.poll(isWithin).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
});

it("the undo notice covers nothing at a conversation's foot", async () => {
  await page.goto(inbox(`/${threadIds[2]}`));
  await press(button("Take over"));
  await expectFocus(page.getByRole("textbox", { name: /^Reply to/ }));
  await press(button("Resolve"));
  const bar = page.getByRole("region", { name: "Undo" }).locator("> div");
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await bar.hover();
    // What the window's width decides is drawn a moment after it changed.
    const room = async () => {
      const [offer, taking, choice] = [
        ...[await bar.boundingBox(), await button("Take over").boundingBox()],
        await page.getByRole("group", { name: "What you write" }).boundingBox(),
      ];
      const end = (offer?.y ?? Infinity) + (offer?.height ?? 0);
      return Math.min(taking?.y ?? 0, choice?.y ?? 0) - end;
    };
    await expect.poll(room, { message: String(width) }).toBeGreaterThanOrEqual(0);
  }
  await press(bar.getByRole("button", { name: "Undo" }));
  await bar.waitFor({ state: "detached" });
  await page.setViewportSize({ width: 1440, height: 900 });
});

it("scheduling a reply returns the focus to the field, and resolving moves it to the next control", async () => {
  await page.goto(inbox(`/${threadIds[0]}`));
  await press(button("Take over"));
  const field = page.getByRole("textbox", { name: /^Reply to/ });
  await expectFocus(field);
  await page.keyboard.type("Did it arrive?");
  await press(button("Send later"));
  await press(page.getByRole("dialog").getByRole("button", { name: /^In an hour/ }));
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expectFocus(field);
  await page.keyboard.type("It did.");
  await page.keyboard.press("Control+Shift+Enter");
  await expectFocus(button("Take over"));
});

it("the list keeps the focus while many conversations are selected, changed and restored", async () => {
  const { client } = app;
  const at = (threadId: string) => ({ params: { productId: app.agentId, threadId } });
  const urgent = { ...at(threadIds[1] ?? ""), body: { data: { priority: "urgent" as const } } };
  await client.call(updateThread, urgent);
  const prioritiesNow = () =>
    Promise.all(threadIds.map(async (id) => (await client.call(getThread, at(id))).data.priority));
  const before = await prioritiesNow();
  await page.goto(inbox());
  await press(button("Select conversations"));
  await press(page.getByRole("checkbox", { name: /^Select / }).first(), "Space");
  await press(button(/^Select all/));
  await expectFocus(button("Change…"));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expectFocus(dialog.getByLabel("Status"));
  await dialog.getByLabel("Priority").selectOption({ label: "High" });
  await press(dialog.getByRole("button", { name: /^Change \d/ }));
  const bar = page.getByRole("region", { name: "Undo" });
  await bar.getByText("3 conversations changed").waitFor();
  await page.locator("[data-row]:focus").waitFor();
  expect(await prioritiesNow()).toEqual(["high", "high", "high"]);
  // It outlives the page.
  await page.reload();
  await bar.getByText("3 conversations changed").waitFor();
  await pressShortcut(page, "Alt+z");
  await page.getByText("Undone").waitFor();
  await bar.waitFor({ state: "detached" });
  expect(await prioritiesNow()).toEqual(before);
});

it.each([1440, 768])(
  "the inbox at %d px never loses the focus to the page during a whole session by keys",
  async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(inbox());
    await page.locator("[data-row]").first().waitFor();
    await watchFocus();
    await pressShortcut(page, "j");
    await pressShortcut(page, "j");
    await pressShortcut(page, "k");
    await page.keyboard.press("Enter");
    await page.waitForURL(/conversations\/\w/);
    const field = page.getByRole("textbox", { name: /^Reply to/ });
    const log = page.getByRole("log");
    const leave = async () => {
      await page.keyboard.press("Escape");
      await expectFocus(log);
    };
    await button("Take over").or(field).first().waitFor();
    await pressShortcut(page, "r");
    if (await button("Take over").isVisible()) await page.keyboard.press("Enter");
    await expectFocus(field);
    await page.keyboard.type("/");
    await page.getByRole("option", { name: /welcome/ }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => field.inputValue()).toBe("Hello and welcome!");
    await page.keyboard.press("Enter");
    await log.getByText("Hello and welcome!").last().waitFor();
    await expectFocus(field);
    await leave();
    await page.keyboard.press("n");
    await expectFocus(page.getByRole("textbox", { name: /^Private note/ }));
    await page.keyboard.type("They were here before.");
    await page.keyboard.press("Enter");
    await log.getByText("They were here before.").last().waitFor();
    await leave();

    const dialog = page.getByRole("dialog");
    const decide = async (key: string, first: Locator, ...keys: string[]) => {
      await page.keyboard.press(key);
      await expectFocus(first);
      for (const next of keys) await page.keyboard.press(next);
      await dialog.waitFor({ state: "detached" });
      await expectFocus(log);
    };
    await decide("a", dialog.getByLabel("Person"), "Tab", "Tab", "Tab", "Enter");
    await decide("l", dialog.getByLabel("Find or create a label"), "Escape");
    await decide("z", dialog.getByRole("button", { name: /^In an hour/ }), "Enter");
    const head = page.getByRole("region", { name: /^Conversation with/ }).locator("header");
    await head.getByText("Snoozed").waitFor();
    await page.keyboard.press("e");
    await head.getByText("Resolved").waitFor();
    await pressShortcut(page, "Alt+z");
    await head.getByText("Snoozed").waitFor();
    await expectFocus(log);
    await page.keyboard.press("u");
    await page.waitForURL(/conversations$/);
    await page.locator("[data-row]").first().waitFor();
    await page.keyboard.press("j");
    await page.locator("[data-row]:focus").waitFor();
    await page.keyboard.press("x");
    await page.getByText("1 selected").waitFor();
    await page.locator("[data-row]:focus").waitFor();
    expect(await readLostFocus()).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  },
);

it("saving and deleting a view keeps the focus", async () => {
  await page.goto(inbox("?status=open"));
  await press(button("Save view"));
  await expectFocus(page.getByRole("dialog").getByRole("textbox"));
  await page.keyboard.type("Open ones");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const views = page.getByRole("navigation", { name: "Views" }).locator("xpath=..");
  await expectFocus(views.locator("a, button"));
});

it("merging and unmerging visitors keeps the focus", async () => {
  await page.goto(`${agentArea()}/inbox/contacts`);
  await press(page.getByRole("link", { name: /conversation/ }).first());
  await press(button(/^Actions for/));
  await press(page.getByRole("menuitem", { name: "Merge with another visitor" }));
  const dialog = page.getByRole("dialog");
  await expectFocus(dialog.getByRole("searchbox"));
  await press(dialog.getByRole("radio").first(), "Space");
  await press(dialog.getByRole("button", { name: "Merge", exact: true }));
  await dialog.waitFor({ state: "detached" });
  await press(button(/^Undo merging/));
  await button(/^Undo merging/).waitFor({ state: "detached" });
  await expectFocus(page.getByRole("main").locator("a, button, textarea"));
});

it("creating the first webhook keeps the focus when the empty state and its button disappear", async () => {
  await page.goto(`${server.url}/accounts/${app.organizationId}/account/webhooks`);
  await press(button("Add webhook"));
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("CRM");
  await dialog.getByLabel("Address").fill(receiver.url);
  await press(dialog.getByRole("button", { name: "Add webhook" }));
  await press(button("I saved it"));
  await dialog.waitFor({ state: "detached" });
  await expectFocus(page.getByRole("main").locator("a, button"));
});

it("deleting a source on its own page, or following its link away, moves the focus to the next screen", async () => {
  const params = { productId: app.agentId };
  const config = { kind: "text" as const, title: "Ferry", text: "The ferry leaves at noon." };
  const { data } = await app.client.call(createDataSource, { params, body: { data: { config } } });
  await page.goto(`${agentArea()}/datasources?source=${data.id}`);
  // The page's shape, which comes before, has a way back of its own.
  await page.getByRole("heading", { level: 1, name: "Ferry" }).waitFor();
  await press(page.getByRole("link", { name: "Data sources", exact: true }));
  await expectFocus(page.getByRole("main"));
  await press(page.getByRole("main").getByRole("link", { name: "Ferry", exact: true }));
  await press(button("Actions for Ferry"));
  await press(page.getByRole("menuitem", { name: "Delete" }));
  await press(page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }));
  await page.waitForURL((url) => !url.searchParams.has("source"));
  await expectFocus(page.getByRole("main"));
});

it("the undo notice and the button to new messages don't cover each other", async () => {
  const visitor = await openVisitor(app, server, "198.51.100.9");
  const threadId = await say(visitor, "We would like to stay a week.\n".repeat(60));
  await page.goto(inbox(`/${threadId}`));
  await press(button("Take over"));
  await expectFocus(page.getByRole("textbox", { name: /^Reply to/ }));
  await press(button("Resolve"));
  const bar = page.getByRole("region", { name: "Undo" }).locator("> div");
  await bar.hover();
  const list = page.getByRole("log");
  await list.hover();
  await page.mouse.wheel(0, -5000);
  await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await bar.hover();
  await say(visitor, "And a day.", threadId);
  const way = button(/new message/);
  await way.waitFor();
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await way.waitFor();
    await bar.hover();
    const room = async () => {
      const [offer, pill] = [await bar.boundingBox(), await way.boundingBox()];
      return (pill?.y ?? 0) - ((offer?.y ?? Infinity) + (offer?.height ?? 0));
    };
    await expect.poll(room, { message: String(width) }).toBeGreaterThanOrEqual(0);
    const apart = async () => {
      const [offer, pill] = [await bar.boundingBox(), await way.boundingBox()].map(
        (box) => box && box.x + box.width / 2,
      );
      return Math.abs((offer ?? 0) - (pill ?? Infinity));
    };
    await expect.poll(apart, { message: String(width) }).toBeLessThan(2);
  }
  await way.click();
  await way.waitFor({ state: "detached" });
  await bar.getByRole("button", { name: "Close" }).click();
  await bar.waitFor({ state: "detached" });
  await page.setViewportSize({ width: 1440, height: 900 });
});

const agentArea = () => `${server.url}/accounts/${app.organizationId}/cp/${app.agentId}`;
const inbox = (more = "") => `${agentArea()}/inbox/conversations${more}`;

async function promiseReplies(): Promise<void> {
  const params = { productId: app.agentId };
  const { data } = await app.client.call(getAgent, { params });
  const sla = { firstReplyMinutes: 12, nextReplyMinutes: 12 };
  const configuration = { ...data.configuration, sla };
  await app.client.call(updateAgent, {
    params,
    body: { data: { revision: data.revision, configuration } },
  });
  await app.client.call(publishAgent, { params });
}

/** A visitor who waits for a person; gives the conversation. */
async function ask(address: string): Promise<string> {
  const visitor = await openVisitor(app, server, address);
  const params = { productId: app.agentId };
  const threadId = await say(visitor, "When do you open?");
  const data = { clientId: `person-${address}`.replaceAll(".", "-"), threadId };
  await visitor.call(requestPerson, { params, body: { data } });
  return threadId;
}

/** Says something as a visitor; gives the conversation. */
async function say(visitor: TestClient, content: string, threadId?: string): Promise<string> {
  const params = { productId: app.agentId };
  const data = { clientId: `said-${randomUUID()}`, content, ...(threadId && { threadId }) };
  let saidIn = "";
  for await (const event of visitor.stream(sendMessage, { params, body: { data } }))
    if (event.type === "accepted") saidIn = event.thread.id;
  return saidIn;
}

function button(name: string | RegExp): Locator {
  return page.getByRole("button", { name, exact: true });
}

/** Notes whenever nothing has the focus in a picture that follows a key. */
function watchFocus(): Promise<void> {
  return page.evaluate(() => {
    const lost: string[] = [];
    Object.assign(globalThis, { lostFocus: lost });
    addEventListener("keyup", ({ key }) =>
      requestAnimationFrame(() =>
        setTimeout(() => document.activeElement === document.body && lost.push(key)),
      ),
    );
  });
}

function readLostFocus(): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { lostFocus: string[] }).lostFocus); // set above
}

/** As a keyboard does it: the control has the focus when the key comes. */
async function press(control: Locator, key = "Enter"): Promise<void> {
  await control.focus();
  await page.keyboard.press(key);
}

async function expectFocus(control: Locator): Promise<void> {
  await control.and(page.locator(":focus")).waitFor();
}
