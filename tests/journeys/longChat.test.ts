import type { BrowserContext, Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getWidget } from "../../shared/contract/surfaces/surfaces.ts";
import { listThreads, sendReply } from "../../shared/contract/conversations/threads/threads.ts";
import { pdf, uploadAsMember } from "../kit/conversations/files/attachments.ts";
import { openBrowserApp, type BrowserApp } from "../kit/browser/browserApp.ts";
import { say as answerWith } from "../kit/models/modelProvider.ts";
import { newClientId, type TalkingServer } from "../kit/conversations/threads/talks.ts";

/** The server's time and the browsers' are the test's: an hour passes in a moment. */
let app: BrowserApp;
let talk: TalkingServer;

beforeAll(async () => {
  app = await openBrowserApp();
  talk = app.talk;
});
afterAll(() => app?.stop());

/** A picture of one red dot, which browsers draw. */
const dot = {
  ...{ name: "dot.png", contentType: "image/png" },
  bytes: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
    "base64",
  ),
};

it("a picture stays visible and files can still be saved in a chat and an inbox that are open for an hour", async () => {
  const provider = await talk.useProvider();
  const agent = await talk.createAgent("gpt-4o");
  const params = { productId: agent.id };
  const owner = talk.server.as(talk.owner);
  const { data: widget } = await owner.call(getWidget, { params });
  provider.script(answerWith("chat", ["A moment."]));
  const visitor = await open(await app.chromium.browser.newContext());
  await visitor.goto(`${app.origin}/embed/${widget.token}`);
  const message = visitor.getByRole("textbox", { name: "Message" });
  await message.fill("Where is the guide?");
  await message.press("Enter");
  await visitor.getByRole("log").getByText("A moment.").waitFor();

  const { items } = await owner.call(listThreads, { params });
  const threadId = items[0]?.id ?? "";
  const sender = { member: talk.owner, productId: agent.id };
  const attachments = [
    await uploadAsMember(talk.server, sender, dot),
    await uploadAsMember(talk.server, sender, pdf),
  ];
  const body = { data: { clientId: newClientId(), content: "Here it is.", attachments } };
  await owner.call(sendReply, { params: { ...params, threadId }, body });
  const member = await open(await app.enter(talk.owner));
  const { organizationId } = talk.owner;
  await member.goto(
    `${app.origin}/accounts/${organizationId}/cp/${agent.id}/inbox/conversations/${threadId}`,
  );

  const logs = [visitor.getByRole("log"), member.getByRole("log", { name: "Messages" })];
  const before = await Promise.all(logs.map(addressIn));
  for (const log of logs) await expect.poll(() => widthOf(log)).toBe(1);
  for (let minutes = 0; minutes < 60; minutes += 6) {
    talk.server.clock.advance(6 * 60_000);
    for (const page of [visitor, member]) await page.clock.fastForward(6 * 60_000);
  }
  for (const [index, log] of logs.entries()) {
    const ended = before[index] ?? "";
    expect((await fetch(new URL(ended, app.origin))).status).toBe(403);
    // A reading that the last step cut off is made up for at the next look.
    const look = async () => {
      await log.page().clock.runFor(30_000);
      return (await fetch(new URL(await addressIn(log), app.origin))).status;
    };
    await expect.poll(look).toBe(200);
    expect(await widthOf(log)).toBe(1);
    const picture = log.getByRole("img", { name: "dot.png" });
    expect(await picture.getAttribute("src")).not.toBe(
      await picture.locator("xpath=..").getAttribute("href"),
    );
  }
});

async function addressIn(log: Locator): Promise<string> {
  return (await log.getByRole("link", { name: /bill\.pdf/ }).getAttribute("href")) ?? "";
}

function widthOf(log: Locator): Promise<number> {
  return log
    .getByRole("img", { name: "dot.png" })
    .evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0));
}

async function open(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.clock.install({ time: talk.server.clock.now() });
  return page;
}
