import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import {
  listMessages,
  listThreads,
  sendReply,
  updateThread,
} from "../../shared/contract/conversations/threads/threads.ts";
import {
  createIdentitySecret,
  updateHostedWeb,
  updateIdentity,
} from "../../shared/contract/surfaces/surfaces.ts";
import { scriptSnippet } from "../../shared/frame/snippet.ts";
import type { Widget } from "../../embed/types.ts";
import { openBenchApp, type BenchApp } from "../bench/visitor.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { signJwt } from "../kit/surfaces/identities.ts";
import { pressButton } from "../kit/surfaces/shownChat.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";
import { serveWebsite, type Website } from "../kit/knowledge/website.ts";

declare const Pilothouse: Widget;

let server: SpawnedServer;
let chromium: RunningChromium;
let app: BenchApp;
let site: Website;
let secret: string;
let folder: string;
/** A browser that somebody sits at; what it keeps goes with it. */
let computer: BrowserContext;

beforeAll(async () => {
  buildIfMissing();
  server = await spawnServer();
  app = await openBenchApp(server);
  const snippet = scriptSnippet({ host: server.url, token: app.token });
  const page = (tag: string) =>
    `<!doctype html><html lang="en"><head><title>Shop</title></head><body><h1>Shop</h1>${tag}</body></html>`;
  site = await serveWebsite({
    "/": page(snippet),
    "/consent": page(snippet.replace("<script ", '<script data-consent="required" ')),
  });
  folder = mkdtempSync(join(tmpdir(), "page-"));
  writeFileSync(join(folder, "page.html"), page(snippet));
  const params = { productId: app.agentId };
  secret = (await app.client.call(createIdentitySecret, { params })).data.secret;
  chromium = await launch();
});

afterAll(async () => {
  await chromium?.close();
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  await computer?.close();
  // A click goes where the button stood: the panel that still moves in would be missed.
  computer = await chromium.browser.newContext({ reducedMotion: "reduce" });
});

const jwt = (sub: string, claims: Record<string, unknown> = {}) =>
  signJwt({ claims: { sub, exp: Math.floor(Date.now() / 1000) + 600, ...claims }, secret });

async function visit(address = `${site.origin}/`, browser = computer): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(address);
  await page.waitForFunction(() => typeof Pilothouse === "function");
  await page.evaluate(() => Pilothouse.ready);
  return page;
}

const identify = (page: Page, token: string) =>
  page.evaluate((token) => Pilothouse.identify({ token }), token);
const say = (page: Page, text: string) => page.evaluate((text) => Pilothouse.send(text), text);
const titles = (page: Page) =>
  page.evaluate(async () => (await Pilothouse.conversations()).map(({ title }) => title));
const setMode = (mode: "optional" | "required") =>
  app.client.call(updateIdentity, { params: { productId: app.agentId }, body: { data: { mode } } });

/** What the frame keeps in its own, partitioned storage. */
function kept(page: Page): Promise<string[]> {
  const frame = page.frames().find((one) => one.url().startsWith(`${server.url}/embed/`));
  if (!frame) throw new Error("The page has no chat.");
  return frame.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort());
}

describe("a visitor identified by the site", () => {
  it("continues on another computer, and the team sees who they are", async () => {
    const first = await visit();
    expect(await identify(first, jwt("ada", { name: "Ada", email: "ada@shop.test" }))).toEqual({
      verified: false,
    });
    await say(first, "From home");
    await expect.poll(() => first.evaluate(() => Pilothouse.state.verified)).toBe(true);
    await computer.close();
    computer = await chromium.browser.newContext({ reducedMotion: "reduce" });
    const second = await visit();
    await identify(second, jwt("ada"));
    await say(second, "From work");
    expect((await titles(second)).sort()).toEqual(["From home", "From work"]);
    const { items } = await app.client.call(listThreads, { params: { productId: app.agentId } });
    expect(items.find(({ title }) => title === "From home")?.contact).toMatchObject({
      ...{ name: "Ada", email: "ada@shop.test", verified: true },
    });
  });

  it("reads the same in the same order on two devices, no matter who writes (fault 10)", async () => {
    const phone = await chromium.browser.newContext({ reducedMotion: "reduce" });
    // What others write comes late to the phone, after what is written on it.
    const late = Promise.withResolvers<void>();
    await phone.route(/\/events(\?|$)/, (route) => late.promise.then(() => route.continue()));
    const pages = [await visit(), await visit(`${site.origin}/`, phone)] as const;
    const [desk, other] = pages;
    for (const page of pages) await identify(page, jwt("noor", { name: "Noor" }));
    await say(desk, "From the desk");
    const params = { productId: app.agentId };
    const { items } = await app.client.call(listThreads, { params });
    const threadId = items.find(({ title }) => title === "From the desk")?.id ?? "";
    const place = { params: { ...params, threadId } };
    await app.client.call(updateThread, { ...place, body: { data: { handledBy: "human" } } });
    await other.evaluate((conversation) => Pilothouse.open({ conversation }), threadId);
    // Until it is shown, what is sent there begins another one.
    await other.frameLocator("iframe").getByRole("log").getByText("From the desk").first().waitFor();
    const written = ["From the desk", "First at the desk.", "Then on the phone."];
    const shown = async (page: Page) => {
      const articles = page.frameLocator("iframe").getByRole("log").getByRole("article");
      const texts = await articles.allTextContents();
      return texts.flatMap((text) => written.filter((one) => text.includes(one)));
    };
    await say(desk, "First at the desk.");
    await say(other, "Then on the phone.");
    await expect.poll(() => shown(other)).toEqual(["From the desk", "Then on the phone."]);
    late.resolve();
    await expect.poll(() => shown(other)).toEqual(written);
    for (let round = 1; round <= 3; round += 1) {
      const texts = [`Desk says ${round}.`, `Phone says ${round}.`, `Team says ${round}.`];
      const [atDesk = "", atPhone = "", byTeam = ""] = texts;
      const reply = { clientId: `two-devices-${round}`, content: byTeam };
      // Both and the team at once: in which order is the server's word.
      await Promise.all([
        say(desk, atDesk),
        say(other, atPhone),
        app.client.call(sendReply, { ...place, body: { data: reply } }),
      ]);
      written.push(...texts);
    }
    for (const page of pages)
      await expect.poll(async () => (await shown(page)).toSorted()).toEqual(written.toSorted());
    const { items: stored } = await app.client.call(listMessages, { ...place, query: { limit: 100 } });
    const inOrder = stored.map(({ content }) => content).filter((content) => written.includes(content));
    for (const page of pages) await expect.poll(() => shown(page)).toEqual(inOrder);
    await phone.close();
  });

  it("C3: leaves no trace after logging out, and the next visitor at the computer starts over", async () => {
    const page = await visit();
    await identify(page, jwt("first"));
    await say(page, "The first one's secret");
    expect(await kept(page)).toContain(`ph:${app.token}:session`);
    await page.evaluate(() => Pilothouse.logout());
    expect(await kept(page)).toEqual([]);
    expect(await page.evaluate(() => Pilothouse.state.conversationId)).toBeNull();
    await say(page, "The next one's question");
    expect(await titles(page)).toEqual(["The next one's question"]);
    await expect.poll(() => page.locator("iframe").count()).toBe(1);
    expect(await page.frameLocator("iframe").getByText("The first one's secret").count()).toBe(0);
  });

  it("C3: sees nothing after a reload until the page identifies them again", async () => {
    const before = await visit();
    await identify(before, jwt("grace"));
    await say(before, "Grace asks");
    await before.close();
    const after = await visit();
    await after.evaluate(() => Pilothouse.open());
    const frame = after.frameLocator("iframe");
    await frame.getByRole("textbox").waitFor();
    expect(await frame.getByText("Grace asks").count()).toBe(0);
    expect(await identify(after, jwt("grace"))).toEqual({ verified: true });
    await frame.getByText("Grace asks").first().waitFor();
  });

  it("gets a fresh token when theirs has expired, and their message is sent", async () => {
    const page = await visit();
    const expired = page.evaluate(
      () => new Promise((resolve) => Pilothouse.once("token:expired", () => resolve("expired"))),
    );
    await identify(page, jwt("late", { exp: Math.floor(Date.now() / 1000) - 3600 }));
    const sent = say(page, "Still here");
    expect(await expired).toBe("expired");
    await identify(page, jwt("late"));
    expect(await sent).toMatchObject({ text: "Still here" });
  });

  it("can't write anonymously when the surface requires identity", async () => {
    await setMode("required");
    try {
      const page = await visit();
      await page.evaluate(() => Pilothouse.open());
      await page
        .frameLocator("iframe")
        .getByText("Please sign in on this site to write here.")
        .first()
        .waitFor();
      await identify(page, jwt("member"));
      expect(await say(page, "Signed in")).toMatchObject({ text: "Signed in" });
    } finally {
      await setMode("optional");
    }
  });
});

describe("a hosted page where only signed-in users can write", () => {
  it("sends visitors to the site's sign-in, and takes the token from the address when they return", async () => {
    const params = { productId: app.agentId };
    const settings = {
      title: "Shop",
      description: "",
      imageFileId: null,
      iconFileId: null,
      isIndexed: false,
    };
    const data = { enabled: true, slug: "shop-help", revision: 0, settings };
    await app.client.call(updateHostedWeb, { params, body: { data } });
    await setMode("required");
    try {
      const page = await computer.newPage();
      await page.goto(`${server.url}/p/shop-help`);
      await page.getByText("Please open this chat from the site where you are signed in.").waitFor();
      expect(await page.getByRole("textbox").count()).toBe(0);
      const token = jwt("mary", { name: "Mary" });
      await page.goto(`${server.url}/p/shop-help#identity=${token}`);
      await page.getByRole("textbox", { name: "Message" }).fill("From the mail");
      expect(page.url()).toBe(`${server.url}/p/shop-help`);
      await page.getByRole("textbox", { name: "Message" }).press("Enter");
      await page.getByRole("log").getByText("From the mail").first().waitFor();
      await expect
        .poll(async () => {
          const { items } = await app.client.call(listThreads, { params });
          return items.find(({ title }) => title === "From the mail")?.contact;
        })
        .toMatchObject({ name: "Mary", verified: true });
      await page.reload();
      await page.getByRole("log").getByText("From the mail").first().waitFor();
      await page.getByRole("textbox", { name: "Message" }).waitFor();
      // Another tab of the same browser was handed nothing.
      const other = await computer.newPage();
      await other.goto(`${server.url}/p/shop-help`);
      await other.getByText("Please open this chat from the site where you are signed in.").waitFor();
      expect(await other.getByText("From the mail").count()).toBe(0);
    } finally {
      await setMode("optional");
    }
  });
});

describe("a visitor who wasn't asked for consent yet", () => {
  it("has nothing stored or sent before they agree, is asked once, and can withdraw", async () => {
    const page = await visit(`${site.origin}/consent`);
    await page.evaluate(() => Pilothouse.open());
    const frame = page.frameLocator("iframe");
    await frame.getByRole("button", { name: "Agree and start" }).waitFor();
    expect(await kept(page)).toEqual([]);
    await pressButton(frame, "Agree and start");
    await say(page, "I agree");
    expect(await kept(page)).toContain(`ph:${app.token}:consent`);
    await page.close();
    const again = await visit(`${site.origin}/consent`);
    await again.evaluate(() => Pilothouse.open());
    await again.frameLocator("iframe").getByText("I agree").first().waitFor();
    await again.evaluate(() => Pilothouse.setConsent("denied"));
    await expect.poll(() => kept(again)).toEqual([]);
  });
});

describe("a page without an origin", () => {
  it("shows the chat from a file when no list of sites forbids it", async () => {
    const page = await visit(pathToFileURL(join(folder, "page.html")).href);
    expect(await page.evaluate(() => Pilothouse.unavailableReason())).toBeNull();
    expect(await say(page, "From a file")).toMatchObject({ text: "From a file" });
  });
});
