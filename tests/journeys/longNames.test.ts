import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { createAgent } from "../../shared/contract/agents/agents.ts";
import { sendMessage } from "../../shared/contract/conversations/conversations.ts";
import { identifyVisitor } from "../../shared/contract/surfaces/surfaces.ts";
import { createThreadView } from "../../shared/contract/conversations/inbox/threadViews.ts";
import { createLabel, sendReply, updateThread } from "../../shared/contract/conversations/threads/threads.ts";
import { standalonePath } from "../../shared/domain/standalone.ts";
import { openVisitor } from "../bench/visitor.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { openRoleApp, type RoleApp } from "../kit/browser/roleApp.ts";

let app: RoleApp;
let chromium: RunningChromium;

const longest = (length: number) =>
  "Harbour lights and lamps of all the coasts ".repeat(3).slice(0, length).trim();
/** Written from right to left. */
const fromRight = "منارة الميناء ومصابيح كل السواحل ".repeat(3).trim();
const code = `\`\`\`sh\nlamp ${"--with-a-long-flag=true ".repeat(8)}\n\`\`\``;

beforeAll(async () => {
  buildIfMissing();
  app = await openRoleApp();
  chromium = await launch();
  const params = { productId: app.agentId };
  const { client } = app;
  await client.call(createAgent, { body: { data: { name: longest(80) } } });
  const view = { name: longest(60), isShared: true, filter: {}, sort: "newest" } as const;
  await client.call(createThreadView, { params, body: { data: view } });
  const label = { name: longest(40), colour: "#2f6fed" };
  const { data } = await client.call(createLabel, { params, body: { data: label } });
  await ask(fromRight, "Is it light?");
  const threadId = await ask(longest(120), "Is it dark?");
  const at = { params: { ...params, threadId } };
  await client.call(updateThread, {
    ...at,
    body: { data: { handledBy: "human", addLabelIds: [data.id] } },
  });
  await client.call(sendReply, { ...at, body: { data: { clientId: "long-names-2", content: code } } });
});
afterAll(() => chromium?.close());

it("the longest names and code widen neither the sidebar nor the inbox's panes, and are cut at their end", async () => {
  const page = await app.enter("owner", chromium);
  const { orgId, agentId } = app;
  const inbox = `/accounts/${orgId}/cp/${agentId}/inbox/conversations`;
  for (const [width, path] of [
    [1440, inbox],
    [390, inbox],
    [390, standalonePath({ orgId, agentId })],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${app.server.url}${path}`);
    await page.getByRole("navigation", { name: "Views" }).getByRole("link").waitFor();
    await page.locator("[data-row]").first().waitFor();
    expect(await findSpilled(page)).toEqual([]);
    const name = page.locator("[data-row] strong").filter({ hasText: fromRight });
    expect(await isBeginningSeen(name)).toBe(true);
    await page.locator("[data-row]").first().click();
    await page.getByRole("textbox", { name: /^Reply to/ }).waitFor();
    await page.getByRole("log").getByText("--with-a-long-flag").waitFor();
    expect(await findSpilled(page)).toEqual([]);
    const said = page.getByRole("article").filter({ hasText: "Is it dark?" });
    const action = said.getByRole("button", { name: "Actions for this message" });
    await action.waitFor();
    const room = async () => {
      const [words, beside] = [
        await said.locator("[data-bubble]").boundingBox(),
        await action.locator("xpath=..").boundingBox(),
      ];
      return (beside?.x ?? Infinity) - (words?.x ?? 0) - (words?.width ?? 0);
    };
    await expect.poll(room).toBeLessThan(16);
    if (width === 390) await page.getByRole("button", { name: "Show details" }).click();
    await page.getByRole("complementary").getByRole("list", { name: "Labels" }).waitFor();
    await page.getByRole("region", { name: "Notes about the visitor" }).waitFor();
    expect(await findSpilled(page)).toEqual([]);
  }
  await page.context().close();
});

/** Asks as a visitor of this name; gives the conversation. */
async function ask(name: string, content: string): Promise<string> {
  const params = { productId: app.agentId };
  const visitor = await openVisitor(app, app.server);
  await visitor.call(identifyVisitor, { params, body: { data: { name } } });
  const body = { data: { clientId: `long-names-${name.length}`, content } };
  let threadId = "";
  for await (const event of visitor.stream(sendMessage, { params, body }))
    if (event.type === "accepted") threadId = event.thread.id;
  return threadId;
}

/** Whether of a text that is cut its beginning is seen, which begins at the right. */
function isBeginningSeen(text: Locator): Promise<boolean> {
  return text.evaluate((element) => {
    const range = document.createRange();
    range.setStart(element.firstChild ?? element, 0);
    range.setEnd(element.firstChild ?? element, 3);
    const [box, first] = [element.getBoundingClientRect(), range.getBoundingClientRect()];
    return (
      element.scrollWidth > element.clientWidth && first.left >= box.left && first.right <= box.right + 1
    );
  });
}

/** What is wider than its pane or sticks out of it, and the page where it scrolls itself: only its panes do. */
function findSpilled(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const html = document.documentElement;
    const name = (one: Element) => `${one.tagName} ${one.getAttribute("aria-label") ?? one.className}`;
    const wide = [html, ...document.querySelectorAll("main *, nav, nav *")]
      .filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
      .filter((one) => one.tagName !== "PRE" && !one.querySelector(":scope > code"))
      .filter((one) => one.matches("html, section") || /auto|scroll/.test(getComputedStyle(one).overflowX))
      .map((one) => `${name(one)}: ${one.scrollWidth} > ${one.clientWidth}`);
    const cut = [...document.querySelectorAll("[role=log] [data-bubble]")]
      .filter(
        (one) =>
          one.getBoundingClientRect().left < (one.closest("[role=log]") ?? html).getBoundingClientRect().left,
      )
      .map((one) => `${name(one)} begins outside`);
    const high =
      html.scrollHeight > innerHeight + 1 ? [`the page: ${html.scrollHeight} > ${innerHeight}`] : [];
    return [...wide, ...cut, ...high];
  });
}
