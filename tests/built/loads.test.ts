import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildIfMissing, readManifest } from "../../server/build.ts";
import { openBenchApp } from "../bench/visitor.ts";
import { launch } from "../kit/browser/chromium.ts";
import type { RunningChromium } from "../kit/browser/chromium.ts";
import { spawnServer } from "../kit/processes/spawnServer.ts";
import type { SpawnedServer } from "../kit/processes/spawnServer.ts";
import { startWebServer } from "../kit/network/webServer.ts";

/** Brotli bytes of script until somebody can type. */
const firstScreenBytes = 120_000;
/** Brotli bytes and requests of a page that nobody opens the chat on, and of a chat that was opened and is left alone. */
const viewed = { bytes: 3_600, requests: 2 };
const opened = { bytes: 60_000, requests: 8 };

let server: SpawnedServer;
let chromium: RunningChromium;

beforeAll(async () => {
  buildIfMissing();
  server = await spawnServer();
  chromium = await launch();
});
afterAll(() => chromium?.close());

describe("the built console, as browsers get it", () => {
  it("starts without errors under its document's strict policy and accepts typing", async () => {
    const { page, faults } = await openPage();
    await page.goto(`${server.url}/auth/login?setup=${server.setupToken}`);
    await page.getByRole("textbox").first().fill("ana@example.com");
    expect(faults).toEqual([]);
  });

  it("loads only its entry, the entry's imports and the current screen", async () => {
    const { page, scripts } = await openPage();
    await page.goto(`${server.url}/auth/login?setup=${server.setupToken}`);
    await page.getByRole("textbox").first().waitFor();
    const { files, entries } = readManifest();
    const bytes = [...scripts].reduce((sum, path) => sum + (files[path]?.br ?? Number.POSITIVE_INFINITY), 0);
    expect(scripts).toContain(entries["console"]?.file);
    expect(bytes).toBeLessThan(firstScreenBytes);
    expect(scripts.size).toBeLessThan(Object.keys(files).length / 2);
  });
});

describe("the built widget on another site's page", () => {
  it("loads its button and configuration, and stays within an opened chat's budget once opened", async () => {
    const app = await openBenchApp(server);
    const tag = `<script async src="${server.url}/widget.js?token=${app.token}" crossorigin></script>`;
    const site = await startWebServer((_, response) => {
      response.setHeader("content-type", "text/html");
      response.end(`<!doctype html><title>Shop</title>${tag}`);
    });
    const page = await chromium.browser.newPage();
    const count = countLoads(page, server.url);
    await page.goto(site.origin);
    const button = page.getByRole("button", { name: "Open chat" });
    await button.waitFor();
    expectAtMost(await count(), viewed);

    await button.click();
    const frame = page.frameLocator("iframe");
    // What says messages comes with one of the two last parts, the agent's icon with the other.
    await frame.getByRole("alert").waitFor({ state: "attached" });
    await frame.locator("main svg").waitFor();
    expectAtMost(await count(), opened);
    await site.stop();
  });
});

interface Load {
  path: string;
  bytes: number;
}

function expectAtMost(loads: Load[], limit: { bytes: number; requests: number }): void {
  const list = loads.map(({ path, bytes }) => `${bytes} ${path}`).join("\n");
  expect(loads.length, list).toBeLessThanOrEqual(limit.requests);
  expect(
    loads.reduce((sum, { bytes }) => sum + bytes, 0),
    list,
  ).toBeLessThanOrEqual(limit.bytes);
}

/** Writes down what a page and its frames load from a server, with the bytes of each body as it was sent; asked, it waits for what is on its way. */
function countLoads(page: Page, origin: string): () => Promise<Load[]> {
  const loads: Promise<Load>[] = [];
  let begun = 0;
  page.on("request", (request) => void (begun += Number(request.url().startsWith(origin))));
  page.on("requestfinished", (request) => {
    if (!request.url().startsWith(origin)) return;
    const { pathname: path } = new URL(request.url());
    loads.push(request.sizes().then(({ responseBodySize: bytes }) => ({ path, bytes })));
  });
  return async () => {
    await expect.poll(() => loads.length - begun).toBe(0);
    return Promise.all(loads);
  };
}

/** Opens a page that writes down what goes wrong in it and which scripts it loads. */
async function openPage(): Promise<{ page: Page; faults: string[]; scripts: Set<string> }> {
  const page = await chromium.browser.newPage();
  const faults: string[] = [];
  const scripts = new Set<string>();
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (/Content.Security.Policy|Trusted(HTML|Script)/.test(message.text())) faults.push(message.text());
  });
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.add(new URL(request.url()).pathname);
  });
  return { page, faults, scripts };
}
