import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIfMissing } from "../../server/build.ts";
import { updateAgentStatus } from "../../shared/contract/agents/agents.ts";
import { getWidget, updateWidget } from "../../shared/contract/surfaces/surfaces.ts";
import { iframeSnippet, scriptSnippet } from "../../shared/frame/snippet.ts";
import { openBenchApp, type BenchApp } from "../bench/visitor.ts";
import { launch, type RunningChromium } from "../kit/browser/chromium.ts";
import { spawnServer, type SpawnedServer } from "../kit/processes/spawnServer.ts";
import { serveWebsite, type Website } from "../kit/knowledge/website.ts";
import { writeInChat } from "../kit/surfaces/writeInChat.ts";

let server: SpawnedServer;
let chromium: RunningChromium;
let app: BenchApp;
let site: Website;

beforeAll(async () => {
  buildIfMissing();
  server = await spawnServer();
  app = await openBenchApp(server);
  const snippet = scriptSnippet({ host: server.url, token: app.token });
  const page = (body: string) =>
    `<!doctype html><html lang="en"><head><title>Shop</title></head><body>${body}</body></html>`;
  site = await serveWebsite({
    "/": page(`<h1>Shop</h1>${snippet}`),
    "/wrong-token": page(`<h1>Shop</h1>${scriptSnippet({ host: server.url, token: "0".repeat(32) })}`),
    "/iframe": page(iframeSnippet({ host: server.url, token: app.token }, "Bench")),
    "/closed": {
      headers: {
        "content-type": "text/html",
        "content-security-policy": `default-src 'none'; script-src ${server.url}`,
      },
      body: page(`<h1>Shop</h1>${snippet}`),
    },
    "/head": `<!doctype html><html lang="en"><head><title>Shop</title>${snippet.replace("async ", "")}</head><body><h1>Shop</h1></body></html>`,
  });
  chromium = await launch();
});

afterAll(async () => {
  await chromium?.close();
  await site?.stop();
});

describe("the snippet on another site's page", () => {
  it.each([
    ["a token that belongs to nobody", "/wrong-token", "bad_token", undefined],
    ["a domain that is not listed", "/", "origin_not_allowed", () => setDomains(["example.com"])],
    ["an agent that is paused", "/", "disabled", () => setStatus("paused")],
    ["a policy that forbids the connection", "/closed", "csp_blocked", undefined],
  ])("stays away because of %s and says why once", async (_, path, reason, before) => {
    await before?.();
    const page = await chromium.browser.newPage();
    const said: string[] = [];
    page.on("console", (message) => message.text().startsWith("Pilothouse") && said.push(message.text()));
    const isSaid = page.waitForEvent("console", (message) => message.text().includes(reason));
    await page.goto(site.origin + path);
    await isSaid;
    expect(said).toHaveLength(1);
    expect(await page.evaluate(() => document.body.innerText)).toBe("Shop");
    expect(await page.locator("pilothouse-launcher").count()).toBe(0);
    expect(await readReason(page)).toBe(reason);
    await page.close();
    await setDomains([]);
    await setStatus("live");
  });

  it("stores nothing and asks the server once before it is opened, and adds one element to the page", async () => {
    const page = await chromium.browser.newPage();
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, origin } = new URL(request.url());
      if (origin === server.url) asked.push(pathname);
    });
    await page.goto(`${site.origin}/`);
    await page.getByRole("button", { name: "Open chat" }).waitFor();
    expect(asked).toEqual(["/widget.js", "/api/public/v1/copilots"]);
    expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, ""]);
    expect(await page.evaluate(() => document.documentElement.lastElementChild?.localName)).toBe(
      "pilothouse-launcher",
    );
    await page.close();
  });

  it("waits for the body when it is in the head, opens by its object, and disappears after destroy", async () => {
    const page = await chromium.browser.newPage();
    await page.goto(`${site.origin}/head`);
    await page.getByRole("button", { name: "Open chat" }).waitFor();
    await page.evaluate(() => (globalThis as unknown as Host).Pilothouse.open()); // the public object
    const chat = page.frameLocator("pilothouse-launcher iframe");
    await chat.getByRole("textbox", { name: "Message" }).waitFor();
    await page.evaluate(() => (globalThis as unknown as Host).Pilothouse.destroy()); // as above
    expect(await page.locator("pilothouse-launcher, iframe").count()).toBe(0);
    expect(await page.evaluate(() => "Pilothouse" in globalThis)).toBe(false);
    await page.close();
  });

  it("works as a bare frame of 700 × 360, without a script on the page", async () => {
    const page = await chromium.browser.newPage();
    await page.goto(`${site.origin}/iframe`);
    const frame = page.frameLocator("iframe");
    await writeInChat(frame, "Hello");
    await frame.getByRole("log").getByRole("article").nth(1).getByText("Bench").first().waitFor();
    const box = await page.locator("iframe").boundingBox();
    expect([box?.width, box?.height]).toEqual([700, 360]);
    await page.close();
  });
});

interface Host {
  Pilothouse: { open(): Promise<void>; destroy(): void; unavailableReason(): string | null };
}

function readReason(page: Page): Promise<string | null> {
  return page.evaluate(() => (globalThis as unknown as Host).Pilothouse.unavailableReason()); // the public object
}

async function setDomains(allowedDomains: string[]): Promise<void> {
  const params = { productId: app.agentId };
  const { data } = await app.client.call(getWidget, { params });
  const { revision, enabled, settings, allowsNullOrigin } = data;
  await app.client.call(updateWidget, {
    params,
    body: { data: { revision, enabled, settings, allowsNullOrigin, allowedDomains } },
  });
}

async function setStatus(status: "live" | "paused"): Promise<void> {
  await app.client.call(updateAgentStatus, {
    params: { productId: app.agentId },
    body: { data: { status } },
  });
}
