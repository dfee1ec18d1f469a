import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { createModelKey, setModelDefaults } from "../../shared/contract/models/modelKeys.ts";
import { getHostedWeb, getWidget, updateHostedWeb } from "../../shared/contract/surfaces/surfaces.ts";
import type { Agent } from "../../shared/contract/agents/agents.ts";
import { callWords } from "../../shared/words/call.ts";
import { partWords } from "../../shared/words/parts.ts";
import { findBarriers } from "../kit/browser/axe.ts";
import type { WidgetMethods } from "../../embed/types.ts";
import { openBrowserApp, type BrowserApp } from "../kit/browser/browserApp.ts";
import { fakeSpeech } from "../kit/browser/fakeSpeech.ts";
import { fakeVoice } from "../kit/browser/fakeVoice.ts";
import { serveWebsite } from "../kit/knowledge/website.ts";
import { addSample } from "../kit/knowledge/addSample.ts";
import type { TalkingServer } from "../kit/conversations/threads/talks.ts";
import { offerCalls } from "../kit/voice/offerCalls.ts";
import { joinSounds, makeSilence, makeSpeech } from "../kit/voice/sounds.ts";
import { speakAndHear } from "../kit/voice/speechProvider.ts";

/** No model and no key: the built-in one answers from the pages, and the browser hears and speaks itself. */
const greeting = "Hello, how can I help?";
const question = "How long do refunds take?";
let app: BrowserApp;
let talk: TalkingServer;
let agent: Agent;

beforeAll(async () => {
  const args = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
  app = await openBrowserApp({ models: {}, args });
  talk = app.talk;
  agent = await talk.server.createAgent(talk.owner);
  await addSample(talk, agent);
  await offerCalls(talk, agent, { callGreeting: greeting });
});
afterAll(() => app?.stop());

it("a visitor calls, asks, hears a cited answer, interrupts it and hangs up, without any key", async () => {
  const page = await openChat();
  const speech = await fakeSpeech(page);
  await page.reload();
  await page.getByRole("button", { name: callWords.start }).click();
  const bar = page.getByRole("region", { name: callWords.title });
  await expect.poll(speech.spoken).toEqual([greeting]);
  await speech.finish();
  await bar.getByText(callWords.listening).waitFor();
  expect(await findBarriers(page, "a call")).toEqual([]);

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

it("a visitor calls on the hosted page of a phone, and in a frame of 700 × 360", async () => {
  const params = { productId: agent.id };
  const owner = talk.server.as(talk.owner);
  const { data: hosted } = await owner.call(getHostedWeb, { params });
  const { revision, slug, settings } = hosted;
  await owner.call(updateHostedWeb, { params, body: { data: { revision, enabled: true, slug, settings } } });
  const page = await openPage(`/p/${slug}`);
  const speech = await fakeSpeech(page);
  await page.reload();
  await page.getByRole("button", { name: callWords.start }).click();
  const bar = page.getByRole("region", { name: callWords.title });
  await expect.poll(speech.spoken).toEqual([greeting]);
  await speech.finish();
  await speech.say(question);
  await page.getByRole("article").filter({ hasText: question }).waitFor();
  await page
    .getByRole("button", { name: /^Source 1/ })
    .first()
    .waitFor();
  await expect.poll(speech.spoken).toHaveLength(2);
  await speech.finish();
  await bar.getByText(callWords.listening).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  // The call's buttons and the composer fit, also into the snippet's frame.
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 700, height: 360 },
  ]) {
    await page.setViewportSize(viewport);
    for (const part of [bar, page.getByRole("textbox", { name: "Message" })]) {
      const box = await part.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    }
  }
});

it("a page on another site begins and ends a call, and hears of both", async () => {
  const params = { productId: agent.id };
  const { data: widget } = await talk.server.as(talk.owner).call(getWidget, { params });
  const shop = await serveWebsite({
    "/": `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1></main>
      <script async src="${app.origin}/widget.js?token=${widget.token}"></script></html>`,
  });
  onTestFinished(() => shop.stop());
  const page = await app.chromium.browser.newPage();
  const speech = await fakeSpeech(page);
  await page.goto(`${shop.origin}/`);
  await page.waitForFunction(() => "Pilothouse" in window);
  await page.evaluate(() => {
    const { Pilothouse, told } = Object.assign(window as unknown as Host, { told: [] as unknown[] });
    for (const name of ["call:start", "call:end"] as const)
      Pilothouse.on(name, (event) => void told.push({ name, ...event }));
    return Pilothouse.startCall();
  });
  const told = () => page.evaluate(() => (window as unknown as Host).told);
  await expect.poll(told).toEqual([{ name: "call:start", id: expect.any(String) }]);
  const bar = page.frameLocator("iframe").getByRole("region", { name: callWords.title });
  await expect.poll(speech.spoken).toEqual([greeting]);
  await speech.finish();
  await bar.getByText(callWords.listening).waitFor();

  await bar.getByRole("button", { name: callWords.mute }).click();
  await bar.getByText(callWords.muted).waitFor();
  await bar.getByRole("button", { name: callWords.unmute }).click();
  await bar.getByText(callWords.listening).waitFor();
  await speech.say(question);
  await expect.poll(speech.spoken).toHaveLength(2);

  await page.evaluate(() => (window as unknown as Host).Pilothouse.endCall());
  await bar.getByText("Call ended after").waitFor();
  const [began, ended] = await told();
  expect(ended).toEqual({ ...(began as object), name: "call:end", seconds: expect.any(Number) });
});

it("a visitor whose browser has no speech calls by the server's, and hears a cited answer", async () => {
  const provider = await talk.useProvider();
  const owner = talk.server.as(talk.owner);
  provider.script((response) => void response.end(JSON.stringify({ data: [{ id: "whisper-1" }] })));
  await owner.call(createModelKey, { body: { data: { provider: "openai", key: "sk-own-0123456789" } } });
  await owner.call(setModelDefaults, { body: { data: { speech: "whisper-1" } } });
  await offerCalls(talk, agent, { callGreeting: greeting, callSpeech: "server" });
  provider.script(speakAndHear({ understands: [question], answer: [] }));
  const spoken = () => provider.requests.flatMap(({ body }) => ("input" in body ? [String(body.input)] : []));

  const page = await openChat();
  const voice = await fakeVoice(page);
  await page.reload();
  await page.getByRole("button", { name: callWords.start }).click();
  const bar = page.getByRole("region", { name: callWords.title });
  await expect.poll(spoken).toEqual([greeting]);
  await bar.getByText(greeting).waitFor();
  await bar.getByText(callWords.listening).waitFor();

  await voice.speak(joinSounds(makeSilence(600), makeSpeech(1500), makeSilence(800)));
  await page.getByRole("article").filter({ hasText: question }).waitFor();
  const cited = page.getByRole("article").filter({ has: page.getByRole("button", { name: /^Source 1/ }) });
  await cited.waitFor();
  await expect.poll(() => spoken().length).toBeGreaterThan(1);
  // It is heard to its end, and the visitor's turn comes.
  await bar.getByText(callWords.listening).waitFor();
  await bar.getByRole("button", { name: callWords.end }).click();
  await bar.getByText("Call ended after").waitFor();
  const calls = talk.server.store.db.selectFrom("calls").select("turns");
  const { turns } = await calls.orderBy("createdAt", "desc").limit(1).executeTakeFirstOrThrow();
  expect(JSON.parse(turns)).toMatchObject([{ soundMs: expect.any(Number) as number }]);
});

interface Host {
  Pilothouse: Pick<WidgetMethods, "on" | "startCall" | "endCall">;
  told: unknown[];
}

async function openChat(): Promise<Page> {
  const params = { productId: agent.id };
  const { data } = await talk.server.as(talk.owner).call(getWidget, { params });
  return openPage(`/embed/${data.token}`);
}

async function openPage(path: string): Promise<Page> {
  const context = await app.chromium.browser.newContext({
    viewport: { width: 390, height: 844 },
    bypassCSP: true,
  });
  const page = await context.newPage();
  await page.goto(app.origin + path);
  return page;
}
