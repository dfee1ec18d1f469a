import type { BrowserContext, FrameLocator, Locator, Page, Request } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { getAgent, publishAgent, updateAgent } from "../../shared/contract/agents/agents.ts";
import { listThreads, sendReply, updateThread } from "../../shared/contract/conversations/threads/threads.ts";
import { getWidget, updateWidget } from "../../shared/contract/surfaces/surfaces.ts";
import { scriptSnippet } from "../../shared/frame/snippet.ts";
import { openAnother, openBenchApp, type BenchApp } from "../bench/visitor.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { holdReply, say, startModelProvider, type ModelProvider } from "../kit/models/modelProvider.ts";
import { pressButton } from "../kit/surfaces/shownChat.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";
import { startTcpProxy, type TcpProxy } from "../kit/network/tcpProxy.ts";
import { serveWebsite } from "../kit/knowledge/website.ts";
import { expectAnswerWhole, writeInChat } from "../kit/surfaces/writeInChat.ts";

let provider: ModelProvider;
let server: SpawnedServer;
let organization: BenchApp;
/** With a new agent for each test. */
let app: BenchApp;
let chromium: RunningChromium;
let context: BrowserContext;
let proxy: TcpProxy;

const ends: (() => unknown)[] = [];

beforeAll(async () => {
  buildIfMissing();
  provider = await startModelProvider((end) => ends.push(end));
  const env = { OPENAI_BASE_URL: `${provider.url}/v1`, OPENAI_API_KEY: "a key", EGRESS_ALLOW: "127.0.0.0/8" };
  server = await spawnServer({ env });
  organization = await openBenchApp(server);
  chromium = await launch({ program: "whole" });
  ends.push(() => chromium.close());
});

afterEach(async () => {
  await context?.close();
  await proxy?.stop();
});

afterAll(async () => {
  for (const end of ends) await end();
});

/** An agent with a language model that a test writes, behind a line that a test breaks. */
async function openApp(): Promise<void> {
  provider.forget();
  app = await openAnother(organization);
  const params = { productId: app.agentId };
  const { data: agent } = await app.client.call(getAgent, { params });
  const { data: surface } = await app.client.call(getWidget, { params });
  const { enabled, allowedDomains, allowsNullOrigin, revision, settings } = surface;
  const sounding = { ...settings, hasSound: true };
  await app.client.call(updateWidget, {
    params,
    body: { data: { enabled, allowedDomains, allowsNullOrigin, revision, settings: sounding } },
  });
  const body = {
    data: { revision: agent.revision, configuration: { ...agent.configuration, model: "gpt-4o" } },
  };
  await app.client.call(updateAgent, { params, body });
  await app.client.call(publishAgent, { params });
  proxy = await startTcpProxy(Number(new URL(server.url).port));
  // A click goes where the button stood: the panel that still moves in would be missed.
  context = await chromium.browser.newContext({ reducedMotion: "reduce" });
}

async function openFrame(): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${proxy.origin}/embed/${app.token}`);
  return page;
}

async function ask(page: Page, text: string): Promise<void> {
  await writeInChat(page, text);
}

function messages(page: Page): Locator {
  return page.getByRole("log").getByRole("article");
}

/** An answer that has begun and is held in its middle. */
async function askAndHold(page: Page) {
  const held = holdReply();
  provider.script(held.reply);
  await ask(page, "What is on the list?");
  await held.asked;
  held.say("One, two, ");
  const answer = messages(page).nth(1);
  await answer.getByText("One, two,").waitFor();
  return { held, answer };
}

async function expectWhole(page: Page, text: string): Promise<void> {
  await messages(page).nth(1).getByText(text, { exact: true }).waitFor();
  expect(await messages(page).count()).toBe(2);
}

/** The part that speaks with the server comes after the first picture. */
async function expectTalking(page: Page): Promise<void> {
  const part = await page.waitForFunction(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .find((name) => /\/rest-/.test(name)),
  );
  // As text: an import that stands here is not the page's.
  await page.evaluate(`import(${JSON.stringify(await part.jsonValue())})`);
}

/** What is shown is on its way to where the browser keeps it. */
async function expectKept(page: Page, name: "outbox" | "thread", text: string): Promise<void> {
  await page.waitForFunction(
    ([name, text]) =>
      Object.entries(localStorage).some(([key, kept]) => key.endsWith(`:${name}`) && kept.includes(text)),
    [name, text] as const,
  );
}

describe("an answer", () => {
  it("resumes where it was cut and repeats nothing (fault 4)", async () => {
    await openApp();
    const page = await openFrame();
    const resumes: string[] = [];
    page.on("request", (request) => void (/\/stream\?/.test(request.url()) && resumes.push(request.url())));
    const { held } = await askAndHold(page);
    proxy.cut();
    held.say("three, ");
    await messages(page).nth(1).getByText("three,").waitFor();
    expect(new URL(resumes.at(-1) ?? "").searchParams.get("offset")).toBe("10");
    held.say("four.");
    held.end();
    await expectWhole(page, "One, two, three, four.");
  });

  it("moves to another connection when the first one hangs half-open (fault 5)", async () => {
    await openApp();
    const page = await openFrame();
    const { held } = await askAndHold(page);
    proxy.stall();
    held.say("three.");
    held.end();
    await expectWhole(page, "One, two, three.");
  });

  it("continues while its page reloads, and is there whole and once (fault 9)", async () => {
    await openApp();
    const page = await openFrame();
    const { held } = await askAndHold(page);
    await page.goto("about:blank");
    held.say("three, ");
    await page.goto(`${proxy.origin}/embed/${app.token}`);
    await messages(page).nth(1).getByText("One, two, three,").waitFor();
    held.say("four.");
    held.end();
    await expectWhole(page, "One, two, three, four.");
    expect(provider.requests).toHaveLength(1);
  });

  it("is the same in two tabs, and either tab stops it in both (fault 10)", async () => {
    await openApp();
    const page = await openFrame();
    const { held } = await askAndHold(page);
    const other = await openFrame();
    await messages(other).nth(1).getByText("One, two,").waitFor();
    held.say("three, ");
    for (const tab of [page, other]) await messages(tab).nth(1).getByText("One, two, three,").waitFor();
    await other.getByRole("button", { name: "Stop answering" }).click();
    await provider.closedEarly;
    for (const tab of [page, other]) {
      await tab.getByRole("button", { name: "Stop answering" }).waitFor({ state: "detached" });
      await expectWhole(tab, "One, two, three,");
    }
  });

  it("starts again after its server was killed (fault 1)", async () => {
    await openApp();
    const page = await openFrame();
    await askAndHold(page);
    await server.end("SIGKILL");
    provider.script(say("chat", ["Another list: ", "one."]));
    server = await server.restart();
    await expectWhole(page, "Another list: one.");
    provider.script(say("chat", ["And more."]));
    await ask(page, "What else?");
    await messages(page).nth(3).getByText("And more.").waitFor();
    expect(await messages(page).count()).toBe(4);
  });
});

describe("a message", () => {
  it("waits without a connection and is sent once when the connection is back (fault 12)", async () => {
    await openApp();
    const page = await openFrame();
    provider.script(say("chat", ["Hello."]));
    await ask(page, "Hi");
    await messages(page).nth(1).getByText("Hello.").waitFor();
    await context.setOffline(true);
    proxy.cut();
    await ask(page, "Are you there?");
    await page.getByText(/Waiting/).waitFor();
    provider.script(say("chat", ["Yes, I am."]));
    await context.setOffline(false);
    await messages(page).nth(3).getByText("Yes, I am.").waitFor();
    expect(await messages(page).count()).toBe(4);
    expect(provider.requests).toHaveLength(2);
  });

  it("can be read with the earlier conversation after a page load without a way to the server", async () => {
    await openApp();
    const page = await openFrame();
    provider.script(say("chat", ["Hello."]));
    await ask(page, "Hi");
    await messages(page).nth(1).getByText("Hello.").waitFor();
    await expectKept(page, "thread", "Hello.");
    // The document itself may come from a cache; what is said in it may not.
    await page.route("**/api/**", (route) => route.abort("internetdisconnected"));
    await page.reload();
    await messages(page).nth(1).getByText("Hello.").waitFor();
    await page.getByText(/No connection at the moment/).waitFor();
    await ask(page, "Are you there?");
    await page.getByText(/Waiting/).waitFor();
    expect(await messages(page).count()).toBe(3);
    provider.script(say("chat", ["Yes, I am."]));
    await page.unroute("**/api/**");
    await messages(page).nth(3).getByText("Yes, I am.").waitFor();
    expect(await messages(page).count()).toBe(4);
  });

  it("survives a reload while the server is away (fault 12)", async () => {
    await openApp();
    const page = await openFrame();
    await page.getByRole("textbox", { name: "Message" }).waitFor();
    provider.script(say("chat", ["Here."]));
    await expectTalking(page);
    proxy.setDown(true);
    await ask(page, "Still here?");
    await page.getByText(/Waiting/).waitFor();
    await expectKept(page, "outbox", "Still here?");
    proxy.setDown(false);
    await page.reload();
    await messages(page).nth(1).getByText("Here.").waitFor();
    expect(await messages(page).count()).toBe(2);
  });
});

describe("a page without a secure context", () => {
  it("signs requests by its own means, keeps its conversation over a reload, and recovers from a cut", async () => {
    await openApp();
    const plain = await launch({
      program: "whole",
      args: ["--host-resolver-rules=MAP plain.test 127.0.0.1"],
    });
    try {
      const page = await plain.browser.newPage();
      await page.goto(`${proxy.origin.replace("localhost", "plain.test")}/embed/${app.token}`);
      expect(await page.evaluate(() => [isSecureContext, "subtle" in crypto, "locks" in navigator])).toEqual([
        false,
        false,
        false,
      ]);
      const { held } = await askAndHold(page);
      proxy.cut();
      held.say("three.");
      held.end();
      await expectWhole(page, "One, two, three.");
      await page.reload();
      await expectWhole(page, "One, two, three.");
    } finally {
      await plain.close();
    }
  });
});

describe("a chat whose document fails to load", () => {
  it("reports it in its panel, can be closed, and loads by itself when the network is back", async () => {
    await openApp();
    const snippet = scriptSnippet({ host: proxy.origin, token: app.token });
    const shop = await serveWebsite({
      "/": `<!doctype html><html lang="en"><head><title>Shop</title>${snippet}</head><body><h1>Shop</h1></body></html>`,
    });
    const page = await context.newPage();
    await page.route("**/embed/*", (route) => route.abort("internetdisconnected"));
    await page.goto(`${shop.origin}/`);
    await page.getByRole("button", { name: "Open chat" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("No connection at the moment. The chat opens as soon as there is one.").waitFor();
    await dialog.getByRole("button", { name: "Close chat" }).press("Enter");
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Open chat" }).click();
    await dialog.waitFor();
    await page.unroute("**/embed/*");
    await page.evaluate(() => dispatchEvent(new Event("online")));
    const chat = page.frameLocator("pilothouse-launcher iframe");
    await chat.getByRole("textbox", { name: "Message" }).waitFor();
    await dialog.getByText("No connection at the moment").waitFor({ state: "hidden" });
    await pressButton(chat, "Close chat");
    await dialog.waitFor({ state: "hidden" });
    await shop.stop();
  });
});

describe("a launcher used offline, before any part of the chat was loaded", () => {
  it("reports it and opens the chat by itself when the network is back", async () => {
    await openApp();
    const snippet = scriptSnippet({ host: proxy.origin, token: app.token });
    const shop = await serveWebsite({
      "/": `<!doctype html><html lang="en"><head><title>Shop</title>${snippet}</head><body><h1>Shop</h1></body></html>`,
    });
    const page = await context.newPage();
    await page.goto(`${shop.origin}/`);
    const button = page.getByRole("button", { name: "Open chat" });
    await button.waitFor();
    await context.setOffline(true);
    await button.press("Enter");
    await page.getByRole("alert").getByText("No connection at the moment.").waitFor();
    // Whoever presses once more means the same.
    await button.press("Enter");
    expect(await page.getByRole("alert").count()).toBe(1);
    await context.setOffline(false);
    const chat = page.frameLocator("pilothouse-launcher iframe");
    await chat.getByRole("textbox", { name: "Message" }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await page.getByRole("dialog").isVisible()).toBe(true);
    await shop.stop();
  });
});

describe("two tabs", () => {
  it("ring once for an unseen message, and share what was read", async () => {
    const { tabs, rings, stop } = await openShopTwice();
    await reply("Somebody is here.");
    for (const { page } of tabs) await page.getByRole("button", { name: "Open chat, 1 unread" }).waitFor();
    await expect.poll(() => rings.length).toBe(1);
    const [one, other] = tabs.map(({ page }) => page);
    await one?.getByRole("button", { name: "Open chat, 1 unread" }).click();
    await other?.getByRole("button", { name: "Open chat", exact: true }).waitFor();
    expect(rings).toHaveLength(1);
    await stop();
  });

  it("ring once when the visitor looks at neither page, and both show the new message in their titles", async () => {
    const { tabs, rings, streams, stop } = await openShopTwice();
    for (const { page } of tabs) await setHidden(page, true);
    await expect.poll(streams).toBe(1);
    await reply("Somebody is here.");
    for (const { page } of tabs) await expect.poll(() => page.title()).toBe("(1) Shop");
    await expect.poll(() => rings.length).toBe(1);
    await reply("Are you still there?");
    for (const { page } of tabs) await expect.poll(() => page.title()).toBe("(2) Shop");
    await expect.poll(() => rings.length).toBe(2);
    await stop();
  });
});

/** A shop in two tabs, the chat of which was used and closed in each. */
async function openShopTwice() {
  await openApp();
  const snippet = scriptSnippet({ host: proxy.origin, token: app.token });
  const shop = await serveWebsite({
    "/": `<!doctype html><html lang="en"><head><title>Shop</title>${snippet}</head><body><h1>Shop</h1></body></html>`,
  });
  const rings: string[] = [];
  let streams = 0;
  const count = (by: number) => (request: Request) =>
    void (/\/events(\?|$)/.test(request.url()) && (streams += by));
  context.on("request", count(1));
  context.on("requestfinished", count(-1));
  context.on("requestfailed", count(-1));
  await context.exposeFunction("noteRing", () => void rings.push("ring"));
  await context.addInitScript(() => {
    // The tone's first sign is a context that is asked to sound.
    AudioContext.prototype.resume = function () {
      (globalThis as unknown as { noteRing(): void }).noteRing(); // exposed above
      return Promise.resolve();
    };
  });
  provider.script(say("chat", ["Hello."]));
  const tabs: { page: Page; chat: FrameLocator }[] = [];
  for (const index of [0, 1]) {
    const page = await context.newPage();
    const chat = page.frameLocator("pilothouse-launcher iframe");
    tabs.push({ page, chat });
    await page.goto(`${shop.origin}/`);
    await page.getByRole("button", { name: "Open chat" }).click();
    if (index === 0) await writeInChat(chat, "Hi");
    await chat.getByText("Hello.").first().waitFor();
    await expectAnswerWhole(chat);
    await pressButton(chat, "Close chat");
    await page.getByRole("button", { name: "Open chat" }).waitFor();
  }
  return { tabs, rings, streams: () => streams, stop: () => shop.stop() };
}

/** Headless pages are all seen: what a page reads of that is set, in each of its frames. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  for (const frame of page.frames()) {
    await frame.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
  }
}

let replies = 0;

/** A team member takes the one conversation over and writes. */
async function reply(content: string): Promise<void> {
  const params = { productId: app.agentId };
  const { items } = await app.client.call(listThreads, { params });
  const at = { ...params, threadId: items[0]?.id ?? "" };
  await app.client.call(updateThread, { params: at, body: { data: { handledBy: "human" } } });
  await app.client.call(sendReply, {
    params: at,
    body: { data: { clientId: `reply-${++replies}-0000`, content } },
  });
}
