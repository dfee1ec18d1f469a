import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getWidget, updateWidget } from "../../shared/contract/surfaces/surfaces.ts";
import { publishAgent } from "../../shared/contract/agents/agents.ts";
import type { Agent } from "../../shared/contract/agents/agents.ts";
import { callWords } from "../../shared/words/call.ts";
import { partWords } from "../../shared/words/parts.ts";
import { openBrowserApp, type BrowserApp } from "../kit/browser/browserApp.ts";
import { fakeSpeech } from "../kit/browser/fakeSpeech.ts";
import { addSample } from "../kit/knowledge/addSample.ts";
import type { TalkingServer } from "../kit/conversations/threads/talks.ts";

/** No model and no key: the built-in one answers from the pages, and the browser hears and speaks itself. */
let app: BrowserApp;
let talk: TalkingServer;
let agent: Agent;

beforeAll(async () => {
  const args = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
  app = await openBrowserApp({ models: {}, args });
  talk = app.talk;
  agent = await talk.server.createAgent(talk.owner);
  await addSample(talk, agent);
  const params = { productId: agent.id };
  const owner = talk.server.as(talk.owner);
  const { data } = await owner.call(getWidget, { params });
  const { revision, allowedDomains, allowsNullOrigin } = data;
  const settings = { ...data.settings, hasCalls: true, callGreeting: "Hello, how can I help?" };
  const body = { data: { revision, enabled: true, allowedDomains, allowsNullOrigin, settings } };
  await owner.call(updateWidget, { params, body });
  await owner.call(publishAgent, { params });
});
afterAll(() => app?.stop());

it("a visitor calls, asks, hears a cited answer, interrupts it and hangs up, without any key", async () => {
  const page = await openChat();
  const speech = await fakeSpeech(page);
  await page.reload();
  await page.getByRole("button", { name: callWords.start }).click();
  const bar = page.getByRole("region", { name: callWords.title });
  await expect.poll(speech.spoken).toEqual(["Hello, how can I help?"]);
  await speech.finish();
  await bar.getByText(callWords.listening).waitFor();

  await speech.say("How long do refunds take?");
  const cited = page.getByRole("article").filter({ has: page.getByRole("button", { name: /^Source 1/ }) });
  await cited.waitFor();
  await expect.poll(speech.spoken).toHaveLength(2);
  const [, first = ""] = await speech.spoken();
  expect(first).not.toMatch(/\[1\]|\*/);
  await bar.getByText(first).waitFor();

  const heard = first.split(" ").slice(0, 3).join(" ");
  await speech.finish(heard.length + 1);
  await speech.say("And what does delivery to Norway cost?");
  await page.getByRole("article").filter({ hasText: "And what does delivery to Norway cost?" }).waitFor();
  await page.getByRole("article").filter({ hasText: heard }).filter({ hasText: "Stopped" }).waitFor();
  await expect.poll(speech.spoken).toHaveLength(3);

  await bar.getByRole("button", { name: callWords.end }).click();
  await bar.getByText("Call ended after").waitFor();
  await bar.getByRole("button", { name: partWords.close }).click();
  await page.getByRole("button", { name: callWords.start }).waitFor();
});

async function openChat(): Promise<Page> {
  const params = { productId: agent.id };
  const { data } = await talk.server.as(talk.owner).call(getWidget, { params });
  const context = await app.chromium.browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(`${app.origin}/embed/${data.token}`);
  return page;
}
